"""A table whose players bid on their own phones."""

from tests.support.invitations import let_in, post

NAMES = ("Anna", "Ute", "Kevin")


def start(host, mode, **more):
    return host.start_game(*NAMES, bid_mode=mode, **more)


def own_phone(host, name, role="player"):
    guest = let_in(host, role)
    assert post(guest, "/me", player=host.people[name]).status_code == 303
    return guest


def bid_path(phone, game, number, seat):
    return f"{phone.game_path(game)}/rounds/{number}/bids/{seat}"


def bid(phone, game, number, seat, value, *, seen=None, **more):
    path = bid_path(phone, game, number, seat)
    return phone.put(path, {"bid": value, **more}, seen=seen, key=more.pop("key", None))


def bids(phone, game, number, **headers):
    path = f"{phone.game_path(game)}/rounds/{number}/bids"
    return phone.client.get(path, headers=headers)
