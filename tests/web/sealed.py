"""A table whose players bid on their own phones."""

from typing import Any

from werkzeug.test import TestResponse

from tests.support.invitations import let_in, post
from tests.support.phone import Phone

NAMES = ("Anna", "Ute", "Kevin")


def own_phone(host: Phone, name: str, role: str = "player") -> Phone:
    guest = let_in(host, role)
    assert post(guest, "/me", player=host.people[name]).status_code == 303
    return guest


def bid_path(phone: Phone, game: str, number: int, seat: int) -> str:
    return f"{phone.game_path(game)}/rounds/{number}/bids/{seat}"


def bid(
    phone: Phone,
    game: str,
    number: int,
    seat: int,
    value: Any,
    *,
    seen: int | None = None,
    **more: Any,
) -> TestResponse:
    path = bid_path(phone, game, number, seat)
    key = more.pop("key", None)
    return phone.put(path, {"bid": value, **more}, seen=seen, key=key)


def bids(phone: Phone, game: str, number: int, **headers: str) -> TestResponse:
    """Ask which seats have bid."""
    path = f"{phone.game_path(game)}/rounds/{number}/bids"
    return phone.client.get(path, headers=headers)
