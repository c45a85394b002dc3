"""The tallies are a cache: always the same as working everything out again."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from sqlalchemy import delete, select

from scorepad.commands.simulation import simulated_season
from scorepad.services.careers import player_overview
from scorepad.services.entering import GameAddress, SheetEntry
from scorepad.services.hosting import Founding, found_group, known_device
from scorepad.services.ranking import season_overview
from scorepad.services.recording import record_sheet
from scorepad.services.remembering import records_overview
from scorepad.services.tallying import recount, tallies_of
from scorepad.store.history import Stamp
from scorepad.store.tables import GameMarks, GameRow, Player, Tally
from scorepad.store.tallies import SeatTally

NOW = datetime(2026, 11, 21, 20, 14, tzinfo=UTC)


def simulated(group):
    return simulated_season(
        ("Ute", "Kevin", "Anna"), games=5, seed=3, until=NOW.date(), within=group
    )


@pytest.fixture
def season(session):
    """A group with a season of five games, the last one running."""
    group = uuid4()
    founded = found_group(session, None, NOW, Founding(group, "x" * 43, "UTC", "en"))
    device = known_device(session, founded.token)
    for each in simulated(group):
        entry = SheetEntry(each.game, seen=None, finished=each.finished)
        address = GameAddress(group, each.id_)
        record_sheet(session, Stamp(device, NOW), address, entry)
    return group, device


def kept(session):
    rows = session.scalars(select(Tally).order_by(Tally.game_id, Tally.seat))
    return [
        (row.game_id, row.revision, *(getattr(row, name) for name in SeatTally._fields))
        for row in rows
    ]


def worked_out(session):
    games = session.scalars(select(GameRow).order_by(GameRow.id))
    return [(game.id, game.revision, *t) for game in games for t in tallies_of(game)]


def test_what_is_kept_is_what_follows_from_the_games(session, season):
    assert len(kept(session)) == 3 * 4
    assert kept(session) == worked_out(session)


def test_a_season_is_the_same_without_the_cache(session, season):
    group, device = season
    before = season_overview(session, device, group, 1)
    session.execute(delete(Tally))

    assert before.standings[0].games == 4
    assert season_overview(session, device, group, 1) == before


def test_a_player_is_the_same_without_the_cache(session, season):
    group, device = season
    ute = session.scalars(select(Player).where(Player.name == "Ute")).one().uuid
    before = player_overview(session, device, group, ute, None)
    session.execute(delete(Tally))

    assert before.career.results.games == 4
    assert before.career.predictions.made > 4
    assert player_overview(session, device, group, ute, None) == before


def test_records_are_the_same_without_the_cache(session, season):
    group, device = season
    before = records_overview(session, device, group, 1)
    assert session.scalars(select(GameMarks)).all()
    session.execute(delete(GameMarks))

    assert len(before.records) >= 8
    assert records_overview(session, device, group, 1) == before


def test_marks_older_than_their_game_are_not_believed(session, season):
    group, device = season
    before = records_overview(session, device, group, None)
    for marks in session.scalars(select(GameMarks)):
        marks.marks, marks.revision = [], marks.revision - 1
    session.flush()

    assert records_overview(session, device, group, None) == before


def test_a_tally_older_than_its_game_is_not_believed(session, season):
    group, device = season
    before = season_overview(session, device, group, 1)
    for tally in session.scalars(select(Tally)):
        tally.total, tally.revision = 999, tally.revision - 1
    session.flush()

    assert season_overview(session, device, group, 1) == before


def test_recounting_mends_whatever_the_cache_holds(session, season):
    for tally in session.scalars(select(Tally)):
        tally.total = 999
    session.commit()

    assert recount(session) == 4
    assert kept(session) == worked_out(session)


def test_a_reopened_game_has_no_tally(session, season):
    group, device = season
    row = session.scalars(select(GameRow).order_by(GameRow.id)).first()
    game = next(iter(simulated(group))).game
    reopened = SheetEntry(game, seen=row.revision, finished=False)

    record_sheet(session, Stamp(device, NOW), GameAddress(group, row.uuid), reopened)

    assert len(kept(session)) == 3 * 3
