"""Entering a whole sheet, and reading any game as a value of the rules."""

from dataclasses import replace
from datetime import date

from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.schedule import Schedule
from scorepad.services.requests import SheetEntry
from scorepad.services.sheet_entry import record_sheet
from scorepad.services.stored_games import stored_game

PAPER = Game(
    players=("Thomas", "Ute", "Kevin"),
    cards=(1, 2, 3, 4, 5),
    schedule=Schedule.CUSTOM,
    played_on=date(2019, 5, 1),
    rounds=(
        Round(bids=(0, 1, 1), tricks=(0, 0, 1)),
        Round(bids=(2, 0, 0), tricks=(1, 0, 1)),
    ),
)


def read(session, home):
    address, by = home
    return stored_game(by, address)


def test_rounds_taken_off_the_sheet_become_empty(session, home):
    address, by = home
    first = record_sheet(by, address, SheetEntry(PAPER, seen=None))

    shorter = replace(PAPER, rounds=PAPER.rounds[:1])
    record_sheet(by, address, SheetEntry(shorter, seen=first))

    assert read(session, home).game.rounds == PAPER.rounds[:1]
