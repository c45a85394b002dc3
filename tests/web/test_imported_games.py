"""A game is imported from its sheet alone.

What Scorepad exports comes into an empty group as equal games.
"""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import BytesIO
from threading import BoundedSemaphore
from types import SimpleNamespace

import pikepdf
import pytest
from sqlalchemy import select, update

from scorepad.db.tables import AnyGame, GameRow, Group, Player
from scorepad.games.registry import GAMES, read_game
from scorepad.games.towers import Event, Happening, TowersGame
from scorepad.games.wizard.document import document_of, parse_document
from scorepad.games.wizard.models import (
    Adjustment,
    Deck,
    EvenBidMode,
    EvenBidRule,
    Joined,
    Left,
    Round,
)
from scorepad.games.wizard.schedule import Schedule
from scorepad.games.wizard.scoring import HouseScoring
from scorepad.games.wizard.sheet import sheet_of
from scorepad.pdf import attachments
from tests.pdf.conftest import EVERYONE, played
from tests.support.invitations import import_file, place_of, post
from tests.support.phone import Phone
from tests.support.stored import change, count, found
from tests.support.wide import first_of

OWN_ID = "0b5e9c1e-66f4-4b7e-9a6c-0a3f5d1c2b4a"


def sheet_carrying(document):
    made = pikepdf.new()
    made.add_blank_page()
    made.attachments["wizard.json"] = json.dumps(document).encode()
    out = BytesIO()
    made.save(out)
    return out.getvalue()


def file_of(game):
    return json.dumps(document_of(game)).encode()


def imported(client, answer):
    place = place_of(answer)
    assert client.get(place).status_code == 200
    path = place.replace("/sheet", "/game.json")
    return parse_document(client.get(path).data)


def a_game(**facts):
    game = played(EVERYONE[:4], rounds=6, place="台北", remark="🧙‍♂️", id_=OWN_ID)
    adjustments = (Adjustment(1, -10, "late", 2),)
    return replace(game, adjustments=adjustments, **facts)


NOTED = replace(a_game().rounds[0], note=" a ")
LESS = {
    "no day": {"played_on": None},
    "neither day nor id": {"id_": None, "played_on": None},
    "a note": {"id_": None, "rounds": (NOTED, *a_game().rounds[1:])},
}


@pytest.mark.parametrize("said", LESS.values(), ids=LESS)
def test_a_document_that_says_less_is_the_same_game_again(app, client, said):
    file = file_of(a_game(**said))

    first, again = import_file(client, file), import_file(client, file)

    assert place_of(first) == place_of(again)
    assert count(app, GameRow) == 1


def test_a_game_whose_people_were_renamed_is_the_same_game(app, client):
    file = file_of(a_game())
    first = import_file(client, file)
    who, *_ = found(app, select(Player.uuid).order_by(Player.id))
    host = Phone(client, place_of(first).split("/")[2])
    assert post(host, f"/players/{who}/name", name="Mended").status_code == 303

    assert place_of(first) == place_of(import_file(client, file))
    assert count(app, GameRow) == 1
    assert count(app, Player) == len(a_game().players)


def test_another_game_with_the_same_id_gets_its_own(app, client):
    first = import_file(client, sheet_carrying(document_of(a_game())))
    assert imported(client, first) == a_game()
    other = a_game(minutes=99)

    answers = [
        import_file(client, sheet_carrying(document_of(other))) for _ in range(2)
    ]

    assert replace(imported(client, answers[0]), id_=OWN_ID) == other
    assert len({place_of(each) for each in answers}) == 1
    assert count(app, GameRow) == 2


def delete_all(app, days_ago):
    """Delete all games, so many days ago."""
    gone = datetime.now(UTC) - timedelta(days=days_ago)
    change(app, update(AnyGame).values(deleted_at=gone))


def towers():
    game = TowersGame(("Ute", "Kevin"), events=(Event(Happening.HOME, 0),))
    return json.dumps({**GAMES["towers"].document_of(game), "id": OWN_ID}).encode()


def games_there(app):
    """Return which of all stored games are there, and which are deleted."""
    gone = found(app, select(AnyGame.deleted_at))
    return sorted("there" if at is None else "gone" for at in gone)


@pytest.mark.parametrize("file", [sheet_carrying(document_of(a_game())), towers()])
def test_r09_a_deleted_game_comes_back_from_its_sheet(app, client, file):
    """If the deleted one cannot be restored, it is another game."""
    import_file(client, file)
    for days_ago, gone in ((1, 0), (1, 0), (40, 1), (40, 2)):
        delete_all(app, days_ago)

        answers = [import_file(client, file) for _ in range(2)]

        (place,) = {place_of(each) for each in answers}
        assert client.get(place).status_code == 200
        assert games_there(app) == ["gone"] * gone + ["there"]


