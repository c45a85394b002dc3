"""Seasons with nothing, little or too much in them: every page works."""

from datetime import date

from scorepad.games.wizard.models import Game
from scorepad.games.wizard.schedule import Schedule
from tests.web.test_filters import recorded

THREE = ("Thomas", "Ute", "Kevin")


def result(*totals, names=THREE, day=date(2026, 11, 20)):
    shape = {"cards": (1, 2), "schedule": Schedule.CUSTOM, "played_on": day}
    return Game(players=names, final_totals=totals, **shape)


def pages(phone):
    """Return the season, all seasons, archive, records, and all pages of players."""
    people = [phone.person(name)["id"] for name in phone.people]
    paths = ["seasons/1", "seasons/all", "seasons", "records"]
    paths += [f"players/{id_}{more}" for id_ in people[:3] for more in ("", "/records")]
    found = {}
    for path in paths:
        for query in ("", "?by=share", "?sort=lately", "?sort=form"):
            answer = phone.client.get(f"/g/{phone.group}/{path}{query}")
            assert answer.status_code == 200, (path, query)
            found[path] = answer.text
    return found


def test_all_totals_equal_is_a_win_for_everybody(app, phone):
    recorded(app, phone, result(50, 50, 50), result(50, 50, 50))

    found = pages(phone)
    season = found["seasons/1"]
    assert season.count('class="tie"') == len(THREE)
    assert season.count('class="seat won"') == 2 * len(THREE)
    assert "2 shared" in season
    assert found["seasons"].count("Thomas") == 1


def test_a_winner_may_be_below_zero(app, phone):
    (game,) = recorded(app, phone, result(-30, -20, -90))

    found = pages(phone)
    assert "−20" in found["seasons/1"]
    assert "−90" in found["records"]
    assert f"games/{game}" in found["records"]
    assert "% of the possible" not in found["seasons/1"]


def test_players_without_a_finished_game_have_their_pages(phone):
    phone.found_group()
    phone.start_game(*THREE)

    found = pages(phone)
    assert found["seasons/1"].count("no finished game yet") == len(THREE)
    ute = found[f"players/{phone.person('Ute')['id']}"]
    assert "No finished games yet" in ute
