"""Whatever is done to the games of a season, its ledgers are as if written anew."""

from dataclasses import replace
from datetime import date, timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from scorepad.rules.wizard.game import (
    Adjustment,
    BidChange,
    Game,
    Round,
    Schedule,
    Trump,
)
from scorepad.services.arranging import SeasonEntry, begin_season, move_game
from scorepad.services.careers import player_overview
from scorepad.services.deleting import bring_back
from scorepad.services.entering import Attempt, GameAddress, GameEntry, SheetEntry
from scorepad.services.holding import known_device
from scorepad.services.hosting import Founding, found_group
from scorepad.services.playing import save_game
from scorepad.services.ranking import season_overview
from scorepad.services.rebuilding import rebuild
from scorepad.services.recording import game_as_record, record_sheet
from scorepad.services.remembering import records_overview
from scorepad.store.db import db
from scorepad.store.history import Stamp
from scorepad.store.tables import Group, Player
from tests.services.conftest import NOW
from tests.services.test_tallying import ledger, without_rows
from tests.stats import naive

DAY = date(2026, 11, 20)
NAMES = ("Ute", "Kevin", "Anna", "Thomas")


class Table:
    """A group with two seasons that plays, corrects, deletes and moves."""

    def __init__(self, session):
        self.session, self.group, self.games = session, uuid4(), []
        founding = Founding(self.group, "c" * 43, "Europe/Berlin", "de")
        token = found_group(session, None, NOW, founding).token
        self.stamp = Stamp(known_device(session, token), NOW)
        begin_season(
            session,
            self.stamp,
            self.group,
            SeasonEntry("", DAY + timedelta(days=3), None),
        )

    def at(self, uuid):
        return GameAddress(self.group, uuid)

    def stored(self, uuid):
        device = self.stamp.device_id
        return game_as_record(self.session, device, self.at(uuid))

    def play(self, game, **entry):
        uuid = uuid4()
        sheet = SheetEntry(game, None, finished=True, **entry)
        record_sheet(self.session, self.stamp, self.at(uuid), sheet)
        self.games.append(uuid)

    def correct(self, uuid, game, **entry):
        stored = self.stored(uuid)
        if not stored.deleted:
            sheet = SheetEntry(game, stored.revision, **entry)
            record_sheet(self.session, self.stamp, self.at(uuid), sheet)

    def reopen(self, uuid):
        self.correct(uuid, self.stored(uuid).game, finished=False)

    def drop_from_ranking(self, uuid):
        stored = self.stored(uuid)
        self.correct(uuid, stored.game, counts=not stored.counts)

    def delete(self, uuid):
        stored = self.stored(uuid)
        entry = GameEntry(
            replace(stored.game, rounds=(), id_=None),
            stored.player_ids,
            finished=stored.finished,
            counts=stored.counts,
            deleted=True,
        )
        attempt = Attempt(self.stamp, uuid4().hex, "", stored.revision)
        save_game(self.session, attempt, self.at(uuid), entry)

    def restore(self, uuid):
        bring_back(self.session, self.stamp, self.at(uuid))

    def move(self, uuid):
        number = 3 - self.stored(uuid).season
        move_game(self.session, self.stamp, self.at(uuid), number)

    def people(self):
        """Everybody of the group."""
        rows = self.session.execute(
            select(Player.name, Player.uuid)
            .join(Group, Group.id == Player.group_id)
            .where(Group.uuid == self.group)
            .order_by(Player.name)
        )
        return {row.name: row.uuid for row in rows}

    def look(self):
        """Every page of both seasons and of all games."""
        device, found = self.stamp.device_id, []
        people = self.people().values()
        for number in (1, 2, None):
            at = self.session, device, self.group
            found.append(season_overview(*at, number))
            found.append(records_overview(*at, number))
            found += [player_overview(*at, each, number) for each in people]
        return without_rows(found)


def game(chance, names, day):
    """A short game: bids and tricks by chance, a bid moved, a trick nobody gets."""
    cards = (1, 2, 3)
    rounds = []
    for hand in cards:
        taken = [0] * len(names)
        void = int(chance.random() < 0.2)
        for _ in range(hand - void):
            taken[chance.randrange(len(names))] += 1
        bids = tuple(chance.randint(0, hand) for _ in names)
        seat = chance.randrange(len(names))
        moved = 1 if bids[seat] < hand else -1
        changes = (BidChange(seat, moved),) if chance.random() < 0.2 else ()
        trump = chance.choice([None, Trump.NONE, Trump.RED])
        rounds.append(
            Round(
                bids, tuple(taken), trump=trump, bid_changes=changes, void_tricks=void
            )
        )
    adjustments = (Adjustment(0, -10, ""),) if chance.random() < 0.3 else ()
    return Game(
        players=names,
        cards=cards,
        schedule=Schedule.CUSTOM,
        first_dealer=chance.randrange(len(names)),
        rounds=tuple(rounds),
        adjustments=adjustments,
        played_on=day,
    )


