"""A poll over PostgreSQL is one statement, and sees what any other request sees."""

import pytest

from tests.support.phone import Phone
from tests.support.statements import statements


@pytest.fixture
def phone(either_app):
    return Phone(either_app.test_client())


@pytest.mark.parametrize("page", ["/live", "api"])
def test_a_poll_over_postgresql_is_one_statement(phone, page):
    game = phone.start_game()
    path = phone.game_path(game) if page == "api" else live(phone, game)
    etag = phone.client.get(path).headers["ETag"]
    phone.client.get(path, headers={"If-None-Match": etag})
    with statements() as said:
        answer = phone.client.get(path, headers={"If-None-Match": etag})

    assert answer.status_code == 304
    if phone.client.application.config["SETTINGS"].is_embedded:
        assert len(said) < 10
    else:
        assert len(said) == 1


def test_what_was_saved_is_seen_by_the_next_poll(phone):
    game = phone.start_game()
    etag = phone.client.get(live(phone, game)).headers["ETag"]
    seen = {"If-None-Match": etag}
    assert phone.client.get(live(phone, game), headers=seen).status_code == 304
    phone.save_round(game, 1, [1, 0, 0, 0])

    answer = phone.client.get(live(phone, game), headers=seen)
    assert answer.status_code == 200
    assert answer.headers["ETag"] != etag


def live(phone, game):
    return f"/g/{phone.group}/games/{game}/live"