NO_GAMES = [
    (b"%PDF-1.7 nothing", "damaged"),
    (sheet_carrying({"format": "something/else"}), "contains no game"),
    (sheet_carrying({"format": "scorepad/game", "version": 1}), "from a newer version"),
    (sheet_carrying(document_of(a_game(players=("a",) * 4))), "from a newer version"),
]


def test_a_document_without_a_game_is_refused_and_leaves_nothing(app, client):
    for file, said in NO_GAMES:
        answer = import_file(client, file)

        assert answer.status_code == 422
        assert said in answer.text
        assert count(app, Group) == count(app, GameRow) == 0


def test_r10_a_game_is_imported_whose_bids_a_correction_would_forbid(app, client):
    rounds = Round((0, 1, 1), (0, 1, 0)), Round((1, 1, 0), (1, 1, 0))
    rule = EvenBidRule(EvenBidMode.LEADING_DEALER)
    game = replace(played(EVERYONE[:3], rounds=0), rounds=rounds, even_bid_rule=rule)
    assert [each.problem for _, each in sheet_of(game).objections] == ["bids_even"]

    file = file_of(game)

    assert imported(client, import_file(client, file)).rounds == game.rounds
    assert import_file(client, file).status_code == 200
    assert count(app, GameRow) == 1


def test_i11_where_two_are_opened_a_third_waits(client, monkeypatch):
    monkeypatch.setattr(attachments, "_PLACES", BoundedSemaphore(2))
    opened = []

    def run(*_command, **_how):
        """While each is opened, another one arrives."""
        if len(opened) < 3:
            opened.append(import_file(client, sheet_carrying({})))
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(attachments.subprocess, "run", run)

    assert import_file(client, sheet_carrying({})).status_code == 422

    third, second = opened
    assert third.status_code == 429
    assert 0 < int(third.headers["Retry-After"]) <= 60
    assert "Other files are being read" in third.text
    assert second.status_code == 422
    freed = import_file(client, sheet_carrying({}))
    assert freed.status_code == 422


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_game_of_two_thousand_rounds_is_refused_in_a_sentence(app, client, wrapped):
    document = {**document_of(a_game()), "schedule": "custom", "cards": [1] * 2000}
    document["rounds"] = [{"bids": [0] * 4}] * 2000
    file = sheet_carrying(document) if wrapped else json.dumps(document).encode()

    answer = import_file(client, file)

    assert answer.status_code == 422
    assert answer.text.count('class="problem"') == 1
    assert count(app, GameRow) == 0


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


def take_in(phone, file):
    """Import a file into the newest group of a phone; return the place of a game."""
    place = place_of(import_file(phone.client, file))
    phone.group = place.split("/")[2]
    return place


def import_from(phone, path):
    """Import an export into the empty group of another phone; return that phone."""
    other = Phone(phone.client.application.test_client())
    take_in(other, phone.client.get(path).data)
    return other


def everything_of(phone):
    return phone.get("/everything.json").json["games"]


FILES = [("adjusted", "sheet.pdf"), *((name, "game.json") for name in GAMES_OF_GROUP)]


@pytest.mark.parametrize("what", first_of(FILES, kept=4), ids=" ".join)
def test_a_game_comes_back_from_its_document_or_printed_sheet(phone, what):
    name, file = what
    place = take_in(phone, file_of(GAMES_OF_GROUP[name]))

    other = import_from(phone, place.replace("/sheet", f"/{file}"))

    assert everything_of(other) == everything_of(phone)


def test_all_games_come_back_from_everything(phone):
    for game in GAMES_OF_GROUP.values():
        take_in(phone, file_of(game))
    towers = {"format": "scorepad/game", "version": 1, "game": "towers", "events": []}
    towers |= {"players": ["Ute", "Tom"], "final": [TOWERS, {**TOWERS, "home": 4}]}
    towers["rounds"] = 12
    import_file(phone.client, json.dumps(towers).encode())

    other = import_from(phone, f"/g/{phone.group}/everything.json")

    assert len(everything_of(other)) == len(GAMES_OF_GROUP) + 1
    assert everything_of(other) == everything_of(phone)


def rounds_in(tree):
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
    place = take_in(phone, file_of(GAMES_OF_GROUP[name]))
    (here,) = everything_of(phone)
    workbook = f"/g/{phone.group}/seasons/0/season.xlsx"

    for path in (place.replace("/sheet", "/rounds.csv"), workbook):
        (there,) = everything_of(import_from(phone, path))
        assert rounds_in(there["document"]) == rounds_in(here["document"])


def test_results_come_back_from_their_table(phone):
    for game in GAMES_OF_GROUP.values():
        take_in(phone, file_of(game))

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
