"""Blank sheets through the browser: choices, their links, and what is printed."""

import re
import shutil
import subprocess
from urllib.parse import parse_qsl

import pypdfium2
import pytest
import zxingcpp

from scorepad.app import create_app
from scorepad.pdf.worker import picture_of
from scorepad.settings import Settings
from scorepad.store.db import db


@pytest.fixture(scope="module")
def app(migrated_sqlite, tmp_path_factory):
    """One application for all tests here: nothing of it is stored."""
    folder = tmp_path_factory.mktemp("blanks")
    url = f"sqlite:///{shutil.copy(migrated_sqlite, folder)}"
    app = create_app(Settings(instance=folder, database_url=url))
    app.testing = True
    yield app
    app.extensions["renderer"].close()
    with app.app_context():
        db.engine.dispose()


def pages(answer) -> int:
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/pdf"
    return len(pypdfium2.PdfDocument(answer.data))


def text_of(answer) -> str:
    assert answer.status_code == 200, answer.text
    done = subprocess.run(
        ["pdftotext", "-layout", "-", "-"],
        input=answer.data,
        capture_output=True,
        check=True,
    )
    return done.stdout.decode()


def link_in(page: str) -> str:
    return re.search(r'href="/print\?([^"]*)"', page)[1].replace("&amp;", "&")


def chosen_in(page: str) -> dict[str, str]:
    return dict(parse_qsl(link_in(page)))


def test_a_stack_takes_players_paper_copies_and_one_button(client):
    page = client.get("/print").text
    first = page[: page.index('id="result"')]

    assert all(f'name="{name}"' in first for name in ("players", "paper", "copies"))
    assert first.count("<select") == 1
    assert page.count('class="main"') == 1


@pytest.mark.parametrize(
    ("reader", "paper"),
    [
        ("en-US,en;q=0.9", "letter"),
        ("fr-CA", "letter"),
        ("es-MX", "letter"),
        ("de", None),
    ],
)
def test_the_paper_is_the_one_in_the_readers_printer(client, reader, paper):
    page = client.get("/print", headers={"Accept-Language": reader}).text

    assert chosen_in(page).get("paper") == paper


def test_the_sheet_speaks_the_language_of_the_reader_at_first(client):
    page = client.get("/print", headers={"Accept-Language": "de-AT"}).text

    assert chosen_in(page)["lang"] == "de"


def test_a_link_means_the_same_for_everybody(client):
    page = client.get("/print?players=4", headers={"Accept-Language": "zh-TW"}).text

    assert chosen_in(page) == {"players": "4"}


def test_what_the_form_sends_becomes_the_short_link(client):
    sent = (
        "form=1&players=4&paper=a4&copies=1&schedule=quick&cards=&per_page=1&turn=auto"
        "&lang=en&trump=yes&place=yes&dealer=yes&name0=+Ute++&name5=Nobody"
    )

    answer = client.get(f"/print?{sent}")

    short = "players=4&schedule=quick&name0=Ute&dealer=yes&reminder=no"
    assert answer.headers["Location"] == f"/print?{short}"
    pdf = client.get(f"/print/pad.pdf?{sent}")
    assert pdf.headers["Location"] == f"/print/pad.pdf?{short}"
    assert link_in(client.get(f"/print?{short}").text) == short


def test_the_last_choice_is_remembered_once_it_was_printed(client, renderer):
    client.get("/print?players=6&paper=a5")
    assert chosen_in(client.get("/print").text)["players"] == "staircase"

    client.get("/print/pad.pdf?players=5&paper=a5&lang=zh-Hant&name0=%E7%8E%8B")

    last = {"players": "5", "paper": "a5", "lang": "zh-Hant", "name0": "王"}
    assert chosen_in(client.get("/print").text) == last


@pytest.mark.parametrize("left", ["players=7", "%%%", "schedule=x", "", "copies=0"])
def test_a_broken_memory_is_forgotten(client, left):
    client.set_cookie("blank", left, path="/print")

    assert chosen_in(client.get("/print").text)["players"] == "staircase"


def test_a_pad_has_a_row_for_every_round(client, renderer):
    text = text_of(client.get("/print/pad.pdf?players=6"))

    alone = [line.strip() for line in text.splitlines() if line.strip().isdigit()]
    assert alone == [str(number) for number in range(1, 11)]


def test_the_staircase_says_how_many_rounds_each_table_plays(client, renderer):
    text = text_of(client.get("/print/pad.pdf?players=staircase&lang=de"))

    assert re.findall(r"(\d) Personen", text) == ["5", "4", "3"]
    assert re.findall(r"(\d+) Runden", text) == ["12", "15", "20"]


def test_what_is_left_out_is_not_spoken_of(client, renderer):
    text = text_of(client.get("/print/pad.pdf?players=4&trump=no&reminder=no&place=no"))

    assert not re.search("Trump|Bid met|Place|Date", text)


def test_fifty_copies_cost_little_more_than_one(client, renderer):
    one = client.get("/print/pad.pdf?players=4")
    fifty = client.get("/print/pad.pdf?players=4&copies=50")

    assert (pages(one), pages(fifty)) == (1, 50)
    assert len(fifty.data) < 2 * len(one.data)


