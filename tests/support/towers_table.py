"""Games of Wandering Towers, as a phone sends them."""

from uuid import UUID, uuid4

HOME = {"what": "home"}
FILLED = {"what": "filled"}
OVER = {"what": "turn_over"}


def twin(game):
    return str(UUID(int=UUID(game).int ^ 1))


def of(seat, *happened):
    return [{**each, "seat": seat} for each in happened]


def cast(spell="advance_tower"):
    return {"what": "cast", "spell": spell}


def all_done(seat, *, home, filled):
    return of(seat, *[FILLED] * filled, *[HOME] * home)


def body(phone, *names, **said):
    """Return a game as it is sent; without *names* one of two that Ute has won."""
    names = names or ("Ute", "Kevin")
    events = all_done(0, home=5, filled=6) if len(names) == 2 else []
    whole = {"events": events, "finished": bool(events), **said}
    return {"players": [phone.person(name) for name in names], **whole}


def path(phone, game, word="towers"):
    return f"/api/groups/{phone.group}/{word}/{game}"


def save(phone, game, sent, *, seen=None, **more):
    return phone.put(path(phone, game), sent, seen=seen, **more)


def begin(phone, game, *names, word="towers", key=None):
    """Save a game of these two people or, where its *word* is ``games``, of Wizard."""
    sent = body(phone, *names)
    if word == "games":
        sent = phone.game_body(*names, "Kevin")
    return phone.put(path(phone, game, word), sent, seen=None, key=key)


def play(phone, *names, **said):
    """Create the group if necessary, save a game, and return its id."""
    game = str(uuid4())
    phone.create_group()
    answer = save(phone, game, body(phone, *names, **said))
    assert answer.status_code == 201, answer.text
    return game
