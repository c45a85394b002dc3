"""A page that many look at is drawn once for a while, for each kind of onlooker."""

import time
import weakref
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from scorepad.web.play.kept_pages import KEPT_SECONDS, MOST_KEPT, KeptPages
from tests.doors import let_in
from tests.phone import Phone
from tests.web.sealed import own_phone


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def drawn(page: str) -> Callable[[], tuple[str, bool]]:
    return lambda: (page, True)


def test_a_page_is_kept_for_a_while() -> None:
    clock = Clock()
    pages = KeptPages(clock)
    assert pages.find("name", drawn("first")) == "first"
    clock.now += KEPT_SECONDS - 1
    assert pages.find("name", drawn("second")) == "first"
    assert pages.find("other", drawn("another")) == "another"
    clock.now += 1
    assert pages.find("name", drawn("third")) == "third"


def test_a_page_that_changes_by_itself_is_not_kept() -> None:
    pages = KeptPages()
    assert pages.find("name", lambda: ("3, 2, 1", False)) == "3, 2, 1"
    assert pages.find("name", drawn("0")) == "0"


def test_the_one_kept_longest_goes_first() -> None:
    pages = KeptPages()
    for number in range(MOST_KEPT + 1):
        pages.find(number, drawn("page"))
    assert pages.find(1, drawn("again")) == "page"
    assert pages.find(0, drawn("again")) == "again"


class Page(str):
    """A page of which one can tell whether somebody holds it."""


def test_a_page_that_nobody_gets_any_more_takes_no_room() -> None:
    clock = Clock()
    pages = KeptPages(clock)
    over = weakref.ref(pages.find("over", drawn(Page("page"))))
    assert over() == "page"
    clock.now += KEPT_SECONDS

    pages.find("another", drawn("page"))

    assert over() is None


def test_many_at_once_let_one_draw() -> None:
    pages, begun = KeptPages(), []

    def draw() -> tuple[str, bool]:
        begun.append(1)
        time.sleep(0.05)
        return "page", True

    with ThreadPoolExecutor(8) as crowd:
        found = list(crowd.map(lambda _: pages.find("name", draw), range(8)))

    assert found == ["page"] * 8
    assert len(begun) == 1


@pytest.fixture
def host(phone: Phone) -> Phone:
    phone.found_group()
    return phone


def live(phone: Phone, game: str, **headers: str) -> str:
    path = f"/g/{phone.group}/games/{game}/live"
    return str(phone.client.get(path, headers=headers).text)


def test_who_looks_on_gets_only_what_is_for_them(host: Phone) -> None:
    game = host.start_game("Anna", "Ute", "Kevin")
    viewer, player = let_in(host, "viewer"), own_phone(host, "Ute")
    for _ in range(2):
        assert "Continue on the phone" in live(host, game)
        assert "take-over" in live(player, game)
        seen = live(viewer, game)
        assert "take-over" not in seen
        assert "Continue on the phone" not in seen
        assert '<html lang="de"' in live(viewer, game, **{"Accept-Language": "de"})


def test_a_tap_is_seen_at_once(host: Phone) -> None:
    game = host.start_game("Anna", "Ute", "Kevin")
    viewer = let_in(host, "viewer")
    before = live(viewer, game)
    host.save_round(game, 1, [1, None, None])
    assert live(viewer, game) != before


def test_a_second_onlooker_costs_no_drawing(
    host: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.start_game("Anna", "Ute", "Kevin")
    first, second = let_in(host, "viewer"), let_in(host, "viewer")
    page = live(first, game)

    monkeypatch.setattr("scorepad.web.play.live.render_template", drawn_again)
    assert live(second, game) == page


def drawn_again(*_: object, **__: object) -> str:
    raise AssertionError


def test_those_who_sit_at_a_table_see_one_page_and_a_guest_another(
    host: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.start_game("Anna", "Ute", "Kevin")
    other = host.start_game("Anna", "Ute", "Zoë")
    anna, ute, zoe = (own_phone(host, name) for name in ("Anna", "Ute", "Zoë"))
    page = live(anna, game)
    assert "Bid on this phone" in page
    assert "Bid on this phone" not in live(zoe, game)
    assert "Bid on this phone" in live(zoe, other)

    monkeypatch.setattr("scorepad.web.play.live.render_template", drawn_again)
    assert live(ute, game) == page
