"""The season page and the overview of seasons."""

import re

import pytest

from scorepad.db.engine import db
from tests.support.invitations import post
from tests.support.stored import queries_of

pytestmark = pytest.mark.usefixtures("any_evening")

THREE = ("Thomas", "Ute", "Kevin")
DAY = "2026-11-20T20:14:00+01:00"


@pytest.fixture
def table(phone):
    """A group whose season began long ago."""
    phone.create_group()
    post(phone, "/seasons/1/dates", starts_on="2020-01-01")
    return phone


def page(phone, path="/seasons/1", **headers):
    return phone.get(path, **headers)


def play(phone, *names, finished=True, **settings):
    """One round: everybody bids 0, and the first name takes the trick."""
    names = names or THREE
    nobody = [0] * len(names)
    shape = {"started_at": DAY, "finished": finished, **settings}
    return phone.play(*names, rounds=[(nobody, [1, *nobody[1:]])], **shape)


def season_dates(phone):
    dates = db.text("SELECT starts_on, ends_on FROM season ORDER BY number")
    with phone.client.application.app_context():
        return [tuple(row) for row in db.session.execute(dates)]


def test_a_season_says_what_to_do_next_and_ranks_finished_games(table):
    empty = page(table).text
    assert 'class="empty"' in empty
    assert f"/play/en#{table.group}" in empty
    assert "<table" not in empty

    running = play(table, finished=False, cards=[1, 2, 3])
    text = page(table, **{"Accept-Language": "de"}).text
    assert f'href="/play/de#{table.group}/{running}"' in text
    assert "Runde 2 von 3" in text
    assert not re.search(r"100\W?%", text)

    game = play(table)
    text = page(table, "/seasons/1?by=average").text

    assert f'href="/g/{table.group}/games/{game}"' in text
    assert text.index("<bdi>Kevin") < text.index("<bdi>Thomas")
    assert "\N{MINUS SIGN}10.0" in text
    assert "100%" in text
    assert text.count('aria-label="shared">=') == 2


def test_games_are_listed_page_by_page_the_latest_first(table, monkeypatch):
    monkeypatch.setattr("scorepad.services.seasons.GAMES_ON_A_PAGE", 2)
    games = [play(table) for _ in range(3)]

    first, second = (
        page(table, f"/seasons/1/games?page={number}").text for number in (1, 2)
    )

    assert first.index(games[2]) < first.index(games[1])
    assert games[0] not in first
    assert games[0] in second
    assert 'rel="next"' in first
    assert 'rel="prev"' in second


def test_l07_the_number_of_queries_is_small_and_does_not_grow_with_the_games(table):
    few = []
    for games in (1, 4):
        for _ in range(games):
            play(table)
        table.forget_pages()
        few.append(queries_of(lambda: page(table)))

    assert 3 < few[0] <= 15
    assert few[1] == few[0]


NO_DATES = [
    ("2021-01-02", "2021-01-01", "ends_on"),
    ("", "", "starts_on"),
    ("soon", "", "starts_on"),
    ("0001-01-01", "", "starts_on"),
    ("2021-01-02", "9999-12-31", "ends_on"),
    ("2021-01-02", "2021-02-30", "ends_on"),
]


def test_a_new_season_ends_the_open_one_the_day_before_and_no_dates_are_wrong(table):
    def refused(path, starts_on, ends_on):
        answer = post(table, path, starts_on=starts_on, ends_on=ends_on)
        assert answer.status_code == 422
        return answer.text

    answer = post(table, "/seasons", name="Winter", starts_on="2026-12-01")

    assert answer.location == f"/g/{table.group}/seasons/2"
    assert "<bdi>Winter</bdi>" in page(table, "/seasons/2").text
    longer = refused("/seasons/1/dates", "2020-01-01", "2026-12-01")
    assert "overlap season 2" in longer
    refused("/seasons", "2021-01-01", "2021-12-31")  # overlaps the first one
    for starts_on, ends_on, field in NO_DATES:
        text = refused("/seasons/1/dates", starts_on, ends_on)
        assert f'data-problem="{field}"' in text
    assert season_dates(table) == [("2020-01-01", "2026-11-30"), ("2026-12-01", None)]


def current_ranking(text):
    return re.search(r'by=(\w+)" aria-current="true"', text)[1]


def test_a_new_season_is_ranked_by_points_above_par_and_so_is_its_race(table):
    for _ in range(3):
        table.play(*THREE, rounds=[([1, 0, 1], [1, 0, 0])], cards=[1], started_at=DAY)

    text, race = page(table).text, page(table, "/seasons/1/race").text

    assert current_ranking(text) == "par"
    assert "what a table of that size and length usually scores" in text
    assert re.findall(r'class="average">(.*?)<', text) == ["+21", "+6", "−41"]
    assert 'value="par" checked' in page(table, "/seasons/1/dates").text
    assert "Average points above par, game by game" in race
    first = re.search(r"<title>Game 1: (.*?)</title>", race)[1]
    assert re.findall(r" (−?\d+)(?=,|$)", first) == ["21", "6", "−41"]


