"""Blank sheets through the browser: options, their links, and the PDF."""

import re
from itertools import product
from urllib.parse import parse_qsl

import pypdfium2
import zxingcpp

from scorepad.pdf.worker import picture_of
from tests.support.stored import configure


def pages(answer):
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/pdf"
    return len(pypdfium2.PdfDocument(answer.data))


def link_in(page):
    return re.search(r'href="/print\?([^"]*)"', page)[1].replace("&amp;", "&")


def chosen_in(page):
    return dict(parse_qsl(link_in(page)))


PAPER_OF = {
    "en-US,en;q=0.9": "letter",
    "fr-CA": "letter",
    "es-MX": "letter",
    "de": None,
    "de,en-US;q=0.7,en;q=0.3": None,  # Firefox in German
}


def test_the_form_suits_the_readers_printer_and_becomes_a_short_link(client):
    for reader, paper in PAPER_OF.items():
        page = client.get("/print", headers={"Accept-Language": reader}).text
        assert chosen_in(page).get("paper") == paper
    sent = (
        "form=1&players=4&paper=a4&copies=1&schedule=quick&cards=&per_page=1&turn=auto"
        "&lang=en&trump=yes&place=yes&dealer=yes&name0=+Ute++&name5=Nobody"
    )

    answer = client.get(f"/print?{sent}")

    short = "players=4&name0=Ute&schedule=quick&dealer=yes&reminder=no"
    assert answer.headers["Location"] == f"/print?{short}"
    assert link_in(client.get(f"/print?{short}").text) == short


def test_the_last_choice_is_remembered_once_it_was_printed(client, quick_renderer):
    client.get("/print?players=6&paper=a5")
    assert chosen_in(client.get("/print").text)["players"] == "staircase"

    client.get("/print/pad.pdf?players=5&paper=a5&lang=zh-Hant&name0=%E7%8E%8B")

    last = {"players": "5", "paper": "a5", "lang": "zh-Hant", "name0": "王"}
    assert chosen_in(client.get("/print").text) == last


def test_the_picture_is_what_is_printed_and_fifty_copies_cost_little_more(
    client, renderer
):
    query = "players=4&schedule=quick&dealer=yes"

    picture = client.get(f"/print/pad.png?{query}")
    one = client.get(f"/print/pad.pdf?{query}")
    fifty = client.get(f"/print/pad.pdf?{query}&copies=50")

    assert (pages(one), pages(fifty)) == (1, 50)
    assert len(fifty.data) < 2 * len(one.data)
    assert picture.mimetype == "image/png"
    assert picture.data == picture_of(one.data)


TOO_SMALL = {
    "players=3&per_page=4": "Only 2 sheets fit on a page",
    "players=3&paper=a6": "This sheet takes 2 pages",
    "players=staircase&schedule=quick&paper=a6&bids=yes&bomb=yes&cloud=yes": (
        "no room for these columns: Bids, Bomb, Cloud"
    ),
}
IMPOSSIBLE = [
    *("players=2", "players=", "lang=xx", "trump=maybe", "paper=a3", "turn=round"),
    *("per_page=3", "schedule=forever", "schedule=custom"),
    *("schedule=custom&cards=1+2+x", "schedule=custom&cards=0"),
    *("schedule=custom&cards=1-99", "players=5&schedule=custom&cards=15"),
    *("players=5&schedule=single_colour", "players=4&schedule=special6"),
    *("name0=%00", "name0=" + "x" * 200, "copies=0", "copies=101", "copies=-1"),
    *("copies=many", "copies=", "copies=99999999999999999999"),
]
REASONS = "nter|hoose|be printed|does not|at least|3 or 4|characters|deck"


def test_a_pad_that_is_impossible_or_does_not_fit_gets_a_sentence(client):
    for query, sentence in TOO_SMALL.items():
        assert sentence in client.get(f"/print?{query}").text
    for query, end in product(IMPOSSIBLE, ("", "/pad.pdf", "/pad.png")):
        answer = client.get(f"/print{end}?{query}")

        assert answer.status_code == 422
        assert re.search(REASONS, answer.text)


def test_the_code_leads_to_the_address_that_phones_open(app, client, renderer):
    configure(app, address="https://pad.local:8443")

    pad = client.get("/print/pad.pdf?players=4&code=yes&deck=american")
    page = client.get("/print?players=4&code=yes").text

    picture = pypdfium2.PdfDocument(pad.data)[0].render(scale=200 / 72).to_pil()
    (code,) = zxingcpp.read_barcodes(picture)
    assert code.text == "https://pad.local:8443/type-in?players=4&deck=american"
    assert "only works on this computer" not in page
