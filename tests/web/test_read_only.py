"""F05: where records are damaged, pages are still read and nothing is written."""

import pytest

from scorepad.services.upkeep.readiness import DAMAGE
from tests.doors import post
from tests.phone import OURS


@pytest.fixture
def damaged(app, phone):
    game = phone.start_game()
    phone.save_round(game, 1, [1, 0, 0, 0])
    found = app.config["SETTINGS"].instance / DAMAGE
    found.write_text("game …, round 1: what is stored is not what was saved")
    return game, found


def test_f05_a_save_is_put_off_until_the_records_are_whole_again(phone, damaged):
    game, found = damaged

    refused = phone.save_round(game, 2, [1, 0, 0, 0])
    read = phone.get_game(game).json
    found.unlink()

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "60")
    assert refused.mimetype == "application/problem+json"
    assert "the records are damaged" in refused.json["detail"]
    assert [each["number"] for each in read["rounds"]] == [1]
    assert phone.save_round(game, 2, [1, 0, 0, 0]).status_code == 201


def test_f05_every_page_is_read_and_no_form_is_taken(phone, damaged):
    game, _ = damaged
    pages = ["/home", f"/g/{phone.group}/seasons/1", f"/g/{phone.group}/games/{game}"]

    assert [phone.client.get(page).status_code for page in pages] == [200] * 3
    refused = post(phone, "/people/name", name="Friday Wizards")
    assert refused.status_code == 503
    assert "the records are damaged" in refused.text
    assert "Friday Wizards" not in phone.client.get("/home").text


def test_f05_a_language_is_chosen_and_a_foreign_page_refused_as_ever(phone, damaged):
    chosen = {"language": "de", "back": "/home"}

    answer = phone.client.post("/language", data=chosen, headers=OURS)

    assert answer.status_code in {302, 303}
    assert phone.client.post("/language", data=chosen).status_code == 403
