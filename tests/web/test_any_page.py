"""R10: after any taps and input, no page fails and everything is as saved."""

import secrets
from random import Random
from uuid import uuid4

import pytest

from scorepad.db.engine import db
from tests.games.late_model import Table
from tests.support.histories import differing
from tests.support.invitations import let_in
from tests.support.phone import Phone
from tests.web.stroller import WORDS, stroll

PEOPLE = ("Anna", "Ute", "Kevin", "Thomas", "Zoë", "王小明", "Player 1", "=<b>&\"'")
SCORINGS = ("classic", "classic", "alternative", "junior")
DAYS = ("2026-11-25", "2026-11-24", "2026-01-01", "2025-12-31")
START = (
    *("", "people", "seasons/1", "seasons/all", "records", "deleted", "me"),
    "invites",
)
AT_A_GAME = ("", "/sheet", "/live", "/seat", "/print")
WAYS = ("whole", "whole", "bids", "begun", "again")


def dealt(chance, cards, present, seats, how):
    """Return valid bids and tricks of a table of *seats*: all, some or none."""
    bids, tricks = [None] * seats, [None] * seats
    takers = chance.choices(present, k=cards)
    for seat in present:
        bids[seat], tricks[seat] = chance.randint(0, cards), takers.count(seat)
    if how == "whole":
        return bids, tricks
    missing = present if how == "again" else present[:1] if how == "begun" else []
    return [None if seat in missing else bid for seat, bid in enumerate(bids)], None


class Evening:
    """Two groups of the same people, phones of every role, and games of all kinds."""

    def __init__(self, app, chance):
        self.chance, self.games = chance, {}
        first = Phone(app.test_client())
        other = Phone(first.client)
        for phone in (first, other):
            phone.found_group()
        guests = [let_in(first, role) for role in ("scorekeeper", "player", "viewer")]
        self.phones = [first, other, *guests]

    def go_on(self):
        """Do one thing; return it with every response."""
        if not self.games or self.chance.random() < 0.08:
            yield self.begin()
        elif self.chance.random() < 0.45:
            yield self.write()
        else:
            phone = self.chance.choice(self.phones)
            yield from stroll(phone, self.chance, self.some_page(phone), 5)

    def some_page(self, phone):
        games = [game for game, (host, *_) in self.games.items() if host == phone]
        paths = [f"/games/{game}{part}" for game in games for part in AT_A_GAME]
        paths += [f"/{part}" for part in START]
        within = f"/g/{phone.group}{self.chance.choice(paths)}"
        return self.chance.choice(["/", "/type-in", *[within] * 8])

    def begin(self):
        phone, game = self.chance.choice(self.phones[:2]), str(uuid4())
        names, presence = self.at_table()
        when = f"{self.chance.choice(DAYS)}T20:00:00+01:00"
        how = {**presence, "scoring": self.chance.choice(SCORINGS), "started_at": when}
        self.games[game] = phone, names, how
        return "begin", self.save_settings(game, None, {})

    def at_table(self):
        """Return who is present when, at least three in each round."""
        chance = self.chance
        names = chance.sample(PEOPLE, chance.randint(3, 6))
        how = {"schedule": "custom", "cards": [*range(1, chance.randint(4, 6))]}
        rounds = len(how["cards"])
        while True:
            late, gone = self.some_of(names), self.some_of(names)
            joined = [{"seat": s, "round": chance.randint(2, rounds)} for s in late]
            left = [{"seat": s, "after_round": chance.randint(1, rounds)} for s in gone]
            for each in joined:
                each["start_total"] = chance.choice([0, -10, 50])
            table = Table({"players": names, **how, "joined": joined, "left": left})
            few = min(len(table.present(n)) for n in range(1, rounds + 1))
            stayed = all(table.last[s] >= table.first.get(s, 1) for s in table.last)
            if few >= 3 and stayed:
                return names, {**how, "joined": joined, "left": left}

    def some_of(self, names):
        return [seat for seat in range(len(names)) if self.chance.random() < 0.25]

    def write(self):
        game = self.chance.choice([*self.games])
        phone, _, how = self.games[game]
        told = phone.get_game(game)
        if told.status_code != 200:  # moved to another group
            del self.games[game]
            return "look", told
        if self.chance.random() < 0.3:
            return "settle", self.save_settings(game, told.json, self.changes(how))
        return "note", self.save_round(game, told.json)

    def changes(self, how):
        chance, last = self.chance, len(how["cards"])
        fine = {"seat": 0, "points": -10, "reason": chance.choice(WORDS)}
        return chance.choice(
            [
                {"finished": True, "ended_after": chance.randint(1, last)},
                {"finished": True},
                {"finished": False},
                {"deleted": chance.random() < 0.5},
                {"counts": chance.random() < 0.5},
                {"place": chance.choice(WORDS)},
                {"adjustments": [{**fine, "round": chance.choice([None, 1, last])}]},
            ]
        )

    def save_settings(self, game, told, changes):
        phone, names, how = self.games[game]
        body = phone.game_body(*names, **{**how, **changes})
        if told is None:
            return phone.save_game(game, body, seen=None)
        people = [{"id": each["id"], "name": each["name"]} for each in told["players"]]
        body = {**body, "players": people, "seating": told["seating"]}
        return phone.save_game(game, body, seen=told["revision"])

    def save_round(self, game, told):
        phone, names, how = self.games[game]
        number = self.chance.randint(1, len(how["cards"]))
        present = Table({"players": names, **how}).present(number)
        cards, way = told["cards"][number - 1], self.chance.choice(WAYS)
        bids, tricks = dealt(self.chance, cards, present, len(names), way)
        body = {"bids": bids, "tricks": tricks, "seating": told["seating"]}
        rounds = {each["number"]: each["revision"] for each in told["rounds"]}
        path = f"{phone.game_path(game)}/rounds/{number}"
        key = secrets.token_hex(16)
        return phone.put(path, body, seen=rounds.get(number), key=key)


SHORT, LONG = range(1), range(1, 60)
SLOW = [pytest.param(seed, marks=pytest.mark.slow) for seed in LONG]


@pytest.mark.parametrize("seed", [*SHORT, *SLOW])
def test_r10_whatever_is_sent_no_page_fails_and_all_is_whole(either_app, seed):
    either_app.testing = False  # a fault is answered, as it is to people
    evening = Evening(either_app, Random(seed))  # noqa: S311 - taps, not secrets

    for _ in range(100 if seed in SHORT else 300):
        for what, answer in evening.go_on():
            assert answer.status_code < 500, (what, answer.text)
    with either_app.app_context():
        assert differing(db.session()) == []
