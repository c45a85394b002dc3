"""Pages of a season are rendered once, and are never outdated."""

import pytest

from tests.support import towers_table
from tests.support.invitations import let_in, post
from tests.support.stored import each_from_here
from tests.web.test_seasons import play


@pytest.fixture
def group(phone):
    """A group with two seasons, two finished games and a running one."""
    phone.create_group()
    post(phone, "/seasons/1/dates", starts_on="2020-01-01", ends_on="2025-12-31")
    post(phone, "/seasons", starts_on="2026-01-01")
    phone.games = [play(phone), play(phone, "Ute", "Kevin", "Anna")]
    phone.deleted = play(phone)
    phone.change_game(phone.deleted, deleted=True)
    phone.running = play(phone, finished=False, cards=[1, 2, 3])
    phone.towers = towers_table.play(phone)
    return phone


def paths(phone):
    ute = f"/players/{phone.person('Ute')['id']}"
    pages = "/seasons/2", "/seasons/all", "/seasons", "/records", ute, f"{ute}/records"
    return [f"/g/{phone.group}{path}" for path in pages]


def told(phone):
    answers = [phone.client.get(path) for path in paths(phone)]
    assert {answer.status_code for answer in answers} == {200}
    return [answer.text for answer in answers]


def test_pages_are_cached_separately_by_role_and_language(group):
    viewer, season = let_in(group, "viewer"), paths(group)[0]
    german = {"Accept-Language": "de"}

    own = group.client.get(season).text

    assert "Continue: round" in own
    assert "Continue: round" not in viewer.client.get(season).text
    assert 'lang="de"' in group.client.get(season, headers=german).text
    assert group.client.get(f"{season}?by=wins").text != own
    assert group.client.get(season).text == own


def person(phone, name):
    return f"/players/{phone.person(name)['id']}"


WRITES = {
    "a round of a running game": lambda p: p.save_round(
        p.running, 2, [0] * 3, [2, 0, 0]
    ),
    "a round of a finished game": lambda p: p.save_round(
        p.games[0], 1, [1, 0, 0], [1, 0, 0], seen=1
    ),
    "a finished game goes on": lambda p: p.change_game(p.games[0], finished=False),
    "a game does not count": lambda p: p.change_game(p.games[0], counts=False),
    "a game is deleted": lambda p: p.change_game(p.games[0], deleted=True),
    "a game is restored": lambda p: post(p, f"/games/{p.deleted}/restore"),
    "a game is begun": lambda p: play(p, finished=False),
    "a game is moved": lambda p: post(p, f"/games/{p.games[0]}/season", season=1),
    "another game": towers_table.play,
    "another game is deleted": lambda p: post(p, f"/towers/{p.towers}/delete"),
    "a player is renamed": lambda p: post(p, f"{person(p, 'Kevin')}/name", name="Kai"),
    "two players are one": lambda p: post(
        p, f"{person(p, 'Anna')}/merge", into=p.person("Thomas")["id"]
    ),
    "a player is forgotten": lambda p: post(
        p, f"{person(p, 'Kevin')}/forget", sure="1"
    ),
    "the group is named": lambda p: post(p, "/people/name", name="Friday"),
    "a season is named": lambda p: post(
        p, "/seasons/2/dates", name="Now", starts_on="2026-01-01", ranked_by="wins"
    ),
    "a season begins": lambda p: post(p, "/seasons", starts_on="2027-01-01"),
}


def test_every_write_shows_on_the_next_page(app, group):
    before, wrong = told(group), {}
    for name, write in each_from_here(app, WRITES.items(), group):
        write(group)
        after = told(group)
        group.forget_pages()
        wrong[name] = after == before or told(group) != after

    assert wrong == dict.fromkeys(WRITES, False)
