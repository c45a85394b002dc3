"""Two directors who change a tournament at the same moment."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from threading import Barrier

import pytest

from scorepad.db.tables import GameRow
from scorepad.services import draws
from tests.support.director import Director
from tests.support.phone import OURS
from tests.support.stored import count

AT_ONCE = 6


@pytest.fixture
def director(either_phone):
    return Director(either_phone, 8)


def sent_at_once(director, posts):
    """Send each path and form from a browser of its own; return the statuses."""
    start = Barrier(len(posts))
    cookie = director.phone.client.get_cookie("s").value

    def send(post):
        browser = director.phone.client.application.test_client()
        browser.set_cookie("s", cookie)
        start.wait(timeout=30)
        path, form = post
        return browser.post(director.path + path, data=form, headers=OURS).status_code

    with ThreadPoolExecutor(len(posts)) as directors:
        return sorted(directors.map(send, posts))


def test_directors_who_draw_or_begin_at_once_get_one_draw_and_one_game(director):
    drew = sent_at_once(director, [("/draw", {})] * AT_ONCE)
    assert 303 in drew
    assert set(drew) <= {303, 422}
    assert director.page().text.count('class="part-of-season"') == 1
    assert sorted(chain(*director.tables()), key=int) == [*"12345678"]

    begun = sent_at_once(director, [("/begin", {"minutes": 0})] * AT_ONCE)

    assert begun == [303] + [422] * (AT_ONCE - 1)
    stored = count(director.phone.client.application, GameRow)
    assert stored == len(director.games()) == 2


def test_people_swapped_at_once_with_the_begin_sit_where_their_game_says(director):
    director.draw()
    one, other = director.tables()
    swaps = [("/swap", {"one": a, "other": b}) for a, b in zip(one, other, strict=True)]

    statuses = sent_at_once(director, [*swaps, ("/begin", {"minutes": 0})])

    assert set(statuses) <= {303, 422}
    seated = director.tables()
    assert sorted(chain(*seated), key=int) == [*"12345678"]
    for numbers, game in zip(seated, director.games(), strict=True):
        people = director.phone.get_game(game).json["players"]
        names = [each["name"] for each in people]
        assert names == [f"Player {number}" for number in numbers]


def test_a_draw_changes_nothing_if_a_player_is_entered_meanwhile(director, monkeypatch):
    draw = draws.draw

    def draw_and_enter(*about):
        sent = {"players": "Late Linda"}
        assert sent_at_once(director, [("/players", sent)]) == [303]
        return draw(*about)

    monkeypatch.setattr(draws, "draw", draw_and_enter)
    answer = director.post("/draw")

    assert answer.status_code == 422
    assert "changed elsewhere" in answer.text
    assert "Late Linda" in director.page("/players").text
    assert director.tables() == []
    monkeypatch.undo()
    path, form = form_on_page(director, "/draw")
    director.enter("Later Larry")  # who takes part meanwhile holds up no draw
    assert director.post(path, **form).status_code == 303
    assert len([*chain(*director.tables())]) == 10


def form_on_page(director, path, **chosen):
    """Return a path and what its form on the page sends."""
    form = director.page().text.partition(f'{path}">')[2]
    return path, {**chosen, "seen": re.search(r'name="seen" value="(\w+)"', form)[1]}


def test_a_second_tap_neither_draws_nor_begins_nor_swaps_again(director):
    def tap_twice(path, form):
        assert director.post(path, **form).status_code == 303
        before = director.tables()
        again = director.post(path, **form)
        assert again.status_code == 422
        assert director.tables() == before
        return again.text

    changed = "The draw has changed"
    assert changed in tap_twice(*form_on_page(director, "/draw"))
    assert changed in tap_twice(*form_on_page(director, "/draw"))  # draw again
    (one, *_), (other, *_) = director.tables()
    swap = form_on_page(director, "/swap", one=one, other=other)
    assert changed in tap_twice(*swap)
    stale = form_on_page(director, "/draw")
    assert "has begun" in tap_twice(*form_on_page(director, "/begin", minutes=0))
    assert changed in director.post(stale[0], **stale[1]).text