def test_the_group_chooses_a_ranking_that_stays_and_the_next_season_has_its_own(table):
    play(table, *THREE)
    dates, path = {"starts_on": "2020-01-01"}, "/seasons/1/dates"
    chosen = {**dates, "ranked_by": "league", "least_games": "2"}
    assert post(table, path, **chosen).status_code == 303
    text = page(table).text
    assert current_ranking(text) == "league"
    assert "At least 2 games are needed to be ranked." in text
    assert 'class="leads"' not in text
    form = page(table, path).text
    assert 'value="league" checked' in form
    assert 'name="least_games" type="number" value="2"' in form

    post(table, path, **dates, name="Old times")
    post(table, "/seasons", starts_on="2026-11-21")
    play(table, *THREE, started_at="2026-11-22T20:14:00+01:00")

    found = (page(table, f"/seasons/{each}").text for each in ("1", "2", "all"))
    assert [*map(current_ranking, found)] == ["league", "par", "par"]


def order(text):
    body = text[text.index("<tbody") : text.index("</tbody>")]
    return re.findall(r"<bdi>(.*?)</bdi>", body)


def test_every_head_of_the_table_sorts_it_and_keeps_what_was_asked(table):
    play(table, *THREE)  # Thomas −10, Ute and Kevin 20
    play(table, "Ute", "Thomas", "Anna")

    by_name = page(table, "/seasons/1?by=wins&sort=name").text
    by_games = page(table, "/seasons/1?sort=games").text

    assert order(by_name) == ["Anna", "Kevin", "Thomas", "Ute"]
    assert set(order(by_games)[:2]) == {"Thomas", "Ute"}
    assert by_name.count('aria-sort="ascending"') == 1
    assert by_games.count('aria-sort="descending"') == 1
    assert 'href="?by=wins&amp;sort=games"' in by_name
    assert 'href="?by=league" ' not in by_name


def test_a_finished_game_says_who_climbed_in_its_season_and_who_leads_tonight(table):
    def told(game, lang="en"):
        said = page(table, f"/games/{game}/result/{lang}").json
        return [said["season"], said["evening"]]

    assert told(play(table, "Ute", "T <&", "Kevin")) == [
        "Season 1: T <& leads",
        "Kevin, T <& won the evening together with 1.5 points",
    ]
    climbs = play(table, "Kevin", "Ute", "T <&", started_at=None)
    assert told(climbs) == [
        "Season 1: Ute climbs to 2nd",
        "Tonight: T <&, Ute lead with 1.5 points",
    ]
    assert told(climbs, "de") == [
        "Saison 1: Ute steigt auf Platz 2.",
        "Heute Abend: T <&, Ute führen mit 1,5 Punkten",
    ]
    uncounted = page(table, f"/games/{play(table, counts=False)}/result/en").json
    assert (uncounted["season"], uncounted["levels"]) == ("", {})


def test_a_finished_game_tells_its_awards_and_the_new_level_of_who_won(phone):
    rounds = [([0, 0, 1], [0, 1, 0])] * 3
    games = [phone.play("Ute", "Kevin", "Anna", rounds=rounds) for _ in range(2)]

    first, second = (phone.get(f"/games/{game}/result/en").json for game in games)

    assert first["levels"] == {"0": ["Level 2 · Wise wizard", True]}
    assert second["levels"] == {"0": ["Level 3 · Wise wizard", False]}
    assert ["Reliable zero", "Ute", "3 zero bids met"] in first["awards"]
    assert len(first["awards"]) == 3


@pytest.fixture
def two_seasons(phone):
    """A season that Thomas won, and one in which Ute leads."""
    phone.create_group()
    dates = {"starts_on": "2020-01-01", "ends_on": "2026-01-31", "name": "Old times"}
    dates["ranked_by"] = "average"
    post(phone, "/seasons/1/dates", **dates)
    post(phone, "/seasons", starts_on="2026-02-01")
    for names in (("Kevin", "Thomas", "Ute"), ("Ute", "Kevin", "Anna")):
        play(phone, *names)
    old = play(phone, "Kevin", "Thomas", "Ute")
    post(phone, f"/games/{old}/season", season=1)
    return phone


def cards(phone):
    text = page(phone, "/seasons").text
    listed = text[text.index('class="seasons"') : text.index("</ul>")]
    return [
        " ".join(re.sub(r"<[^>]+>", " ", each).split())
        for each in listed.split("<li")[1:]
    ]


def test_each_season_tells_its_winner_its_games_and_the_days_of_all_of_them(
    two_seasons,
):
    """Old times ended on 31 January 2026, and the next season began the day after."""
    now, old = cards(two_seasons)
    assert "Old times" in old
    assert "winner Thomas , Ute" in old
    assert "1 game · 3 players" in old
    assert "Average 20.0" in old
    assert "2 games · 4 players" in now
    assert "leads:" in now

    for day in ("2019-03-01", "2026-11-20"):
        game = play(two_seasons, *THREE, started_at=f"{day}T20:00:00+01:00")
        post(two_seasons, f"/games/{game}/season", season=1)
        before = play(two_seasons, *THREE, started_at="2026-01-15T20:00:00+01:00")
        post(two_seasons, f"/games/{before}/season", season=2)

    now, old = cards(two_seasons)
    assert "1 March 2019 to 20 November 2026" in old
    assert "since 15 January 2026" in now
    assert "1 March 2019 to 20 November 2026" in page(two_seasons).text
    assert "since 1 March 2019" in page(two_seasons, "/seasons/all").text
    assert season_dates(two_seasons)[0] == ("2020-01-01", "2026-01-31")