def test_copies_are_sheets_and_pages_are_full(client, renderer):
    answer = client.get("/print/pad.pdf?players=5&copies=6&per_page=4")

    assert pages(answer) == 2
    assert (
        "8 sheets on 2 pages" in client.get("/print?players=5&copies=6&per_page=4").text
    )


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("players=3&per_page=4", "Only 2 sheets go on a page"),
        ("players=3&paper=a6", "A sheet takes 2 pages"),
        (
            "players=staircase&schedule=quick&paper=a6&bids=yes&bomb=yes&cloud=yes",
            "no room for these columns: Bids, Bomb, Cloud",
        ),
    ],
)
def test_where_the_paper_is_too_small_a_calm_line_says_so(client, query, sentence):
    assert sentence in client.get(f"/print?{query}").text


def test_without_need_nothing_is_said(client):
    page = client.get("/print?players=4").text

    assert not re.search("need 7 mm|no room|sheets? on", page)


def test_the_cards_of_a_schedule_stand_beside_it(client):
    page = client.get("/print?players=5&schedule=amigo_tournament").text

    assert "2 4 5 6 7 8 9 10 11 12" in page


@pytest.mark.parametrize(
    "query",
    [
        "players=2",
        "players=",
        "lang=fr",
        "trump=maybe",
        "paper=a3",
        "turn=round",
        "per_page=3",
        "schedule=forever",
        "schedule=custom",
        "schedule=custom&cards=1+2+x",
        "schedule=custom&cards=0",
        "schedule=custom&cards=1-99",
        "players=5&schedule=custom&cards=15",
        "players=5&schedule=single_colour",
        "players=4&schedule=special6",
        "name0=%00",
        "name0=" + "x" * 200,
        "copies=0",
        "copies=101",
        "copies=-1",
        "copies=many",
        "copies=",
        "copies=99999999999999999999",
    ],
)
def test_a_pad_that_cannot_be_is_refused_with_a_sentence(client, query):
    for door in ("/print", "/print/pad.pdf", "/print/pad.png"):
        answer = client.get(f"{door}?{query}")

        assert answer.status_code == 422
        assert re.search(
            "expected|can be printed|not hold|at least|for 3 or 4|characters|deck",
            answer.text,
        )


@pytest.mark.parametrize(
    "typed", ["1,3,5-7", "1、3、5 6 7", "１ ３ ５–7", "1; 3; 5; 6; 7"]
)
def test_own_cards_may_be_typed_in_many_ways(client, typed):
    page = client.get(
        "/print", query_string={"players": "4", "schedule": "custom", "cards": typed}
    ).text

    assert chosen_in(page)["cards"] == "1 3 5 6 7"


def test_the_picture_is_what_is_printed(client, renderer):
    query = "players=5&schedule=quick&dealer=yes"

    picture = client.get(f"/print/pad.png?{query}")
    pdf = client.get(f"/print/pad.pdf?{query}")

    assert picture.mimetype == "image/png"
    assert picture.data == picture_of(pdf.data)


def test_the_page_shows_the_picture_in_its_size(client, renderer):
    page = client.get("/print?players=4&paper=a5&turn=landscape").text
    shown = re.search(r'<img[^>]*src="([^"]*)" width="(\d+)" height="(\d+)"', page)

    picture = client.get(shown[1].replace("&amp;", "&"))
    # A PNG says its size in its first chunk.
    size = [int.from_bytes(picture.data[at : at + 4], "big") for at in (16, 20)]
    assert [int(shown[2]), int(shown[3])] == pytest.approx(size, abs=1)


def test_a_picture_seen_before_is_not_drawn_again(app, client, renderer):
    tag = client.get("/print/pad.png?players=4").headers["ETag"]
    app.extensions["renderer"] = None

    again = client.get("/print/pad.png?players=4", headers={"If-None-Match": tag})

    assert again.status_code == 304


def code_on(answer) -> str:
    assert answer.status_code == 200, answer.text
    picture = pypdfium2.PdfDocument(answer.data)[0].render(scale=200 / 72).to_pil()
    return zxingcpp.read_barcodes(picture)[0].text


def test_the_code_leads_to_the_address_that_phones_open(app, client, renderer):
    settings = app.config["SETTINGS"]
    app.config["SETTINGS"] = settings.model_copy(
        update={"address": "https://pad.local:8443"}
    )
    try:
        pad = client.get("/print/pad.pdf?players=4&code=yes&deck=american")
        page = client.get("/print?players=4&code=yes").text
    finally:
        app.config["SETTINGS"] = settings

    assert code_on(pad) == "https://pad.local:8443/paper?players=4&deck=american"
    assert "no other" not in page


def test_without_one_the_code_leads_where_the_page_was_opened(client, renderer):
    home = {"base_url": "http://192.168.1.20:8000"}

    pad = client.get("/print/pad.pdf?players=4&code=yes", **home)

    assert code_on(pad) == "http://192.168.1.20:8000/paper?players=4"
    assert "no other" not in client.get("/print?players=4&code=yes", **home).text


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000"])
def test_a_code_that_only_this_computer_can_open_is_pointed_out(client, host):
    here = {"base_url": f"http://{host}"}

    assert "and no other" in client.get("/print?players=4&code=yes", **here).text
    assert "and no other" not in client.get("/print?players=4", **here).text


def test_more_names_than_a_code_can_hold_leave_the_plain_link(client):
    """A letter of four bytes is written with twelve signs in a link."""
    names = {f"name{seat}": 40 * chr(0x1D400 + seat) for seat in range(6)}
    asked = {"players": "6", "code": "yes", **names}

    assert client.get("/print", query_string=asked).status_code == 200
    assert pages(client.get("/print/pad.pdf", query_string=asked)) == 1
