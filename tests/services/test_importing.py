"""Sheets imported together are stored like sheets imported one by one."""

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest
from sqlalchemy import select

from scorepad.cli.demo import simulated_season
from scorepad.db.games import find_game
from scorepad.db.history import Stamp, versions_of
from scorepad.db.rows import game_value
from scorepad.db.tables import GameRow, Result, Revision, RoundRow, Seat
from scorepad.games.wizard.models import Adjustment
from scorepad.services.errors import ChangedElsewhereError
from scorepad.services.groups import Founding, found_group
from scorepad.services.inputs import GameAddress
from scorepad.services.permissions import Action, group_for
from scorepad.services.sheet_entry import record_sheet, record_sheets
from tests.services.conftest import NOW

NAMES = ("Ute", "Kevin", "Anna", "Tom", "Zoë")
LAST = date(2026, 11, 20)


def sheets():
    """A season of games, some of them unusual; the last one is running."""
    games = list(simulated_season(NAMES, games=7, seed=4, until=LAST))
    found = list(games)
    points = (Adjustment(0, -30, "late"), Adjustment(1, 10, "", 2))
    found[1] = replace(found[1], game=replace(games[1].game, adjustments=points))
    totals = tuple(range(0, 10 * len(games[2].game.players), 10))
    result = replace(games[2].game, rounds=(), final_totals=totals, ended_after=None)
    found[2] = replace(found[2], game=result)
    found[3] = replace(found[3], game=replace(games[3].game, rounds=()), finished=True)
    return found


@pytest.fixture
def groups(session):
    found = []
    for letter in "xy":
        group = uuid4()
        founding = Founding(group, letter * 43, "Europe/Berlin", "de")
        founded = found_group(session, None, NOW, founding)
        found.append((group, Stamp(founded.device_id, NOW)))
    return found


OF_THE_GROUP = {"id", "uuid", "group_id", "season_id", "changed_by", "game_id"}
OF_THE_GROUP |= {"player_id", "device_id", "sha256", "body"}


def words(session, query):
    """Return rows without what differs from group to group."""
    return [
        {
            each.key: getattr(row, each.key)
            for each in row.__table__.c
            if each.key not in OF_THE_GROUP
        }
        for row in session.scalars(query)
    ]


def everything(session, stamp, address):
    group = group_for(session, stamp.device_id, address.group, Action.READ)
    row = find_game(session, group, address.game)
    names = {str(seat.player.uuid): seat.player.name for seat in row.seats}
    history = [
        {**each.body, "players": [names[id_] for id_ in each.body.get("players", [])]}
        for number in range(len(row.rounds) + 1)
        for each in versions_of(session, row, number)
    ]
    return [
        words(session, select(GameRow).where(GameRow.id == row.id)),
        *[
            words(session, select(table).where(table.game_id == row.id).order_by(*by))
            for table, by in (
                (Seat, [Seat.seat]),
                (RoundRow, [RoundRow.number]),
                (Revision, [Revision.number, Revision.revision]),
                (Result, [Result.seat]),
            )
        ],
        game_value(row).rounds,
        list(names.values()),
        history,
    ]


def test_they_are_stored_as_each_of_them_alone(session, groups):
    (one, stamp), (other, theirs) = groups
    games = [(uuid4(), each) for each in sheets()]
    for uuid, sheet in games:
        record_sheet(session, stamp, GameAddress(one, uuid), sheet)

    record_sheets(session, theirs, other, games)

    for uuid, _ in games:
        alone = everything(session, stamp, GameAddress(one, uuid))
        together = everything(session, theirs, GameAddress(other, uuid))
        assert together == alone


def test_a_game_that_is_there_already_is_not_written_over(session, groups):
    (group, stamp), _ = groups
    good, other, *_ = sheets()
    known = uuid4()
    record_sheets(session, stamp, group, [(known, good)])

    with pytest.raises(ChangedElsewhereError):
        record_sheets(session, stamp, group, [(uuid4(), other), (known, other)])

    assert len(session.scalars(select(GameRow)).all()) == 1
