"""Printed papers of a tournament, read back from their PDFs."""

import re

import pypdfium2
import pytest
import zxingcpp

from tests.pdf.conftest import pages_of, text_of
from tests.support.director import Director, players, tournament_begun

SPACES = re.compile(r"\s")


@pytest.fixture
def director(phone, renderer):
    return Director(phone, ["Ottilie, Dragons", *players(14)[1:]])


def printed(director, kind, **chosen):
    query = "&".join(f"{name}={value}" for name, value in chosen.items())
    answer = director.page(f"/print/{kind}.pdf?{query}")
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/pdf"
    return answer.data


def codes_in(pdf):
    """Return the texts of the QR codes, by page, from the top left one."""
    pictures = [page.render(scale=3).to_pil() for page in pypdfium2.PdfDocument(pdf)]
    qr = zxingcpp.BarcodeFormat.QRCode
    found = [zxingcpp.read_barcodes(each, formats=qr) for each in pictures]
    return [
        code.text
        for page in found
        for code in sorted(
            page, key=lambda c: (c.position.top_left.y // 100, c.position.top_left.x)
        )
    ]


def tables_of(director):
    games = [director.phone.get_game(game).json for game in director.games()]
    return [[each["name"] for each in game["players"]] for game in games]


def test_cards_and_sheets_of_tables_have_names_and_a_code_that_opens_the_game(director):
    cards = printed(director, "tables")
    director.next_game()

    pdf = printed(director, "sheets")

    assert printed(director, "tables") == cards
    codes = codes_in(pdf)
    assert codes == codes_in(cards)
    assert pages_of(pdf) == len(codes) == 3
    for code, game in zip(codes, director.games(), strict=True):
        _, answer = director.scan(1, code.partition("#")[2])
        assert answer.headers["Location"].endswith(game)
    text, tables = text_of(pdf), tables_of(director)
    assert all(SPACES.sub("", name) in text for names in tables for name in names)
    assert "Qualifier·Game1" in text


def test_a_badge_says_number_name_and_club(director):
    text = text_of(printed(director, "badges"))

    assert all(SPACES.sub("", name) in text for name in players(14)[1:])
    assert re.search("12Ottilie.*Dragons.*34", text)


def test_results_after_each_game_say_why_equal_players_are_apart(director):
    director.next_game(play=True)
    director.fine(2, reason="too late")
    best = director.ranks()
    director.next_game(play=True)

    text = text_of(printed(director, "results", after=1))

    assert "Standingsaftergame1" in text
    assert "bylot" in text
    assert "toolate" in text
    people = ["Ottilie", *players(14)[1:]]
    names = [SPACES.sub("", people[int(number) - 1]) for number in best]
    rows = [
        f"{place}{number}{name}"
        for place, (number, name) in enumerate(zip(best, names, strict=True), 1)
    ]
    assert all(row in text for row in rows)
    assert "Standingsaftergame2" in text_of(printed(director, "results"))


def test_the_final_ranking_and_certificates_wait_for_the_last_game(phone, renderer):
    director = tournament_begun(phone, 8, play=True, games=1, cut=4)
    early = director.page("/print/certificates.pdf")
    director.next_game()
    (names,) = tables_of(director)
    director.play_all([40, 10, 30, 0])

    assert early.status_code == 422
    assert "after the last game" in early.text
    ranking = text_of(printed(director, "ranking"))
    certificates = printed(director, "certificates", first=2, lang="de")

    first, second = (SPACES.sub("", name) for name in (names[0], names[2]))
    assert f"1{players(8).index(names[0]) + 1}{first}" in ranking
    assert pages_of(certificates) == 2
    text = text_of(certificates)
    assert text.index("ErsterPlatz") < text.index(first) < text.index(second)
    assert director.page("/print/certificates.pdf?first=0").status_code == 422


def test_the_page_says_what_cannot_be_printed_yet(phone, quick_renderer):
    director = Director(phone)

    empty = director.page("/print").text
    director.enter(*players(2))
    assert director.page("/print/tables.pdf").status_code == 200
    director.enter(*players(14))
    entered = director.page("/print").text
    director.draw()
    drawn = director.page("/print").text

    counts = [text.count(".pdf?") for text in (empty, entered, drawn)]
    assert counts == [0, 2, 4]
    assert "once players are entered" in empty
    assert "after the last game" in drawn


def test_many_tables_are_printed_in_parts(phone, quick_renderer):
    director = Director(phone, 130)

    page = director.page("/print").text

    assert "1–24" in page
    assert "25–32" in page
    assert "121–130" in page
    assert director.page("/print/tables.pdf?part=2").status_code == 200


def test_rounds_that_a_table_cannot_play_are_not_printed(phone, quick_renderer):
    director = Director(phone, 5, schedule="single_colour")
    director.draw()

    answer = director.page("/print/sheets.pdf")

    assert answer.status_code == 422
    assert "3 or 4 players" in answer.text
    assert director.page("/print/seats.pdf").status_code == 200
