"""Typing in a whole sheet, and reading any game back as a value of the rules."""

from dataclasses import replace
from datetime import date
from uuid import uuid4

from scorepad.rules.wizard.game import Game, Round, Schedule
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.services.inputs import GameAddress, SheetEntry
from scorepad.services.permissions import Action, group_for
from scorepad.services.play.recording import game_as_record, record_sheet
from scorepad.store.play.games import find_game
from scorepad.store.play.history import versions_of

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
    address, stamp = home
    return game_as_record(session, stamp.device_id, address)


def test_a_paper_game_comes_back_as_it_was_typed(session, home):
    address, stamp = home

    record_sheet(session, stamp, address, SheetEntry(PAPER, seen=None))

    stored = read(session, home)
    assert stored.game == replace(PAPER, id_=str(address.game))
    assert (stored.finished, stored.counts, stored.season) == (False, True, 1)
    assert sheet_of(stored.game).totals == (10, 10, 20)


def test_only_what_differs_gets_a_revision(session, home):
    address, stamp = home
    first = record_sheet(session, stamp, address, SheetEntry(PAPER, seen=None))
    mended = Round(bids=(2, 0, 0), tricks=(2, 0, 0))

    record_sheet(
        session,
        stamp,
        address,
        SheetEntry(replace(PAPER, rounds=(PAPER.rounds[0], mended)), seen=first),
    )

    group = group_for(session, stamp.device_id, address.group, Action.READ)
    row = find_game(session, group, address.game)
    assert read(session, home).game.rounds[1] == mended
    assert [len(versions_of(session, row, number)) for number in (1, 2)] == [1, 2]


def test_rounds_taken_off_the_sheet_become_empty(session, home):
    address, stamp = home
    first = record_sheet(session, stamp, address, SheetEntry(PAPER, seen=None))

    shorter = replace(PAPER, rounds=PAPER.rounds[:1])
    record_sheet(session, stamp, address, SheetEntry(shorter, seen=first))

    assert read(session, home).game.rounds == PAPER.rounds[:1]


def test_players_of_the_group_are_recognised_by_name(session, home):
    address, stamp = home
    record_sheet(session, stamp, address, SheetEntry(PAPER, seen=None))
    again = GameAddress(address.group, uuid4())

    names = replace(PAPER, players=("KEVIN", "Ute ", "Anna"))
    record_sheet(session, stamp, again, SheetEntry(names, seen=None))

    first, second = read(session, home), read(session, (again, stamp))
    assert second.game.players == ("Kevin", "Ute", "Anna")
    assert set(first.player_ids) & set(second.player_ids) == {
        first.player_ids[1],
        first.player_ids[2],
    }
