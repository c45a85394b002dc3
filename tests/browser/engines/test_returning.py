"""Games in Safari's engine and Firefox: leaving, a whole game, hidden bids, Towers.

A page that is returned to is drawn at once, and no tap is lost.
"""

import pytest

from tests.browser.engines import driver
from tests.browser.hand import HURRY
from tests.browser.network import Fate, network, undisturbed
from tests.browser.table import QUIET_MS, THREE

FIRST_NAME = '[data-key="name-0"]'
OPEN = ".seat.open"
RING = ".ring.set"
SAVED = ".state.saved"
KEPT = ".state.kept"
START = '[data-do="start"]'
DONE = "footer .main"
UNDO = '[data-do="undo"]'
DRAWING_S = 60.0
"""The longest time for the first sheet of a server on a busy machine."""
ROUNDS = """async () => {
    const [group, game] = location.hash.slice(1).split("/");
    const answer = await fetch(`/api/groups/${group}/games/${game}`);
    return (await answer.json()).rounds;
}"""
TIMES = 3
pytestmark = pytest.mark.wide
AT_ONCE_S = 1.0
LINKS = ("judge", "rules", "sheet", "home")
TAP_AND_LEAVE = """
    document.querySelector(".seat.open .chip").click();
    document.querySelector('.menu a[data-key="home"]').click();
"""
INSTALLED = "async () => { await navigator.serviceWorker.ready; }"
PRINTED = """async () => {
    const link = document.querySelector('a[href$="sheet.pdf"]');
    const answer = await fetch(link.href);
    return [answer.status, answer.headers.get("Content-Type")];
}"""


@pytest.fixture(scope="module", params=["webkit", "firefox"])
def engine(request, tmp_path_factory):
    start = getattr(driver, request.param)
    with start(tmp_path_factory.mktemp(request.param)) as browser:
        yield browser


@pytest.fixture
def phone(engine, server):
    """A browser that nobody knows: the address is new, the cookies are gone."""
    engine.goto(f"{server}/health")
    engine.ask("forget")
    yield engine
    engine.goto("about:blank")


def begin(phone, address):
    open_start(phone, address)
    phone.tap(START)
    phone.wait(OPEN)
    phone.wait(SAVED)


def open_start(phone, address):
    phone.goto(f"{address}/play/en#new")
    phone.wait(FIRST_NAME)
    for seat, name in enumerate(THREE):
        phone.type(f'[data-key="name-{seat}"]', name)


def bid(phone, value=0):
    phone.tap(f'.seat.open .chip[data-value="{value}"]')


def leave(phone, link):
    phone.tap(".more")
    phone.tap(f'.menu a[data-key="{link}"]')
    phone.wait_for_count(".play", 0, DRAWING_S)


def link_to_game(phone):
    return f'a[href$="#{phone.address.split("#")[1]}"]:not([data-keep])'


def play_a_round(phone, cards):
    """The first bidder takes all tricks; everybody meets the bid."""
    phone.wait(OPEN)
    for value in (cards, 0, 0):
        bid(phone, value)
    phone.wait(".verdict")
    phone.run("window.hurry(arguments[0]);", QUIET_MS)
    phone.tap(DONE)


def test_n05_leaving_and_returning_many_times_draws_at_once_and_saves(phone, server):
    begin(phone, server)
    game = link_to_game(phone)
    for turn in range(TIMES):
        leave(phone, "home")
        phone.tap(game)
        assert phone.wait(OPEN) < AT_ONCE_S, turn
        phone.tap(UNDO) if turn % 2 else bid(phone)
        phone.wait(SAVED)
        assert phone.run_async(ROUNDS)[0]["revision"] == turn + 1


def test_n05_every_link_leads_away_and_back(phone, server):
    begin(phone, server)
    game = link_to_game(phone)
    for link in (*LINKS, "print_sheet"):
        leave(phone, link)
        phone.back()
        assert phone.wait(OPEN) < AT_ONCE_S, link
    leave(phone, LINKS[-1])
    phone.tap(game)
    assert phone.wait(OPEN) < AT_ONCE_S
    bid(phone)
    phone.wait(SAVED)
    phone.wait_for_count(RING, 1)


def test_n05_leaving_right_after_a_tap_a_reload_and_a_second_tab_keep_taps(
    phone, server
):
    begin(phone, server)
    game = link_to_game(phone)
    phone.tap(".more")
    phone.wait(".menu")
    phone.run(TAP_AND_LEAVE)
    phone.tap(game)
    phone.wait_for_count(RING, 1)
    phone.wait(SAVED)
    phone.reload()
    phone.wait_for_count(RING, 1)
    with phone.new_tab(phone.address):
        phone.wait_for_count(RING, 1)
        bid(phone)
        phone.wait(SAVED)
    phone.wait_for_count(RING, 2)
    bid(phone, 1)
    phone.wait(".verdict")
    phone.wait(SAVED)


def test_n05_without_a_network_the_page_opens_and_sends_later(phone, server):
    with network(server) as way:
        begin(phone, way.url)
        phone.run_async(INSTALLED)
        leave(phone, "home")
        way.choose = lambda _method, _path: Fate.LOSE_REQUEST
        phone.back()
        phone.wait(OPEN)
        phone.reload()
        bid(phone)
        phone.wait(KEPT)
        phone.goto(f"{way.url}/")
        phone.wait_for_count(RING, 1)
        way.choose = undisturbed
        phone.run("dispatchEvent(new Event('online'));")
        phone.wait(SAVED)


def test_a_whole_game_is_played_by_taps_printed_and_found_in_the_season(phone, server):
    open_start(phone, server)
    phone.tap('[data-key="schedule-first5"]')
    phone.tap(START)
    phone.run(HURRY)
    for cards in range(1, 6):
        play_a_round(phone, cards)
    phone.wait(".winner")
    phone.wait(SAVED)
    assert phone.run_async(PRINTED) == [200, "application/pdf"]
    phone.tap('a[href*="/g/"][href$="/"]')
    phone.wait_for_count(".play", 0)
    season = phone.text("main")
    assert all(name in season for name in THREE)
    phone.back()
    phone.wait(".winner")


def test_hidden_bids_are_shown_together(phone, server):
    open_start(phone, server)
    phone.tap(".more-options > summary")
    phone.tap(".fold.bids > summary")
    phone.tap('[data-key="bid_mode-hidden"]')
    phone.tap(START)
    phone.tap('footer [data-do="hand"]')
    for value in (1, 0, 0):
        phone.tap('[data-do="take"]')
        phone.tap(f'.hand [data-do="seal"][data-value="{value}"]')
        phone.tap('[data-do="cover"]')
    phone.wait_for_count(".read .big", len(THREE))
    phone.wait(SAVED)


@pytest.mark.parametrize("engine", ["webkit"], indirect=True)
def test_a_game_of_towers_goes_on_after_leaving(phone, server):
    phone.goto(f"{server}/towers/en")
    phone.tap(f'[data-do="count"][data-value="{len(THREE)}"]')
    for seat, name in enumerate(THREE):
        phone.type(f'[name="seat{seat}"]', name)
    phone.tap('[data-do="start"][data-stage="play"]')
    for seat in (0, 2):
        home = f'[data-do="happen"][data-what="home"][data-seat="{seat}"]'
        phone.tap(home)
        phone.wait(SAVED)
        game = link_to_game(phone)
        leave(phone, "home")
        phone.tap(game)
        phone.wait(home)
        assert "1/4" in phone.text(home), seat
