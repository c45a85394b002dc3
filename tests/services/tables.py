"""A group that plays, corrects, deletes and moves, and the games it may play."""

import json
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

from sqlalchemy import select

from scorepad.db.history import Reader, Writer
from scorepad.db.tables import Group, Player
from scorepad.games.wizard.document import document_of, parse_document
from scorepad.services import players
from scorepad.services.games import delete_or_restore, save_game
from scorepad.services.groups import GroupEntry, create_group
from scorepad.services.permissions import Action, group_for
from scorepad.services.player_stats import player_overview, records_overview
from scorepad.services.requests import (
    Attempt,
    GameAddress,
    GameEntry,
    NotThereError,
    Sender,
    SheetEntry,
    WrongTimeError,
)
from scorepad.services.season_stats import season_overview
from scorepad.services.seasons import SeasonEntry, move_game, save_season
from scorepad.services.sheet_entry import record_sheets, type_in
from scorepad.services.stored_games import stored_game
from tests.games import late_model

DAY = date(2026, 11, 20)
NOW = datetime(2026, 11, 21, 20, 14, tzinfo=UTC)
NAMES = ("Ute", "Kevin", "Anna", "Thomas", "Zoë")


class Table:
    def __init__(self, session, by=None):
        self.session, self.group, self.games = session, uuid4(), []
        new = GroupEntry(self.group, "c" * 43, "Europe/Berlin", "de")
        known = by and by.device_id
        created = create_group(Reader(session, known, NOW), new)
        self.by = by or Writer(session, created.device_id, NOW)
        second = SeasonEntry("", DAY + timedelta(days=3), None)
        save_season(self.by, self.group, None, second)

    def at(self, uuid):
        return GameAddress(self.group, uuid)

    def stored(self, uuid):
        return stored_game(self.by, self.at(uuid))

    def play(self, game, *, finished=True, **entry):
        uuid = uuid4()
        sheet = SheetEntry(game, None, finished=finished, **entry)
        record_sheets(self.by, self.group, [(uuid, sheet)])
        self.games.append(uuid)
        return uuid

    def correct(self, uuid, game, **entry):
        stored = self.stored(uuid)
        if not stored.row.deleted_at:
            sheet = SheetEntry(game, stored.row.revision, **entry)
            type_in(self.by, self.at(uuid), sheet, chosen=False)

    def reopen(self, uuid):
        self.correct(uuid, self.stored(uuid).game, finished=False)

    def end(self, uuid):
        self.correct(uuid, self.stored(uuid).game, finished=True)

    def drop_from_ranking(self, uuid):
        stored = self.stored(uuid)
        self.correct(uuid, stored.game, counts=not stored.row.counts)

    def delete(self, uuid):
        stored = self.stored(uuid)
        entry = GameEntry(
            replace(stored.game, rounds=(), id_=None),
            tuple(each.id_ for each in stored.people),
            finished=stored.row.finished_at is not None,
            counts=stored.row.counts,
            deleted=True,
        )
        engine, key = self.session.get_bind(), uuid4().hex
        who = engine, Sender(self.by.device_id, ""), self.by.at
        attempt = Attempt(*who, key, "", stored.row.revision, 0)
        self.session.rollback()  # sees what is saved beside it
        save_game(attempt, self.at(uuid), entry)

    def restore(self, uuid):
        delete_or_restore(self.by, self.at(uuid), "game_restored")

    def move(self, uuid):
        number = 3 - self.stored(uuid).row.season.number
        move_game(self.by, self.at(uuid), number)

    def hand_over(self, uuid, other):
        players.move_games(self.by, self.group, other.group, uuid)
        self.games.remove(uuid)
        other.games.append(uuid)

    def merge(self, name, into):
        people = self.people()
        with suppress(WrongTimeError, NotThereError, KeyError):
            two = people[name], people[into]
            players.merge_players(self.by, self.group, *two)

    def part(self):
        group = group_for(self.by, self.group, Action.ARRANGE)
        for merge in players.merges_of(self.session, group):
            players.undo_merge(self.by, self.group, merge.Merge.id)

    def people(self):
        rows = self.session.execute(
            select(Player.name, Player.uuid)
            .join(Group, Group.id == Player.group_id)
            .where(Group.uuid == self.group)
            .order_by(Player.name)
        )
        return {row.name: row.uuid for row in rows}

    def look(self):
        found = []
        people = self.people().values()
        for number in (1, 2, None):
            at = self.by, self.group
            found.append(season_overview(*at, number))
            found.append(records_overview(*at, number))
            found += [player_overview(*at, each, number) for each in people]
        # Rows of seasons are loaded again by the session.
        return [replace(each, season=None, seasons=()) for each in found]

    def documents(self, number=None):
        """Return (id, document) of the games that count in a season, in their order."""
        found = []
        for place, uuid in enumerate(self.games):
            stored, row = self.stored(uuid), self.stored(uuid).row
            counts = row.finished_at and row.counts and not row.deleted_at
            if counts and number in {None, row.season.number}:
                told = document_of(stored.game)
                found.append((stored.game.played_on, place, uuid, told))
        return [(uuid, told) for _, _, uuid, told in sorted(found, key=lambda e: e[:2])]


