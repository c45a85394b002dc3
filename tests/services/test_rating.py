"""Steps are a cache: after any edit they are those of all games from the first."""

from dataclasses import replace
from datetime import date, timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, select, text

from scorepad.rules.wizard.game import Game, Left, Round, Schedule
from scorepad.services.entering import Attempt, GameAddress, GameEntry, SheetEntry
from scorepad.services.play.deleting import bring_back
from scorepad.services.play.playing import save_game
from scorepad.services.play.recording import game_as_record, record_sheet
from scorepad.services.seasons import climbing, rating, tracing
from scorepad.services.seasons.arranging import SeasonEntry, begin_season, change_season
from scorepad.services.seasons.rating import (
    ladder_of,
    rebuild_ratings,
    standing_after,
    standing_in,
)
from scorepad.services.seasons.tracing import milestones_of
from scorepad.stats.rating import steps_through
from scorepad.store.seasons.ratings import mark_of, place_of
from scorepad.store.tables import GameRow, Player, RatingMark, RatingStep, Season, Tally
from scorepad.store.tables.ratings import NOTHING_STALE

DAY = date(2026, 11, 20)
NAMES = ("Ute", "Kevin", "Anna", "Thomas")
ORDERS = [(1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 0), (0, 1, 1)]


def one_round(met=(1, 0, 0), day=DAY, names=NAMES[:3]):
    """A game of one card: whoever is *met* foresaw it, the first seat took it."""
    taken = (1, 0, 0)
    bids = tuple(t if m else 1 - t for t, m in zip(taken, met, strict=True))
    return Game(
        players=names,
        cards=(1,),
        schedule=Schedule.CUSTOM,
        played_on=day,
        rounds=(Round(bids=bids, tricks=taken),),
    )


class Table:
    """A group that plays, corrects and deletes."""

    def __init__(self, session, home):
        address, self.stamp = home
        self.session, self.group_uuid = session, address.group
        self.games = []

    def address(self, uuid):
        return GameAddress(self.group_uuid, uuid)

    def play(self, game, **entry):
        uuid = uuid4()
        sheet = SheetEntry(game, seen=None, finished=True, **entry)
        record_sheet(self.session, self.stamp, self.address(uuid), sheet)
        self.games.append(uuid)
        return uuid

    def stored(self, uuid):
        return game_as_record(self.session, self.stamp.device_id, self.address(uuid))

    def correct(self, uuid, *, finished=True, counts=None, **changes):
        stored = self.stored(uuid)
        if stored.deleted:
            return
        game = replace(stored.game, **changes)
        entry = SheetEntry(game, stored.revision, finished=finished, counts=counts)
        record_sheet(self.session, self.stamp, self.address(uuid), entry)

    def delete(self, uuid):
        stored = self.stored(uuid)
        entry = GameEntry(
            replace(stored.game, rounds=(), cards=stored.game.cards),
            stored.player_ids,
            finished=stored.finished,
            counts=stored.counts,
            deleted=True,
        )
        attempt = Attempt(self.stamp, uuid4().hex, "f", stored.revision)
        save_game(self.session, attempt, self.address(uuid), entry)

    def restore(self, uuid):
        bring_back(self.session, self.stamp, self.address(uuid))

    @property
    def group_id(self):
        return self.session.scalars(select(GameRow.group_id)).first()

    def look(self):
        ladder = ladder_of(self.session, self.group_id)
        found = standing_in(self.session, ladder)
        self.session.rollback()
        return found


@pytest.fixture
def table(session, home):
    return Table(session, home)


def kept(session):
    """What is kept, by place and seat, but for the ids of rows."""
    rows = session.execute(
        select(
            RatingStep.place,
            RatingStep.seat,
            RatingStep.player_id,
            RatingStep.mu,
            RatingStep.sigma,
            RatingStep.games,
            RatingStep.wins,
        ).order_by(RatingStep.place, RatingStep.seat)
    )
    return [tuple(row) for row in rows]


def by_hand(session):
    """The steps of every game from the first, from points alone."""
    rows = session.scalars(
        select(GameRow).where(
            GameRow.finished_at.is_not(None),
            GameRow.deleted_at.is_(None),
            GameRow.counts,
        )
    )
    rows = sorted(rows, key=lambda row: (row.played_on, row.id))
    games = []
    for row in rows:
        entries = row.rounds[0].entries
        points = [
            20 + 10 * e.tricks if e.bid == e.tricks else -10 * abs(e.bid - e.tricks)
            for e in entries
        ]
        games.append(
            [
                (seat.player_id, 1 + sum(other > own for other in points))
                for seat, own in zip(row.seats, points, strict=True)
            ]
        )
    found = []
    for row, game, steps in zip(rows, games, steps_through(games, {}), strict=True):
        for seat, ((player, _), step) in enumerate(zip(game, steps, strict=True)):
            mu, sigma = step.rating.mu, step.rating.sigma
            place = place_of(row.played_on, row.id)
            found.append((place, seat, player, mu, sigma, step.games, step.wins))
    return found


