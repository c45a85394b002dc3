"""Tallies and ledgers are a cache: always the same as working everything out again."""

from dataclasses import replace

import pytest
from sqlalchemy import delete, select, update

from scorepad.commands.simulation import simulated_season
from scorepad.services.entering import GameAddress, SheetEntry
from scorepad.services.play.recording import record_sheet
from scorepad.services.seasons import catching_up, opening
from scorepad.services.seasons.careers import player_overview
from scorepad.services.seasons.ledger_words import course_in, predictions_in, sums_in
from scorepad.services.seasons.ranking import season_overview
from scorepad.services.seasons.remembering import records_overview
from scorepad.services.seasons.tallying import summary_of
from scorepad.services.upkeep.rebuilding import fill_in, rebuild
from scorepad.store.play.history import Stamp
from scorepad.store.play.kept_games import kept_game, kept_games
from scorepad.store.seasons.tallies import SeatTally
from scorepad.store.tables import (
    GameMarks,
    GameRow,
    Player,
    PlayerLedger,
    SeasonLedger,
    Tally,
)
from tests.services.conftest import NOW

CACHES = (Tally, GameMarks, PlayerLedger, SeasonLedger)


def simulated(group, games=5):
    return simulated_season(
        ("Ute", "Kevin", "Anna"), games=games, seed=3, until=NOW.date(), within=group
    )


@pytest.fixture
def season(session, home):
    """A group with a season of five games, the last one running."""
    address, stamp = home
    for each in simulated(address.group):
        entry = SheetEntry(each.game, seen=None, finished=each.finished, counts=True)
        record_sheet(session, stamp, GameAddress(address.group, each.id_), entry)
    return address.group, stamp.device_id


def looked_at(session, season):
    """Everything that is shown of all this."""
    group, device = season
    ute = session.scalars(select(Player).where(Player.name == "Ute")).one().uuid
    return [
        page(session, device, group, *who, number)
        for number in (1, None)
        for page, who in (
            (season_overview, ()),
            (player_overview, (ute,)),
            (records_overview, ()),
        )
    ]


def without_rows(overviews):
    """The same without the rows of seasons, which the session loads again."""
    return [replace(each, season=None, seasons=()) for each in overviews]


def ledger(session):
    """Whatever is kept, as values in an order of their own."""
    session.expire_all()
    players = session.scalars(
        select(PlayerLedger).order_by(PlayerLedger.number, PlayerLedger.player_id)
    )
    whole = select(SeasonLedger).order_by(SeasonLedger.number)
    seasons = session.scalars(whole).all()
    return (
        [
            (each.number, each.player_id, sums_in(each), course_in(each))
            for each in players
        ],
        [(each.number, each.games, each.last_game, each.records) for each in seasons],
        [predictions_in(each.predictions) for each in seasons],
    )


def kept(session):
    rows = session.scalars(select(Tally).order_by(Tally.game_id, Tally.seat))
    return [
        (row.game_id, row.revision, *(getattr(row, name) for name in SeatTally._fields))
        for row in rows
    ]


def worked_out(session):
    games = session.scalars(select(GameRow).order_by(GameRow.id))
    return [
        (game.id, game.revision, *tally)
        for game in games
        for tally in summary_of(kept_game(session, game)).tallies
    ]


def empty_caches(session):
    for table in CACHES:
        session.execute(delete(table))
    session.commit()


def test_what_is_kept_is_what_follows_from_the_games(session, season):
    assert len(kept(session)) == 3 * 4
    assert kept(session) == worked_out(session)


def test_a_game_read_with_many_is_the_game_read_alone(session, season):
    rows = session.scalars(select(GameRow).order_by(GameRow.id)).all()
    alone = [kept_game(session, row) for row in rows]

    assert list(kept_games(session, [row.id for row in rows])) == alone


def test_everything_is_the_same_without_the_cache(session, season):
    before = without_rows(looked_at(session, season))
    empty_caches(session)

    assert without_rows(looked_at(session, season)) == before
    assert kept(session) == worked_out(session)


def test_everything_is_the_same_where_the_cache_cannot_be_kept(
    session, season, monkeypatch
):
    before = without_rows(looked_at(session, season))
    empty_caches(session)

    def busy(*_args, **_kwargs):
        raise TimeoutError

    monkeypatch.setattr(opening, "write_transaction", busy)
    monkeypatch.setattr(catching_up, "write_transaction", busy)

    assert without_rows(looked_at(session, season)) == before
    assert kept(session) == []


def test_ledger_go_on_from_game_to_game(session, season):
    group, device = season
    looked_at(session, season)
    row = session.scalars(select(GameRow).where(GameRow.finished_at.is_(None))).one()
    *_, last = simulated(group)
    entry = SheetEntry(last.game, seen=row.revision, finished=True, counts=True)

    address = GameAddress(group, last.id_)
    record_sheet(session, Stamp(device, NOW), address, entry)

    assert not any(each.stale for each in session.scalars(select(SeasonLedger)))
    gone_on = ledger(session)
    assert gone_on[1][0][1] == 5
    rebuild(session)
    assert ledger(session) == gone_on


def test_records_are_read_from_marks(session, season):
    assert session.scalars(select(GameMarks)).all()
    assert len(looked_at(session, season)[2].records) >= 8


def test_a_rebuild_mends_whatever_the_cache_holds(session, season):
    looked_at(session, season)
    sound = ledger(session)
    session.execute(update(Tally).values(total=999))
    session.execute(update(PlayerLedger).values(games=7, predictions={}))
    session.execute(update(SeasonLedger).values(records={}))
    session.execute(delete(GameMarks))
    session.commit()
    told = []

    assert rebuild(session, lambda *done: told.append(done)) == 4
    assert told == [(4, 4)]
    assert kept(session) == worked_out(session)
    assert ledger(session) == sound


def test_ledger_of_another_version_are_written_anew(session, season):
    before = without_rows(looked_at(session, season))
    session.execute(update(SeasonLedger).values(version=0))
    session.execute(update(PlayerLedger).values(games=7, predictions={}))
    session.commit()

    assert without_rows(looked_at(session, season)) == before


def test_what_is_missing_after_an_upgrade_is_filled_in(session, season):
    looked_at(session, season)
    sound = ledger(session)
    empty_caches(session)

    fill_in(session)

    assert ledger(session) == sound
    assert kept(session) == worked_out(session)


def test_a_reopened_game_has_no_tally(session, season):
    group, device = season
    looked_at(session, season)
    row = session.scalars(select(GameRow).order_by(GameRow.id)).first()
    game = next(iter(simulated(group))).game
    reopened = SheetEntry(game, seen=row.revision, finished=False)

    record_sheet(session, Stamp(device, NOW), GameAddress(group, row.uuid), reopened)

    assert len(kept(session)) == 3 * 3
    assert season_overview(session, device, group, 1).ranked_games == 3
