"""Games that somebody joined late or left early: kept, counted and read back."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from scorepad.rules.problems import Problem
from scorepad.rules.wizard.document import document_of, parse_document
from scorepad.rules.wizard.game import Game, Joined, Left, Round, Schedule
from scorepad.rules.wizard.presence import planned_cards, with_hands
from scorepad.services.entering import SheetEntry
from scorepad.services.play.recording import game_as_record, record_sheet
from scorepad.services.refusing import EntryRefusedError
from scorepad.services.seasons.season_stats import season_overview

NOW = datetime(2026, 11, 21, 20, 14, tzinfo=UTC)
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


def test_a_document_with_latecomers_comes_back_as_it_was(session, home):
    address, stamp = home
    told = document_of(LATE)
    game = parse_document(json.dumps(told))

    record_sheet(session, stamp, address, SheetEntry(game, seen=None))

    stored = read(session, home)
    assert document_of(replace(stored.game, id_=None)) == told
    assert stored.game.cards == (1, 14, 13, 2)
    assert not stored.finished


def test_a_join_that_shortens_a_custom_schedule_keeps_what_was_planned(session, home):
    address, stamp = home
    more = replace(TABLE, left=())
    game = with_hands(more, planned_cards(more))

    record_sheet(session, stamp, address, SheetEntry(game, seen=None))

    stored = read(session, home).game
    assert (stored.cards, stored.planned) == ((1, 14, 2), (1, 14, 13, 2))


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


def test_a_sheet_that_notes_somebody_who_is_not_there_is_refused(session, home):
    address, stamp = home
    wrong = replace(
        LATE, rounds=(Round((0, 1, 0, 0, 0), (0, 1, 0, 0, 0)), *LATE.rounds[1:])
    )

    with pytest.raises(EntryRefusedError) as refused:
        record_sheet(session, stamp, address, SheetEntry(wrong, seen=None))

    assert [(e.field, e.problem) for e in refused.value.objections] == [
        ("rounds/1/bids/4", Problem.NOT_AT_TABLE)
    ]


def test_the_season_counts_who_played_and_crowns_who_stayed(session, home):
    address, stamp = home
    gone_first = replace(LATE, ended_after=2, left=(Left(1, 1),), rounds=())
    rounds = (
        Round((0, 1, 0, 0, None), (0, 1, 0, 0, None)),
        Round((0, None, 9, 5, None), (1, None, 10, 3, None)),
    )
    game = replace(gone_first, rounds=rounds)
    record_sheet(session, stamp, address, SheetEntry(game, seen=None))

    found = season_overview(session, stamp.device_id, address.group, 1)
    standings = {
        each.player.name: (each.games, each.wins, each.bids_made)
        for each in found.standings
    }
    assert standings == {
        "Thomas": (1, 1, 2),
        "Kevin": (1, 1, 2),
        "Anna": (1, 0, 2),
        "Ute": (1, 0, 1),
        "Eva": (0, 0, 0),
    }
    assert [(seat.total, seat.won) for seat in found.games[0].seats] == [
        (10, True),
        (30, False),
        (10, True),
        (0, False),
        (None, False),
    ]


def test_a_running_game_waits_for_nobody_who_is_not_there(session, home):
    address, stamp = home

    record_sheet(session, stamp, address, SheetEntry(LATE, seen=None))

    found = season_overview(session, stamp.device_id, address.group, 1)
    assert (found.games[0].next_round, found.games[0].rounds) == (4, 4)