def steps_after(session, table):
    table.look()
    return kept(session)


def test_a_finished_game_is_rated_at_the_next_look(session, table):
    table.play(one_round())
    assert kept(session) == []

    standing = table.look()

    assert sorted(step.wins for step in standing.values()) == [0, 0, 1]
    assert kept(session) == by_hand(session)


def test_a_look_at_what_is_right_writes_nothing(session, table, monkeypatch):
    table.play(one_round())
    before = table.look()
    monkeypatch.setattr(type(session), "commit", lambda *_: pytest.fail("a commit"))

    assert table.look() == before


EDITS = st.lists(
    st.tuples(
        st.sampled_from(
            ["play", "meet", "day", "delete", "restore", "count", "reopen", "look"]
        ),
        st.integers(0, 20),
        st.integers(0, 20),
    ),
    min_size=1,
    max_size=14,
)


def edit(table, kind, which, how):
    uuid = table.games[which % len(table.games)]
    day = DAY - timedelta(days=how % 5)
    met = ORDERS[how % len(ORDERS)]
    names = NAMES[how % 2 :][:3]
    {
        "play": lambda: table.play(one_round(met, day, names)),
        "meet": lambda: table.correct(uuid, rounds=one_round(met).rounds),
        "day": lambda: table.correct(uuid, played_on=day),
        "delete": lambda: table.delete(uuid),
        "restore": lambda: table.restore(uuid),
        "count": lambda: table.correct(uuid, counts=bool(how % 2)),
        "reopen": lambda: table.correct(uuid, finished=False),
        "look": table.look,
    }[kind]()


