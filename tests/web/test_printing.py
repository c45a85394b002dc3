"""PDFs of both games and QR cards through the browser, read back."""

import logging
import re
import struct
from uuid import UUID

import pytest
from markupsafe import escape

from scorepad.db.engine import db
from scorepad.games.names import Look, default_look
from scorepad.games.wizard.sheet import sheet_of
from scorepad.pdf import html
from scorepad.pdf.blank_layout import RIGHTS
from scorepad.pdf.renderer import PdfCache, Renderer
from scorepad.pdf.worker import PrintJob, RendererBusy, RenderFailed, picture_of
from scorepad.web import printing
from tests.pdf.conftest import pages_of, played, text_of
from tests.support.invitations import post
from tests.support.stored import configure
from tests.support.towers_table import play

pytestmark = pytest.mark.usefixtures("any_evening")


def played_game(phone, *names):
    game = phone.start_game(*names)
    phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0])
    phone.save_round(game, 2, [1, 1, 0, 1], [0, 1, 0, 1])
    return game


def test_the_sheet_of_a_running_game_has_all_names(phone, renderer):
    names = ("Wolfeschlegelsteinhausenbergerdorff", "王小明", "김민준", 'Kevin/../"')
    game = played_game(phone, *names)

    answer = phone.get(f"/games/{game}/sheet.pdf")

    assert answer.mimetype == "application/pdf"
    text = text_of(answer.data)
    for said in ("王小明", "김민준", "Wolfeschlegel", "After2rounds", "20"):
        assert said in text
    # i10: a file name for old and new browsers
    header = answer.headers["Content-Disposition"]
    assert header.startswith("inline; filename=wizard-20")
    assert "filename*=UTF-8''Wizard%20" in header
    assert "%E7%8E%8B%E5%B0%8F%E6%98%8E" in header
    assert "%2F" not in header
    assert "%22" not in header


def test_a_finished_game_has_a_picture_of_its_result(phone, renderer):
    running = played_game(phone, "Ute", "Kevin", "Anna", "Zoë")
    assert phone.get(f"/games/{running}/picture/de.png").status_code == 404
    game = phone.play("Ute", "Kevin", "Anna", rounds=[([1, 0, 0], [1, 0, 0])])

    answer = phone.get(f"/games/{game}/picture/de.png")

    assert f"/games/{game}/picture/en.png" in phone.get(f"/games/{game}").text
    assert answer.mimetype == "image/png"
    assert struct.unpack(">II", answer.data[16:24]) == html.RESULT


def test_the_picture_of_a_result_names_everyone_in_any_script():
    names = ("Ute <&", "王小明", "김민준", "Zoë", "Anna", "مريم")
    looks = [Look("red", "letter"), *[default_look(UUID(int=0))] * 5]

    job = html.result_picture(sheet_of(played(names)), looks, "Kitchen", language="de")

    for said in ("gewinn", "Kitchen", ">U</text>", *map(escape, names)):
        assert said in job.html


@pytest.mark.parametrize(
    ("error", "status"), [(RendererBusy(), 429), (RenderFailed("stopped"), 503)]
)
def test_a_sheet_that_fails_can_be_tried_again_and_delays_no_save(
    phone, monkeypatch, error, status
):
    held = []

    def fail(*_):
        held.append(db.session().in_transaction())
        raise error

    game = played_game(phone)
    monkeypatch.setattr(Renderer, "render", fail)

    answer = phone.get(f"/games/{game}/sheet.pdf")

    assert answer.status_code == status
    assert int(answer.headers["Retry-After"]) > 0
    assert "try again" in answer.text
    assert held == [False]


def test_every_choice_of_a_sheet_has_a_page_with_its_picture(phone, renderer):
    path = f"/g/{phone.group}/games/{played_game(phone)}"

    page = phone.client.get(f"{path}/print?paper=a6&lang=de&points=yes").text

    shown = re.search(r'<img[^>]*src="([^"]*)"\s+width="(\d+)" height="(\d+)"', page)
    picture = phone.client.get(shown[1].replace("&amp;", "&"))
    size = [int.from_bytes(picture.data[at : at + 4], "big") for at in (16, 20)]
    assert [int(shown[2]), int(shown[3])] == pytest.approx(size, abs=1)
    assert shown[1].endswith("?lang=de&amp;paper=a6&amp;points=yes")
    assert f'href="{shown[1].replace("sheet.png", "print")}"' in page
    pdf = phone.client.get(f"{path}/sheet.pdf?paper=a6&lang=de&points=yes")
    assert picture.data == picture_of(pdf.data)


