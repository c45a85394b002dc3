"""Games of Wandering Towers, as a phone sends them."""

from typing import Any
from uuid import UUID, uuid4

from werkzeug.test import TestResponse

from tests.support.phone import Phone

HOME = {"what": "home"}
FILLED = {"what": "filled"}
OVER = {"what": "turn_over"}


def twin(game: str) -> str:
    """Return the id of another game, derived from this one's."""
    return str(UUID(int=UUID(game).int ^ 1))


def of(seat: int, *happened: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**each, "seat": seat} for each in happened]


def cast(spell: str = "advance_tower") -> dict[str, Any]:
    return {"what": "cast", "spell": spell}


def all_done(seat: int, *, home: int, filled: int) -> list[dict[str, Any]]:
    """Return all events that bring a seat to the goal."""
    return of(seat, *[FILLED] * filled, *[HOME] * home)


def body(phone: Phone, *names: str, **said: Any) -> dict[str, Any]:
    """Return a game as it is sent; without *names* one of two that Ute has won."""
    names = names or ("Ute", "Kevin")
    events = all_done(0, home=5, filled=6) if len(names) == 2 else []
    whole = {"events": events, "finished": bool(events), **said}
    return {"players": [phone.person(name) for name in names], **whole}


def path(phone: Phone, game: str, word: str = "towers") -> str:
    return f"/api/groups/{phone.group}/{word}/{game}"


def save(
    phone: Phone,
    game: str,
    sent: dict[str, Any],
    *,
    seen: int | None = None,
    **more: Any,
) -> TestResponse:
    return phone.put(path(phone, game), sent, seen=seen, **more)


def play(phone: Phone, *names: str, **said: Any) -> str:
    """Create the group if necessary, save a game, and return its id."""
    game = str(uuid4())
    phone.found_group()
    answer = save(phone, game, body(phone, *names, **said))
    assert answer.status_code == 201, answer.text
    return game
