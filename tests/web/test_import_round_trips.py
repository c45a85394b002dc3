"""What Scorepad exports comes into an empty group as equal games."""

import json
from dataclasses import replace

import pytest

from scorepad.games.registry import GAMES, read_game
from scorepad.games.wizard.models import Adjustment, Deck, Joined, Left, Round
from scorepad.games.wizard.schedule import Schedule
from scorepad.games.wizard.scoring import HouseScoring
from scorepad.games.wizard.sheet import sheet_of
from tests.pdf.conftest import EVERYONE, played
from tests.support.invitations import bring, place_of
from tests.support.phone import Phone
from tests.support.wide import first_of

NAMES = EVERYONE[:4]
LATE = replace(
    played(NAMES, rounds=0, ended_after=3),
    joined=(Joined(3, 2, 10),),
    left=(Left(0, 2),),
    rounds=(
        Round((0, 1, 0, None), (0, 1, 0, None)),
        Round((1, 1, 0, 0), (0, 1, 1, 0)),
        Round((None, 1, 2, 0), (None, 1, 1, 1)),
    ),
)
GAMES_OF_GROUP = {
    "whole": played(NAMES, seed=2),
    "ended early": played(NAMES, rounds=6, ended_after=6, place="台北", minutes=95),
    "latecomer": LATE,
    "own cards": played(NAMES[:3], schedule=Schedule.QUICK, deck=Deck.AMERICAN),
    "own scoring": played(NAMES, seed=3, scoring=HouseScoring(5, 5, 5, 5)),
    "adjusted": played(NAMES, seed=4, adjustments=(Adjustment(1, -10, None, 2),)),
    "result": played(NAMES, rounds=0, final_totals=(120, 80, -10, 0)),
    "running": played(NAMES, rounds=3, seed=5),
}
ROUND_BY_ROUND = [name for name in GAMES_OF_GROUP if name != "result"]
TOWERS = {"home": 5, "full": 2, "spent": 4}


def document(name):
    game = GAMES_OF_GROUP[name]
    return GAMES["wizard"].document_of(game)


def import_from(phone, path):
    """Import an export into the empty group of another phone; return its games."""
    exported = phone.client.get(path)
    assert exported.status_code == 200, exported.text
    other = Phone(phone.client.application.test_client())
    answer = bring(other.client, exported.data)
    assert answer.status_code == 200, answer.text
    other.group = place_of(answer).split("/")[2]
    return other


def everything_of(phone):
    return phone.get("/everything.json").json["games"]


def filled(phone, *names):
    phone.found_group()
    for name in names:
        came = bring(phone.client, json.dumps(document(name)).encode())
        assert came.status_code == 200, came.text
    return phone


FILES = [("adjusted", "sheet.pdf"), *((name, "game.json") for name in GAMES_OF_GROUP)]


@pytest.mark.parametrize("what", first_of(FILES, kept=4), ids=" ".join)
def test_a_game_comes_back_from_its_document_or_printed_sheet(phone, what):
    name, file = what
    place = place_of(bring(phone.client, json.dumps(document(name)).encode()))
    phone.group = place.split("/")[2]

    other = import_from(phone, place.replace("/sheet", f"/{file}"))

    assert everything_of(other) == everything_of(phone)


def test_all_games_come_back_from_everything(phone):
    filled(phone, *GAMES_OF_GROUP)
    towers = {"format": "scorepad/game", "version": 1, "game": "towers", "events": []}
    towers |= {"players": ["Ute", "Tom"], "final": [TOWERS, {**TOWERS, "home": 4}]}
    towers["rounds"] = 12
    bring(phone.client, json.dumps(towers).encode())

    other = import_from(phone, f"/g/{phone.group}/everything.json")

    assert len(everything_of(other)) == len(GAMES_OF_GROUP) + 1
    assert everything_of(other) == everything_of(phone)


def told(tree):
    """Return what a table of rounds tells of a game."""
    sheet = sheet_of(read_game(tree).game)
    rows = [
        (row.cards, row.noted.trump, row.final_bids, row.tricks, row.totals)
        for row in sheet.rows
        if row.points is not None
    ]
    return sheet.players, rows


@pytest.mark.parametrize("name", first_of(ROUND_BY_ROUND, kept=3))
def test_rounds_come_back_from_their_table_and_the_workbook(phone, name):
    place = place_of(bring(phone.client, json.dumps(document(name)).encode()))
    phone.group = place.split("/")[2]
    (here,) = everything_of(phone)
    workbook = f"/g/{phone.group}/seasons/0/season.xlsx"

    for path in (place.replace("/sheet", "/rounds.csv"), workbook):
        (there,) = everything_of(import_from(phone, path))
        assert told(there["document"]) == told(here["document"])


def test_results_come_back_from_their_table(phone):
    filled(phone, *GAMES_OF_GROUP)

    other = import_from(phone, f"/g/{phone.group}/seasons/0/games.csv")

    assert results_of(other) == results_of(phone)


def results_of(phone):
    found = []
    for each in everything_of(phone):
        if each["finished"]:
            word, game = read_game(each["document"])
            answer = GAMES[word].answer_for(game)
            totals = dict(zip(game.players, answer["totals"], strict=True))
            found.append((game.played_on, sorted(totals.items()), each["counts"]))
    return sorted(found)
