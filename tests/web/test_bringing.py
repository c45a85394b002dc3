"""A game is imported from its sheet alone."""

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
from scorepad.games.registry import GAMES
from scorepad.games.towers import Event, Happening, TowersGame
from scorepad.games.wizard.document import document_of, parse_document
from scorepad.games.wizard.models import Adjustment, EvenBidMode, EvenBidRule, Round
from scorepad.games.wizard.sheet import sheet_of
from scorepad.pdf import attachments
from tests.pdf.conftest import EVERYONE, played
from tests.support.invitations import bring, place_of, post
from tests.support.phone import Phone
from tests.support.stored import change, count, found

OWN_ID = "0b5e9c1e-66f4-4b7e-9a6c-0a3f5d1c2b4a"


def sheet_carrying(document):
    made = pikepdf.new()
    made.add_blank_page()
    made.attachments["wizard.json"] = json.dumps(document).encode()
    out = BytesIO()
    made.save(out)
    return out.getvalue()


def brought(client, answer):
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
    file = json.dumps(document_of(a_game(**said))).encode()

    first, again = bring(client, file), bring(client, file)

    assert place_of(first) == place_of(again)
    assert count(app, GameRow) == 1


def test_a_game_whose_people_are_called_otherwise_now_is_the_same_game(app, client):
    file = json.dumps(document_of(a_game())).encode()
    first = bring(client, file)
    who, *_ = found(app, select(Player.uuid).order_by(Player.id))
    host = Phone(client, place_of(first).split("/")[2])
    assert post(host, f"/players/{who}/name", name="Mended").status_code == 303

    assert place_of(first) == place_of(bring(client, file))
    assert count(app, GameRow) == 1
    assert count(app, Player) == len(a_game().players)


def test_another_game_with_the_same_id_gets_its_own(app, client):
    first = bring(client, sheet_carrying(document_of(a_game())))
    assert brought(client, first) == a_game()
    other = a_game(minutes=99)

    answers = [bring(client, sheet_carrying(document_of(other))) for _ in range(2)]

    assert replace(brought(client, answers[0]), id_=OWN_ID) == other
    assert len({place_of(each) for each in answers}) == 1
    assert count(app, GameRow) == 2


def let_go(app, days_ago):
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
def test_r09_what_was_deleted_comes_back_from_its_sheet(app, client, file):
    """If the deleted one cannot be restored, it is another game."""
    bring(client, file)
    for days_ago, gone in ((1, 0), (1, 0), (40, 1), (40, 2)):
        let_go(app, days_ago)

        answers = [bring(client, file) for _ in range(2)]

        (place,) = {place_of(each) for each in answers}
        assert client.get(place).status_code == 200
        assert games_there(app) == ["gone"] * gone + ["there"]


NO_GAMES = [
    (b"", "This file is empty"),
    (b"{}", "This JSON file is from another program"),
    (b"%PDF-1.7 nothing", "damaged"),
    (sheet_carrying({"format": "something/else"}), "contains no game"),
    (sheet_carrying({"format": "scorepad/game", "version": 1}), "from a newer version"),
    (sheet_carrying(document_of(a_game(players=("a",) * 4))), "from a newer version"),
]


def test_what_is_no_game_is_refused_and_leaves_nothing(app, client):
    for file, said in NO_GAMES:
        answer = bring(client, file)

        assert answer.status_code == 422
        assert said in answer.text
        assert count(app, Group) == count(app, GameRow) == 0


def test_r10_a_game_comes_in_whose_bids_a_correction_would_forbid(app, client):
    rounds = Round((0, 1, 1), (0, 1, 0)), Round((1, 1, 0), (1, 1, 0))
    rule = EvenBidRule(EvenBidMode.LEADING_DEALER)
    game = replace(played(EVERYONE[:3], rounds=0), rounds=rounds, even_bid_rule=rule)
    assert [each.problem for _, each in sheet_of(game).objections] == ["bids_even"]

    file = json.dumps(document_of(game)).encode()

    assert brought(client, bring(client, file)).rounds == game.rounds
    assert bring(client, file).status_code == 200
    assert count(app, GameRow) == 1


def test_i11_where_two_are_opened_a_third_waits(client, monkeypatch):
    monkeypatch.setattr(attachments, "_PLACES", BoundedSemaphore(2))
    opened = []

    def run(*_command, **_how):
        """While each is opened, another one arrives."""
        if len(opened) < 3:
            opened.append(bring(client, sheet_carrying({})))
        return SimpleNamespace(returncode=1)

    monkeypatch.setattr(attachments.subprocess, "run", run)

    assert bring(client, sheet_carrying({})).status_code == 422

    third, second = opened
    assert third.status_code == 429
    assert 0 < int(third.headers["Retry-After"]) <= 60
    assert "Other files are being read" in third.text
    assert second.status_code == 422
    assert bring(client, sheet_carrying({})).status_code == 422  # the place is free


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_game_of_two_thousand_rounds_is_refused_in_a_sentence(app, client, wrapped):
    document = {**document_of(a_game()), "schedule": "custom", "cards": [1] * 2000}
    document["rounds"] = [{"bids": [0] * 4}] * 2000
    file = sheet_carrying(document) if wrapped else json.dumps(document).encode()

    answer = bring(client, file)

    assert answer.status_code == 422
    assert answer.text.count('class="problem"') == 1
    assert count(app, GameRow) == 0