@pytest.fixture
def session(app):
    """A session on an embedded database alone."""
    with app.app_context():
        yield db.session()


def act(table, chance, action):
    names = tuple(chance.sample(NAMES, chance.choice((3, 4))))
    day = DAY + timedelta(days=chance.randint(0, 4))
    if action == "play" or not table.games:
        table.play(game(chance, names, day))
        return
    uuid = chance.choice(table.games)
    if action == "correct":
        stored = table.stored(uuid)
        again = game(chance, stored.game.players, stored.game.played_on)
        table.correct(uuid, again)
    elif action == "date":
        table.correct(uuid, replace(table.stored(uuid).game, played_on=day))
    else:
        getattr(table, action)(uuid)


ACTIONS = ("play", "correct", "date", "reopen", "drop_from_ranking", "delete")
ACTIONS += ("restore", "move", "look")
steps = st.lists(st.sampled_from([*ACTIONS, "play", "play"]), min_size=1, max_size=9)


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(steps, st.randoms(use_true_random=False))
def test_ledgers_are_as_if_written_anew_and_as_counted_by_hand(
    session, actions, chance
):
    table = Table(session)
    for action in ("play", *actions):
        if action == "look":
            table.look()
        else:
            act(table, chance, action)
    exact = sums(session)  # before a look works out what is stale
    shown, kept = table.look(), ledger(session)

    rebuild(session)

    assert ledger(session) == kept
    assert sums(session) == exact
    assert table.look() == shown
    for name, uuid in table.people().items():
        by_hand(table, name, uuid)


def sums(session):
    """What does not depend on the order of games."""
    return [(number, who, counts) for number, who, counts, _ in ledger(session)[0]]


def by_hand(table, name, uuid):
    """A player's page of all games, against a pencil and the documents."""
    device = table.stamp.device_id
    career = player_overview(table.session, device, table.group, uuid, None).career
    stored = [table.stored(each) for each in table.games]
    places = {id_: place for place, id_ in enumerate(table.games)}
    counted = [
        (each.game.played_on, place, each.game)
        for place, each in zip(places.values(), stored, strict=True)
        if each.finished and each.counts and not each.deleted
    ]
    games = [game for *_, game in sorted(counted, key=lambda each: each[:2])]
    own = [(game, game.players.index(name)) for game in games if name in game.players]
    totals = [naive.totals_of(game)[seat] for game, seat in own]
    bids = [bid for game, seat in own for bid in naive.bids_of(game) if bid[0] == seat]

    assert (career.results.games if career.results else 0) == len(own)
    assert career.predictions.made == len(bids)
    assert career.predictions.met == sum(bid[2] == bid[3] for bid in bids)
    runs = "".join("x" if bid[2] == bid[3] else "-" for bid in bids)
    assert career.longest_run == max(map(len, runs.split("-")))
    assert career.longest_drought == max(map(len, runs.split("x")))
    trumps = [bid for bid in bids if bid[5] is not None]
    for word, none in (("yes", False), ("no", True)):
        counts = career.sums.get(("trump", word))
        made = sum((bid[5] is Trump.NONE) == none for bid in trumps)
        assert (counts.made if counts else 0) == made
    for place in ("first", "middle", "last"):
        counts = career.sums.get(("place", place))
        assert (counts.made if counts else 0) == sum(bid[4] == place for bid in bids)
    if totals:
        assert career.results.best == max(totals)
        assert career.results.worst == min(totals)
        assert career.results.mean * len(totals) == sum(totals)
        best = [max(naive.totals_of(game)) for game, _ in own]
        won = [mine == top for mine, top in zip(totals, best, strict=True)]
        assert career.results.wins == sum(won)
    for duel in career.duels:
        met = [game for game, _ in own if duel.rival.name in game.players]
        ahead = 0
        for game in met:
            line = dict(zip(game.players, naive.totals_of(game), strict=True))
            ahead += line[name] > line[duel.rival.name]
        assert (duel.games, duel.ahead) == (len(met), ahead)