@settings(
    max_examples=12,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(edits=EDITS)
def test_after_any_edits_the_steps_are_those_of_a_rebuild(
    session, table, edits, monkeypatch
):
    monkeypatch.setattr(climbing, "AT_ONCE", 3)
    for met in ORDERS[: 1 + len(table.games) % 3]:
        table.play(one_round(met))
    for kind, which, how in edits:
        edit(table, kind, which, how)

    found = steps_after(session, table)

    assert found == by_hand(session)
    rebuild_ratings(session)
    assert kept(session) == found


def test_a_rebuild_mends_whatever_is_kept_and_tells_how_far_it_is(session, table):
    for met in ORDERS:
        table.play(one_round(met))
    table.look()
    session.execute(text("UPDATE rating_step SET mu = 1, wins = 7"))
    session.commit()
    told = []

    assert rebuild_ratings(session, told.append) == sum(told) == len(ORDERS)
    assert kept(session) == by_hand(session)


def test_only_what_comes_after_a_correction_is_worked_out(session, table):
    _first, second, _third = (table.play(one_round(met)) for met in ORDERS[:3])
    table.look()

    table.correct(second, rounds=one_round(ORDERS[3]).rounds)

    row = session.scalars(select(GameRow).where(GameRow.uuid == second)).one()
    assert mark_of(session, row.group_id).stale_from == place_of(DAY, row.id)


def test_a_game_moved_to_a_later_day_leaves_its_old_place(session, table):
    first, *_ = (table.play(one_round(met)) for met in ORDERS[:3])
    table.look()

    table.correct(first, played_on=DAY + timedelta(days=1))

    assert steps_after(session, table) == by_hand(session)


def test_a_running_game_marks_nothing(session, table):
    game = replace(one_round(), cards=(1, 2), rounds=one_round().rounds)
    table.play(one_round())
    table.look()
    entry = SheetEntry(game, seen=None, finished=False)
    record_sheet(session, table.stamp, table.address(uuid4()), entry)

    assert mark_of(session, table.group_id).stale_from == NOTHING_STALE


def test_without_tallies_the_games_themselves_tell_the_ranks(session, table):
    for met in ORDERS:
        table.play(one_round(met))
    session.execute(delete(Tally))
    session.commit()

    assert steps_after(session, table) == by_hand(session)


def test_whoever_left_early_is_last_and_whoever_never_played_takes_no_part(
    session, table
):
    leaver = Game(
        players=NAMES,
        cards=(1, 1),
        schedule=Schedule.CUSTOM,
        played_on=DAY,
        left=(Left(0, 1),),
        rounds=(
            Round(bids=(1, 1, 0, 1), tricks=(1, 0, 0, 0)),
            Round(bids=(None, 1, 0, 0), tricks=(None, 0, 1, 0)),
        ),
    )
    uuid = table.play(leaver)
    names = dict(zip(table.stored(uuid).player_ids, NAMES, strict=True))
    standing = {names[player]: step for player, step in table.look().items()}

    lowest = min(standing.values(), key=lambda step: step.rating.mu)
    assert standing["Ute"] == lowest
    assert standing["Ute"].wins == 0


@pytest.mark.parametrize("trouble", ["busy", "fault"])
def test_a_look_shows_the_same_while_nothing_can_be_written(
    session, table, monkeypatch, trouble
):
    monkeypatch.setattr(climbing, "AT_ONCE", 2)
    for met in ORDERS:
        table.play(one_round(met))
    expected = by_hand(session)

    def refuse(*_, **__):
        session.rollback()
        if trouble == "busy":
            raise TimeoutError
        session.execute(text("INSERT INTO nowhere VALUES (1)"))

    with monkeypatch.context() as patch:
        patch.setattr(rating, "keep_steps", refuse)
        shown = table.look()
    session.rollback()

    assert kept(session) == []
    rows = {player.id: player.uuid for player in session.scalars(select(Player))}
    last = {rows[row[2]]: row for row in expected}
    assert {p: (s.rating.mu, s.wins) for p, s in shown.items()} == {
        player: (row[3], row[6]) for player, row in last.items()
    }
    assert table.look() == shown


def test_what_was_worked_out_is_thrown_away_if_a_game_changed_meanwhile(
    session, table, monkeypatch
):
    uuid = table.play(one_round())
    reading = climbing.games_from

    def slow(*args, **kwargs):
        found = reading(*args, **kwargs)
        monkeypatch.undo()
        session.rollback()
        table.correct(uuid, rounds=one_round((0, 1, 0)).rounds)
        return found

    monkeypatch.setattr(climbing, "games_from", slow)
    table.look()

    assert kept(session) == []
    assert steps_after(session, table) == by_hand(session)


def test_a_place_in_the_past_has_the_standing_of_that_day(session, table):
    table.play(one_round(day=DAY - timedelta(days=9)))
    ladder = ladder_of(session, table.group_id)
    before = standing_in(session, ladder)
    session.rollback()
    table.play(one_round((0, 1, 1)))
    ladder = ladder_of(session, table.group_id)

    assert standing_in(session, ladder, before=place_of(DAY, 0)) == before
    assert standing_in(session, ladder, before=0) == {}


def test_another_process_that_writes_is_not_waited_for(session, table):
    table.play(one_round())
    group, expected = table.group_id, by_hand(session)
    session.rollback()
    engine = session.get_bind()
    embedded = engine.dialect.name == "sqlite"

    with engine.connect() as other:
        if embedded:
            other.exec_driver_sql("COMMIT")
            other.exec_driver_sql("BEGIN IMMEDIATE")
        else:
            other.execute(select(RatingMark).with_for_update())
        ladder = ladder_of(session, group)
        other.exec_driver_sql("COMMIT" if embedded else "SELECT 1")

    assert [step.mu for step in ladder.rest] == [row[3] for row in expected]
    assert kept(session) == []
    if embedded:
        timeout = session.connection().exec_driver_sql("PRAGMA busy_timeout")
        assert timeout.scalar() == 5000


def test_a_season_ends_with_its_last_game_kept_or_not(session, table, monkeypatch):
    table.play(one_round(day=DAY - timedelta(days=9)))
    stamp, group = table.stamp, table.group_uuid
    early = SeasonEntry("", date(2020, 1, 1), DAY - timedelta(days=5))
    change_season(session, stamp, group, 1, early)
    begin_season(session, stamp, group, SeasonEntry("", DAY, None))
    table.play(one_round((0, 1, 1)))
    seasons = session.scalars(select(Season).order_by(Season.number)).all()

    def wins():
        ladder = ladder_of(session, table.group_id)
        return [
            sum(step.wins for step in standing_after(session, ladder, season).values())
            for season in seasons
        ]

    with monkeypatch.context() as patch:
        patch.setattr(rating, "keep_steps", lambda *_, **__: False)
        assert wins() == [1, 3]
    assert wins() == [1, 3]


def test_a_long_climb_is_thinned_and_keeps_its_ends(session, table, monkeypatch):
    monkeypatch.setattr(tracing, "POINTS_AT_MOST", 4)
    for _ in range(2):
        for met in ORDERS:
            table.play(one_round(met))
    ladder = ladder_of(session, table.group_id)
    player = session.scalars(select(Player).order_by(Player.id)).first()

    climb = milestones_of(session, ladder, player, None)

    assert len(climb) == 4
    assert [climb[0].step.games, climb[-1].step.games] == [1, 10]
    season = session.scalars(select(Season)).first()
    assert milestones_of(session, ladder, player, season) == climb
