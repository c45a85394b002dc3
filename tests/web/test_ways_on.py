"""Where pages lead to play: whoever may not keep the score looks on."""

import re

import pytest

from tests.support import towers_table
from tests.support.invitations import let_in
from tests.web.test_roles import INSIDE, guest_of
from tests.web.test_routes import ask

SHELL = re.compile(r'href="/(?:play|towers)/[\w-]+#([^"]*)"')
GROUP_PAGES = [
    rule
    for rule, method in INSIDE
    if method == "GET" and rule.startswith("/g/") and not re.search(r"\.\w+$", rule)
]


@pytest.fixture
def games(phone):
    game = phone.start_game("Ute", "Kevin", "Ada")
    body = towers_table.body(phone, "Ute", "Kevin", "Ada")
    assert towers_table.save(phone, towers_table.twin(game), body).status_code == 201
    return game


def pages(host, game, guest):
    """What somebody may read of a group, and the front page."""
    told = {rule: ask(host, rule, "GET", game, guest) for rule in GROUP_PAGES}
    shown = {rule: page.text for rule, page in told.items() if page.status_code == 200}
    return {**shown, "/": guest.client.get("/").text}


@pytest.mark.parametrize(
    "role", ["player", pytest.param("viewer", marks=pytest.mark.wide)]
)
def test_s01_who_may_not_keep_the_score_is_not_led_to_where_it_is(phone, games, role):
    keeper, shown = (
        pages(phone, games, let_in(phone, each)) for each in ("scorekeeper", role)
    )

    led = {rule: set(SHELL.findall(page)) - {"new", ""} for rule, page in shown.items()}
    assert len(led) > 10
    assert {rule: ways for rule, ways in led.items() if ways} == {}
    for offer in ("Save the sheet", "Delete this game"):
        assert offer in "".join(keeper.values())
        assert offer not in "".join(shown.values())


def test_s01_whoever_took_a_game_over_is_led_to_it_and_begins_none(phone, games):
    guest = guest_of(phone, "scorekeeper_of_this_game", games)
    own = f"{phone.group}/{games}"

    shown = pages(phone, games, guest)

    assert {*SHELL.findall(str(shown))} - {"new", ""} == {own}
    towers = {rule for rule in shown if "word>" in rule}
    assert not any(own in SHELL.findall(shown[rule]) for rule in towers)
