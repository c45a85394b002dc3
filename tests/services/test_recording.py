"""Typing in a whole sheet, and reading any game back as a value of the rules."""

from dataclasses import replace
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest

from scorepad.rules.problems import Problem
from scorepad.rules.wizard.game import Game, Round, Schedule
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.services.admitting import Action, group_for
from scorepad.services.entering import GameAddress, SheetEntry
from scorepad.services.groups import holding, hosting
from scorepad.services.play.recording import game_as_record, record_sheet
from scorepad.services.refusing import (
    ChangedElsewhereError,
    EntryRefusedError,
    NotThereError,
)
from scorepad.store.play.games import find_game
from scorepad.store.play.history import Stamp, versions_of

NOW = datetime(2026, 11, 21, 20, 14, tzinfo=UTC)
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


def test_a_sheet_changed_elsewhere_is_not_overwritten(session, home):
    address, stamp = home
    first = record_sheet(session, stamp, address, SheetEntry(PAPER, seen=None))
    record_sheet(
        session, stamp, address, SheetEntry(replace(PAPER, place="Kitchen"), seen=first)
    )

    with pytest.raises(ChangedElsewhereError):
        record_sheet(session, stamp, address, SheetEntry(PAPER, seen=first))

    assert read(session, home).game.place == "Kitchen"


def test_a_sheet_that_cannot_be_names_every_field(session, home):
    address, stamp = home
    wrong = replace(
        PAPER,
        rounds=(
            Round(bids=(0, 1, 9), tricks=(0, 0, 1)),
            Round(bids=(2, 0, 0), tricks=(1, 1, 1)),
        ),
    )

    with pytest.raises(EntryRefusedError) as refused:
        record_sheet(session, stamp, address, SheetEntry(wrong, seen=None))

    fields = {each.field for each in refused.value.objections}
    assert fields == {"rounds/1/bids/2", "rounds/2/tricks"}
    with pytest.raises(NotThereError):
        read(session, home)


def test_an_old_sheet_keeps_its_written_totals(session, home):
    address, stamp = home
    old = replace(
        PAPER,
        cards=(1,),
        rounds=(Round(bids=(0, 1, 1), totals=(20, -10, 30)),),
    )

    record_sheet(session, stamp, address, SheetEntry(old, seen=None))

    stored = read(session, home)
    assert stored.game.rounds[0].totals == (20, -10, 30)
    assert sheet_of(stored.game).rows[0].tricks == (0, 0, 1)
    assert stored.finished


def test_a_game_known_by_its_result_alone_is_kept(session, home):
    address, stamp = home
    result = replace(PAPER, rounds=(), final_totals=(310, 250, 180))

    record_sheet(session, stamp, address, SheetEntry(result, seen=None))

    assert read(session, home).game.final_totals == (310, 250, 180)
    assert read(session, home).finished


def test_an_unusual_round_is_stored_with_its_acceptance(session, home):
    address, stamp = home
    odd = Round(bids=(0, 1, 1), tricks=(1, 0, 1), accepted=(Problem.TRICKS_SUM,))

    record_sheet(
        session, stamp, address, SheetEntry(replace(PAPER, rounds=(odd,)), seen=None)
    )

    assert read(session, home).game.rounds == (odd,)


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


def test_a_stranger_reads_and_writes_nothing(session, home):
    address, stamp = home
    record_sheet(session, stamp, address, SheetEntry(PAPER, seen=None))
    founding = hosting.Founding(uuid4(), "d" * 43, "UTC", "en")
    founded = hosting.found_group(session, None, NOW, founding)
    stranger = Stamp(holding.known_device(session, founded.token), NOW)

    with pytest.raises(NotThereError):
        game_as_record(session, stranger.device_id, address)
    with pytest.raises(NotThereError):
        record_sheet(session, stranger, address, SheetEntry(PAPER, seen=1))
    own = GameAddress(founding.uuid, address.game)
    with pytest.raises(NotThereError):
        game_as_record(session, stranger.device_id, own)
