"""The overview of seasons: who won them, over how many games, and when."""

import re

import pytest

from tests.support.invitations import post
from tests.support.statements import statements
from tests.web.test_seasons import page, play


@pytest.fixture
def two_seasons(phone):
    """A season that Thomas won, and one in which Ute leads."""
    phone.found_group()
    dates = {"starts_on": "2020-01-01", "ends_on": "2026-01-31", "name": "Old times"}
    post(phone, "/seasons/1/dates", **dates)
    post(phone, "/seasons", starts_on="2026-02-01")
    for names in (("Kevin", "Thomas", "Ute"), ("Ute", "Kevin", "Anna")):
        play(phone, *names)
    old = play(phone, "Kevin", "Thomas", "Ute")
    post(phone, f"/games/{old}/season", season=1)
    return phone


def cards(phone):
    text = page(phone, "/seasons").text
    listed = text[text.index('class="records"') : text.index("</ul>")]
    return [
        " ".join(re.sub(r"<[^>]+>", " ", each).split())
        for each in listed.split("<li")[1:]
    ]


def test_each_season_tells_its_dates_games_and_winner(two_seasons):
    now, old = cards(two_seasons)

    assert "Old times" in old
    assert "winner Thomas , Ute" in old
    assert "1 game · 3 players" in old
    assert "Average 20.0" in old
    assert "2 games · 4 players" in now
    assert "leads:" in now


def test_a_season_is_won_by_what_it_is_ranked_by(two_seasons):
    dates = {"starts_on": "2026-02-01", "ranked_by": "rating", "least_games": 1}
    post(two_seasons, "/seasons/2/dates", **dates)

    assert "Rating" in cards(two_seasons)[0]


def test_more_seasons_need_no_more_queries(two_seasons):
    def queries():
        two_seasons.forget_pages()
        with statements() as said:
            cards(two_seasons)
        return len(said)

    cards(two_seasons)
    before = queries()
    post(two_seasons, "/seasons", starts_on="2027-01-01")
    post(two_seasons, "/seasons", starts_on="2028-01-01")

    assert len(cards(two_seasons)) == 4
    assert queries() <= before
