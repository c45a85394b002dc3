"""Filters in the URL."""

import pytest

from tests.support.invitations import post
from tests.web.test_seasons import THREE, play

pytestmark = pytest.mark.usefixtures("any_evening")

FOUR = (*THREE, "Anna")


@pytest.fixture
def three_and_four(phone):
    """A game of three the day before, one of four and a short one of three."""
    return [
        play(phone, started_at="2026-11-19T20:00+01:00"),
        play(phone, *FOUR),
        play(phone, schedule="first5", ended_after=1),
    ]


CUSTOM = {"base": 20, "per_trick": 10, "per_miss": 10, "kept_zero": 50}


@pytest.fixture
def of_all_kinds(phone):
    """A classic game, one with Bomb and Cloud, and two by other scorings."""
    return [
        play(phone),
        play(phone, edition=["bomb", "cloud"]),
        play(phone, *FOUR, scoring="alternative"),
        play(phone, *FOUR, scoring="custom", formula=CUSTOM),
    ]


def pages(phone, **query):
    ute = phone.person("Ute")["id"]
    found = {}
    for name, path in {
        "season": "seasons/1",
        "all": "seasons/all",
        "player": f"players/{ute}",
        "records": "records",
    }.items():
        asked = {"part": "games", **query}
        answer = phone.client.get(f"/g/{phone.group}/{path}", query_string=asked)
        assert answer.status_code == 200, (name, answer.status_code)
        found[name] = answer.text
    return found


WANTED = [
    ({}, [0, 1, 2]),
    ({"players": 3}, [0, 2]),
    ({"players": "4"}, [1]),
    ({"schedule": "first5"}, [2]),
    ({"since": "2026-11-20"}, [1, 2]),
    ({"until": "2026-11-19"}, [0]),
    ({"since": "2026-11-20", "until": "2026-11-20", "players": 4}, [1]),
    ({"players": "", "schedule": "", "since": "", "until": ""}, [0, 1, 2]),
]
KINDS = [
    ({"edition": "bomb.cloud"}, [1]),
    ({"edition": "classic"}, [0]),
    ({"scoring": "alternative"}, [2]),
    ({"scoring": "custom 20 10 10 50"}, [3]),
    ({"scoring": "classic"}, [0, 1]),
    ({"scoring": "classic", "edition": "bomb.cloud"}, [1]),
]


@pytest.mark.parametrize(
    ("played", "asked"), [("three_and_four", WANTED), ("of_all_kinds", KINDS)]
)
def test_only_the_games_that_are_wanted_are_shown(phone, request, played, asked):
    games = request.getfixturevalue(played)
    for query, wanted in asked:
        found = pages(phone, **query)
        for place, game in enumerate(games):
            for name in ("season", "all", "player"):
                assert (game in found[name]) == (place in wanted), (query, name, place)
        assert f"<dt>Games</dt><dd>{len(wanted)}" in found["player"]
        assert games[wanted[0]] in found["records"]
        assert ('class="chip filter on"' in found["season"]) == any(query.values())


NONSENSE = [
    ({"players": "2"}, "Choose a number of players"),
    ({"players": "9"}, "Choose a number of players"),
    ({"players": "many"}, "Choose a number of players"),
    ({"schedule": "' OR 1=1"}, "Choose a number of rounds"),
    ({"edition": "bomb.joker"}, "Choose special cards"),
    ({"edition": "x" * 101}, "Choose special cards"),
    ({"scoring": "golf"}, "Choose a scoring"),
    ({"scoring": "custom 1 2 3 4 5"}, "Choose a scoring"),
    ({"scoring": "custom one"}, "Choose a scoring"),
    ({"since": "soon"}, "Enter a date such as 2026-11-21"),
    ({"until": "9999-12-31"}, "Enter a date such as 2026-11-21"),
    ({"since": "2026-11-20", "until": "2026-11-19"}, "before the first one"),
]


def test_an_invalid_filter_gets_one_sentence(phone, three_and_four):
    for query, sentence in NONSENSE:
        for text in pages(phone, **query).values():
            assert text.count('<p class="problem" role="alert">') == 1
            assert sentence in text
        file = f"/g/{phone.group}/seasons/1/standings.csv"
        assert phone.client.get(file, query_string=query).status_code == 404
    fields = "players schedule edition scoring since until page sort season"
    # r10: a space is no choice and no error
    pages(phone, **dict.fromkeys(fields.split(), " "))


def test_games_by_another_scoring_are_in_no_sum_of_the_others(phone, of_all_kinds):
    found = pages(phone)

    standings = found["season"].split('id="standings"')[1].split("</section>")[0]
    assert "Anna" not in standings
    assert standings.count("<tr") == 1 + len(THREE)
    assert "<dt>Games</dt><dd>2" in found["player"]
    apart = "1 game with different scoring is not included: Alternative scoring"
    assert all(apart in text for text in found.values())
    listed = phone.get("/seasons/1/games").text
    listed = listed.split('id="games"')[1]
    assert all(game in listed for game in of_all_kinds)
    assert listed.count("Alternative scoring") == 1
    assert listed.count("Custom formula (20 / 10 / 10 / 50)") == 1


def test_separate_scorings_have_no_rating_and_say_what_they_are(phone, of_all_kinds):
    apart = pages(phone, scoring="alternative", by="rating")

    for text in apart.values():
        assert "Only games with this scoring: Alternative scoring." in text
    assert "Rating" not in apart["season"]
    assert 'id="rating"' not in apart["player"]
    assert 'id="rating"' in pages(phone)["player"]
    # Everybody takes part in the alternative scoring: 0 tricks foreseen are worth 10.
    assert ">10.0<" in apart["season"]
    for name, text in pages(phone, players=4).items():  # none of them is classic
        assert "scoring=alternative" in text, name
        assert 'id="standings"' not in text


def test_a_game_moves_to_another_season_and_all_are_shown_together(
    phone, three_and_four
):
    moved = three_and_four[0]
    post(phone, "/seasons", starts_on="2026-12-01")
    assert "Move to another season" in phone.get(f"/games/{moved}").text
    assert post(phone, f"/games/{moved}/season", season=2).status_code == 303

    paths = ("/1", "/2", "", "/all")
    first, second, seasons, everything = (
        phone.get(f"/seasons{more}").text for more in paths
    )

    assert moved not in first
    assert moved in second
    told = phone.get_game(moved).json
    assert (told["season"], told["revision"]) == (2, 4)
    assert f"/g/{phone.group}/seasons/all" in seasons
    assert all(game in everything for game in three_and_four)
    assert "All seasons <svg" in everything
