"""Games are stored whole, and move with their people and groups."""

from dataclasses import replace
from datetime import date
from uuid import uuid4

import pytest

from scorepad.games.registry import GAMES
from scorepad.games.towers import Event, Happening, TowersGame
from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.schedule import Schedule
from scorepad.services import groups, players
from scorepad.services.requests import (
    GameAddress,
    NotThereError,
    SheetEntry,
    WrongTimeError,
)
from scorepad.services.sheet_entry import record_sheet
from scorepad.services.stored_games import history_of, stored_game

UTE_WINS = (*[Event(Happening.FILLED, 0)] * 6, *[Event(Happening.HOME, 0)] * 5)


def played(*names, **facts):
    names = names or ("Ute", "Kevin")
    return TowersGame(names, events=UTE_WINS, finished=True, **facts)


def brought(session, home, game, uuid=None):
    address, by = home
    own = replace(address, game=uuid or uuid4(), word="towers")
    record_sheet(by, own, SheetEntry(game, seen=None, word="towers"))
    return own


def people_of(session, home, own):
    _, by = home
    found = stored_game(by, own)
    return [person.name for person in found.people]


def who(session, home, name):
    address, by = home
    found = players.roster(by, address.group)
    return next(each.uuid for each in found.players if each.name == name)


def test_whoever_is_merged_brings_the_games_along_and_takes_them_back(session, home):
    address, by = home
    own = brought(session, home, played("Ute", "Kev"))
    brought(session, home, played("Ute", "Kevin"))
    group = by, address.group
    kev, kevin = who(session, home, "Kev"), who(session, home, "Kevin")

    players.merge_players(*group, kev, kevin)

    assert people_of(session, home, own) == ["Ute", "Kevin"]
    (merge,) = players.roster(by, address.group).merges
    assert len(merge.Merge.games) == 1
    players.undo_merge(*group, merge.Merge.id)
    assert people_of(session, home, own) == ["Ute", "Kev"]
    states = history_of(by, own, 0)
    assert [state["revision"] for state in states] == [3, 2, 1]


def another_group(session, home):
    _, by = home
    founding = groups.Founding(uuid4(), "d" * 43, "Europe/Berlin", "de")
    groups.found_group(by, founding)
    return founding.uuid


def test_the_same_game_cannot_be_there_twice(session, home):
    address, by = home
    own = brought(session, home, played())
    target = another_group(session, home)
    brought(session, (GameAddress(target, own.game), by), played(), own.game)

    with pytest.raises(WrongTimeError):
        players.move_over(by, address.group, target)

    assert people_of(session, home, own) == ["Ute", "Kevin"]


def test_a_game_that_nobody_plugs_in_any_more_is_not_there(session, home, monkeypatch):
    _, by = home
    own = brought(session, home, played())

    monkeypatch.delitem(GAMES, "towers")

    with pytest.raises(NotThereError):
        stored_game(by, own)


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


def test_rounds_taken_off_the_sheet_become_empty(session, home):
    address, by = home
    first = record_sheet(by, address, SheetEntry(PAPER, seen=None))

    shorter = replace(PAPER, rounds=PAPER.rounds[:1])
    record_sheet(by, address, SheetEntry(shorter, seen=first))

    assert stored_game(by, address).game.rounds == PAPER.rounds[:1]
