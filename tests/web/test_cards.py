"""QR cards: the key is sent by a device that knows it, and is not stored."""

import logging
import re

import pytest

from scorepad.pdf.renderer import Renderer
from scorepad.web import printing
from tests.pdf.conftest import text_of
from tests.support.phone import OURS


@pytest.fixture
def table(phone):
    phone.found_group()
    return phone


def get(phone, path, **headers):
    return phone.client.get(f"/g/{phone.group}{path}", headers=headers)


def post_key(phone, claim, **more):
    data = {"claim": claim, **more}
    return phone.client.post(f"/g/{phone.group}/cards.pdf", data=data, headers=OURS)


def test_cards_for_the_table_show_the_way_and_no_key(table, renderer):
    answer = get(table, "/cards.pdf?size=a7&lang=en")

    assert answer.mimetype == "application/pdf"
    text = text_of(answer.data)
    assert "http://localhost/g/" in text
    assert table.group[:8] in text
    assert table.claim[:8] not in text


def test_whoever_knows_the_key_gets_it_printed(table, renderer, tmp_path, caplog):
    with caplog.at_level(logging.DEBUG):
        answer = post_key(table, table.claim, lang="en", size="a6")

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    assert table.claim in text_of(answer.data)
    assert table.claim not in caplog.text
    kept = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert kept
    assert not any(table.claim.encode() in file.read_bytes() for file in kept)
    assert not list((tmp_path / "scratch" / "sheets").glob("*"))


def test_a_wrong_key_is_refused_and_not_repeated(table):
    for claim in ["", "wrong", "x" * 43, "王", "#", "\0"]:
        answer = post_key(table, claim)

        assert answer.status_code == 422
        assert "This is not the key of the group." in answer.text
        assert "x" * 43 not in answer.text


def test_a_key_in_the_address_is_not_looked_at(table, renderer):
    answer = get(table, f"/cards.pdf?claim={table.claim}")

    assert table.claim not in text_of(answer.data)


def test_s15_the_code_leads_to_the_address_that_was_set(table, monkeypatch):
    settings = table.client.application.config["SETTINGS"]
    own = settings.model_copy(update={"address": "https://pad.example.org"})
    monkeypatch.setitem(table.client.application.config, "SETTINGS", own)
    cards = []
    monkeypatch.setattr(printing.html, "card_page", lambda c, **_: cards.append(c))
    monkeypatch.setattr(Renderer, "pdf", lambda *_: b"%PDF")

    get(table, "/cards.pdf")
    safe = table.client.post(f"/g/{table.group}/recovery", headers=OURS)
    recovery = re.findall(r'name="claim" value="([^"]+)"', safe.text)[0]
    for key in (table.claim, recovery):
        assert post_key(table, key).status_code == 200

    begun = f"https://pad.example.org/g/{table.group}"
    assert [card.address for card in cards] == [
        f"{begun}/",
        f"{begun}/enter#{table.claim}",
        f"https://pad.example.org/join#{recovery.replace('-', '')}",
    ]
