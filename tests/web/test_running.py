"""``/api/running``: where a phone returns to if its storage does not respond."""

from tests.support.invitations import join, link_for
from tests.support.phone import Phone

PATH = "/api/running"


def test_n14_the_game_that_was_changed_last_is_named(phone):
    phone.start_game()
    game = phone.start_game()

    answer = phone.client.get(PATH)

    assert answer.json == {"group": phone.group, "game": game, "word": "wizard"}
    known = {"If-None-Match": answer.headers["ETag"]}
    assert phone.client.get(PATH, headers=known).status_code == 304


def test_n14_nobody_is_led_to_a_game_that_they_may_not_score(app, phone):
    phone.start_game()
    viewer, nobody = Phone(app.test_client()), Phone(app.test_client())
    join(viewer, link_for(phone, "viewer"))

    assert viewer.client.get(PATH).status_code == 404
    assert nobody.client.get(PATH).status_code == 404
