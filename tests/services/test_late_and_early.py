"""Games that a player joined late or left early: stored, counted and read."""

from dataclasses import replace
from datetime import date

from scorepad.games.wizard.models import Game, Joined, Left, Round
from scorepad.games.wizard.schedule import Schedule
from scorepad.games.wizard.seating import planned_cards, with_hands
from scorepad.services.inputs import SheetEntry
from scorepad.services.sheet_entry import game_as_record, record_sheet

TABLE = Game(
    players=("Thomas", "Ute", "Kevin", "Anna", "Eva"),
    cards=(1, 14, 13, 2),
    schedule=Schedule.CUSTOM,
    played_on=date(2026, 5, 1),
    joined=(Joined(4, 3, 20),),
    left=(Left(0, 1),),
)
LATE = replace(
    with_hands(TABLE, planned_cards(TABLE)),
    rounds=(
        Round(bids=(0, 1, 0, 0, None), tricks=(0, 1, 0, 0, None)),
        Round(bids=(None, 7, 3, 4, None), tricks=(None, 7, 3, 4, None)),
        Round(bids=(None, 4, 4, 3, 2), tricks=(None, 4, 4, 3, 2)),
    ),
)


def read(session, home):
    address, stamp = home
    return game_as_record(session, stamp.device_id, address)


def test_an_old_sheet_has_no_total_where_somebody_is_not_there(session, home):
    address, stamp = home
    rounds = (
        Round((0, 1, 0, 0, None), totals=(20, 30, 20, 20, None)),
        Round((None, 7, 3, 4, None), totals=(None, 120, 70, 80, None)),
        Round((None, 0, 0, 0, 13), totals=(None, 140, 90, 100, 170)),
    )
    old = replace(LATE, rounds=rounds)

    record_sheet(session, stamp, address, SheetEntry(old, seen=None))

    assert read(session, home).game.rounds == rounds
