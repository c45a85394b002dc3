"""Paper through the browser: real PDFs, read back."""

import json
import re
import subprocess
import time
from pathlib import Path

import pytest

from scorepad.rules.wizard.document import parse_document
from scorepad.sheets.errors import SheetsBusy, SheetTooHard
from scorepad.sheets.press import Press
from scorepad.sheets.printing import Allowance
from tests.repo.source import ROOT


@pytest.fixture(scope="module")
def warm_press(tmp_path_factory):
    """One press for all tests here: fonts are read once."""
    press = Press(
        fonts=ROOT / "static" / "fonts",
        styles=ROOT / "templates" / "sheets",
        scratch=tmp_path_factory.mktemp("scratch"),
        at_once=1,
        allowance=Allowance(seconds=60),  # other tests may keep the machine busy
    )
    press.warm_up()
    yield press
    press.close()


@pytest.fixture
def press(app, warm_press):
    own = app.extensions["press"]
    app.extensions["press"] = warm_press
    yield warm_press
    app.extensions["press"] = own


class NoPress:
    """Stands where the press is when it cannot print."""

    def __init__(self, error):
        self.error = error

    def pdf(self, _html):
        raise self.error

    def close(self):
        """Nothing was opened."""


def read_back(answer, tmp_path: Path) -> str:
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/pdf"
    path = tmp_path / "read.pdf"
    path.write_bytes(answer.data)
    done = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, check=True
    )
    return done.stdout.decode()


def pages(answer, tmp_path: Path) -> int:
    return read_back(answer, tmp_path).count("\f")


def played_game(phone, *names: str) -> str:
    game = phone.start_game(*names)
    phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0])
    phone.save_round(game, 2, [1, 1, 0, 1], [0, 1, 0, 1])
    return game


def test_the_front_door_offers_four_choices_and_one_button(client):
    page = client.get("/print").text

    assert all(f'name="{name}"' in page for name in ("players", "lang", "copies"))
    assert page.count('class="main"') == 1


@pytest.mark.parametrize(("players", "rows"), [("3", 20), ("4", 15), ("6", 10)])
def test_a_pad_has_a_row_for_every_round(client, press, tmp_path, players, rows):
    text = read_back(client.get(f"/print/pad.pdf?players={players}&lang=en"), tmp_path)

    numbers = [line.split()[0] for line in text.splitlines() if line.split()]
    assert str(rows) in numbers
    assert str(rows + 1) not in numbers


def test_the_staircase_says_how_many_rounds_each_table_plays(client, press, tmp_path):
    text = read_back(client.get("/print/pad.pdf?players=staircase&lang=de"), tmp_path)

    assert re.findall(r"(\d) Personen", text) == ["5", "4", "3"]
    assert re.findall(r"(\d+) Runden", text) == ["12", "15", "20"]


def test_a_pad_without_a_trump_column_does_not_speak_of_trump(client, press, tmp_path):
    with_it = client.get("/print/pad.pdf?players=4&lang=en&trump=yes")
    without = client.get("/print/pad.pdf?players=4&lang=en&trump=no")

    assert "Trump" in read_back(with_it, tmp_path)
    assert "Trump" not in read_back(without, tmp_path)


def test_fifty_copies_cost_little_more_than_one(client, press, tmp_path):
    one = client.get("/print/pad.pdf?players=4&copies=1")
    fifty = client.get("/print/pad.pdf?players=4&copies=50")

    assert (pages(one, tmp_path), pages(fifty, tmp_path)) == (1, 50)
    assert len(fifty.data) < 2 * len(one.data)


@pytest.mark.parametrize(
    "query",
    [
        "players=2",
        "players=7",
        "players=",
        "lang=fr",
        "trump=maybe",
        "copies=0",
        "copies=51",
        "copies=-1",
        "copies=many",
        "copies=1e9",
        "copies=",
        "copies=99999999999999999999",
    ],
)
def test_a_pad_that_cannot_be_is_refused_with_a_sentence(client, query):
    answer = client.get(f"/print/pad.pdf?{query}")

    assert answer.status_code == 422
    assert "expected" in answer.text or "can be printed" in answer.text


def test_the_sheet_of_a_running_game_is_printed_with_all_names(phone, press, tmp_path):
    names = ("Wolfeschlegelsteinhausenbergerdorff", "Zoë", "王小明", "김민준")
    game = played_game(phone, *names)

    answer = phone.client.get(f"/g/{phone.group}/games/{game}/sheet.pdf")

    text = read_back(answer, tmp_path)
    assert "王小明" in text
    assert "김민준" in text
    assert "Wolfeschlegel" in text
    assert "After 2 rounds" in text
    assert "20" in text


def test_a_sheet_has_a_file_name_for_old_and_new_browsers(phone, press):
    game = played_game(phone, "王小明", "Ute", "Kevin/../", 'An"na')

    answer = phone.client.get(f"/g/{phone.group}/games/{game}/sheet.pdf")

    header = answer.headers["Content-Disposition"]
    assert header.startswith("inline; filename=wizard-20")
    assert "filename*=UTF-8''Wizard%20" in header
    assert "%E7%8E%8B%E5%B0%8F%E6%98%8E" in header
    assert "%2F" not in header
    assert "%22" not in header


@pytest.mark.parametrize("error", [SheetsBusy(), SheetTooHard("stopped")])
def test_a_sheet_that_is_not_printed_asks_to_come_again(app, phone, error):
    game = played_game(phone)
    app.extensions["press"] = NoPress(error)

    answer = phone.client.get(f"/g/{phone.group}/games/{game}/sheet.pdf")

    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "try again" in answer.text


def test_the_document_of_a_game_can_be_read_by_any_scorepad(phone):
    game = played_game(phone)

    answer = phone.client.get(f"/g/{phone.group}/games/{game}/game.json")

    read = parse_document(answer.data)
    assert read.players == ("Thomas", "Ute", "Kevin", "Anna")
    assert read.rounds[1].tricks == (0, 1, 0, 1)
    assert json.loads(answer.data)["id"] == game
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=")
    assert str(time.localtime().tm_year) in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("what", ["sheet.pdf", "game.json"])
def test_a_stranger_finds_no_paper_of_others(phone, stranger, what):
    game = played_game(phone)

    answer = stranger.client.get(f"/g/{phone.group}/games/{game}/{what}")

    assert answer.status_code == 404