def game(chance, names, day):
    return parse_document(json.dumps(document(chance, names, day)))


def document(chance, names, day):
    """Return a game with any valid feature: ties, late and early players, scorings."""
    told = {
        "format": "scorepad/game",
        "version": 1,
        "game": "wizard",
        "players": list(names),
        "played_on": day.isoformat(),
        "schedule": "custom",
        "cards": [1, 2, 3, 2],
        "first_dealer": chance.randrange(len(names)),
        "rounds": [],
        **chance.choice([{}] * 6 + SCORINGS),
        **_coming_and_going(chance, len(names)),
    }
    if chance.random() < 0.3:
        told["edition"] = ["bomb", "cloud"]
    if chance.random() < 0.2:
        told["ended_after"] = chance.choice([2, 3])
        told["left"] = [
            each
            for each in told.get("left", [])
            if each["after_round"] <= told["ended_after"]
        ]
    if chance.random() < 0.3:
        told["even_bid_rule"] = {"mode": chance.choice(MODES)}
    if chance.random() < 0.3:
        fine = {"seat": 0, "points": -10, "reason": "late"}
        told["adjustments"] = [{**fine, **chance.choice([{}, {"round": 2}])}]
    if chance.random() < 0.15 and "joined" not in told and "left" not in told:
        told.pop("adjustments", None)
        told["final_totals"] = [chance.choice([-20, 40, 40, 90]) for _ in names]
        return told
    for _ in late_model.Table(told).rounds:
        told["rounds"].append({"bids": [None] * len(names)})
        told["rounds"][-1] = _round(chance, told)
    return told


SCORINGS = [
    {"scoring": "alternative"},
    {"scoring": "junior"},
    {
        "scoring": "custom",
        "formula": {"base": 15, "per_trick": 5, "per_miss": 5, "kept_zero": 40},
    },
]
MODES = ("last_bidder", "leading_dealer", "sole_leading_dealer")


def _coming_and_going(chance, seats):
    """At most one joins late and one leaves early, so that three are always present."""
    late, early = chance.sample(range(seats), 2)
    found = {}
    if seats > 3 and chance.random() < 0.3:
        points = chance.choice([-10, 0, 30])
        number = chance.choice([2, 3, 4])
        found["joined"] = [{"seat": late, "round": number, "start_total": points}]
    if seats - len(found) > 3 and chance.random() < 0.3:
        found["left"] = [{"seat": early, "after_round": chance.choice([1, 2, 3])}]
    return found


def _round(chance, told):
    """Return bids that the rule allows, and tricks that add up."""
    deal = late_model.deals(told)[len(told["rounds"]) - 1]
    hand = late_model.Table(told).cards[deal["round"] - 1]
    bids = [None] * len(told["players"])
    for seat in deal["present"]:
        bids[seat] = chance.randint(0, min(hand, 2))
    noted = {"bids": bids, "trump": chance.choice([None, "none", "red"])}
    if told.get("even_bid_rule"):
        now = {**told, "rounds": [*told["rounds"][:-1], noted]}
        until = late_model.until(now, deal["round"])
        if late_model.forbidden(until) == bids[deal["dealer"]]:
            bids[deal["dealer"]] = 1 if bids[deal["dealer"]] == 0 else 0
    special = told.get("edition") and chance.random() < 0.4
    if special:
        seat = chance.choice(deal["present"])
        noted["bid_changes"] = [{"seat": seat, "by": 1 if bids[seat] < hand else -1}]
        noted["void_tricks"] = 1
    tricks = [0 if seat in deal["present"] else None for seat in range(len(bids))]
    for _ in range(hand - bool(special)):
        tricks[chance.choice(deal["present"])] += 1
    return {**noted, "tricks": tricks}