def test_the_page_of_notes_is_counted(phone):
    rounds = [([cards, 0, 0], [cards, 0, 0]) for cards in range(1, 21)]
    game = phone.play("Ute", "Kevin", "Anna", rounds=rounds)
    phone.change_game(game, remark="So it was. " * 36)

    page = phone.get(f"/games/{game}/print?paper=a5&lang=en").text

    assert "The sheet takes 2 pages." in page


@pytest.mark.parametrize(
    ("path", "pages"),
    [
        ("/towers/de/sheet.pdf", 1),
        ("/towers/de/setup.pdf", 1),
        ("/rules/en/leaflet.pdf", 2),
        pytest.param("/rules/towers/en/leaflet.pdf", 2, marks=pytest.mark.wide),
    ],
)
def test_a_sheet_is_printed_on_the_paper_of_the_reader(client, renderer, path, pages):
    answer = client.get(path, headers={"Accept-Language": "en-US"})

    assert answer.mimetype == "application/pdf"
    assert pages_of(answer.data) == pages
    assert "-letter.pdf" in answer.headers["Content-Disposition"]


def test_a_game_is_printed_for_those_who_may_see_it(phone, app, renderer):
    address = f"/g/{phone.group}/towers/{play(phone)}/sheet.pdf"

    answer = phone.client.get(address)

    assert answer.mimetype == "application/pdf"
    assert "towers-20" in answer.headers["Content-Disposition"]
    assert app.test_client().get(address).status_code == 404
    assert phone.client.get(f"{address}?paper=a6").status_code == 422
    chosen = phone.client.get(f"{address}?rights=yes")
    assert RIGHTS.replace(" ", "") in text_of(chosen.data)
    page = phone.client.get(address.removesuffix("/sheet.pdf")).text
    assert f'<form id="print" action="{address}">' in page
    assert 'name="rights" value="yes" form="print"' in page


def test_cards_show_the_way_and_the_key_is_printed_for_who_knows_it_and_nobody_else(
    host, renderer, tmp_path, caplog, monkeypatch
):
    text = text_of(host.get(f"/cards.pdf?size=a7&lang=en&claim={host.claim}").data)
    assert "http://localhost/g/" in text
    assert host.group[:8] in text
    assert host.claim[:8] not in text
    monkeypatch.setattr(PdfCache, "get", None)  # it is not asked
    with caplog.at_level(logging.DEBUG):
        answer = post(host, "/cards.pdf", claim=host.claim, lang="en", size="a6")

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert host.claim in text_of(answer.data)
    assert host.claim not in caplog.text
    kept = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert kept
    assert not any(host.claim.encode() in file.read_bytes() for file in kept)
    for claim in ["", "wrong", "x" * 43, "王", "#", "\0"]:
        refused = post(host, "/cards.pdf", claim=claim)
        assert refused.status_code == 422
        assert "This is not the key of the group." in refused.text
        assert "x" * 43 not in refused.text


def test_s15_the_code_leads_to_the_address_that_was_set(host, monkeypatch):
    configure(host.client.application, address="https://pad.example.org")
    cards, job = [], PrintJob(html="")
    monkeypatch.setattr(
        printing.html, "card_page", lambda _, **card: cards.append(card) or job
    )
    monkeypatch.setattr(Renderer, "render", lambda *_: b"%PDF")

    host.get("/cards.pdf")
    safe = post(host, "/recovery")
    recovery = re.findall(r'name="claim" value="([^"]+)"', safe.text)[0]
    for key in (host.claim, recovery):
        assert post(host, "/cards.pdf", claim=key).status_code == 200

    begun = f"https://pad.example.org/g/{host.group}"
    assert [card["address"] for card in cards] == [
        f"{begun}/",
        f"{begun}/enter#{host.claim}",
        f"https://pad.example.org/join#{recovery.replace('-', '')}",
    ]
