"""Tonight and earlier evenings: at home, after each game, on television."""

import re

import pytest

from tests.support import towers_table
from tests.support.clock import clock_at
from tests.support.stored import statements

EVENING = "2026-11-20"
UTE_FIRST = [([1, 0, 0], [1, 0, 0])]
KEVIN_FIRST = [([0, 1, 1], [0, 1, 0])]  # then Ute, then Anna


def play(phone, at, rounds=UTE_FIRST, names=("Ute", "Kevin", "Anna"), **settings):
    with clock_at(at):
        return phone.play(*names, rounds=rounds, started_at=at, **settings)


@pytest.fixture
def evening(phone):
    """Two tables, both games, and a game after midnight, local time of the group."""
    phone.create_group()
    first = play(phone, "2026-11-20T20:45+01:00")
    with clock_at("2026-11-20T21:00+01:00"):
        towers = towers_table.play(phone, "Ute", "Zoë", **zoe_wins())
    last = play(phone, "2026-11-21T00:30+01:00", KEVIN_FIRST)
    return first, towers, last


def zoe_wins():
    events = towers_table.all_done(1, home=5, filled=6)
    return {"events": events, "finished": True, "started_at": EVENING + "T21:00+01:00"}


def standings(page):
    rows = re.findall(
        r'class="rank">(\d+)<.*?<bdi>(.*?)</bdi>.*?class="figure">([\d.]+)<',
        page.text.partition('<ol class="rows leaders">')[2].partition("</ol>")[0],
        re.DOTALL,
    )
    return [f"{rank} {name} {points}" for rank, name, points in rows]


def listed(page):
    return re.findall(r'data-game="([^"]+)"', page.text)


# 20:45 Ute 2, Kevin and Anna ½ each; 21:00 Zoë 1; 00:30 Kevin 2, Ute 1.
LATE = ["1 Ute 3", "2 Kevin 2.5", "3 Zoë 1", "4 Anna 0.5"]


def test_an_evening_has_games_of_both_kinds_before_and_after_midnight(phone, evening):
    with clock_at("2026-11-21T02:00+01:00"):
        running = phone.start_game("Ute", "Kevin", "Anna")
        page = phone.get("/tonight")

    assert "<h1>Tonight</h1>" in page.text
    assert standings(page) == LATE, "a game still played gives no points"
    assert listed(page) == [running, *reversed(evening)]
    assert "Wandering Towers" in page.text


def test_its_page_has_its_date_and_the_date_after_midnight_leads_to_it(phone, evening):
    for day in (EVENING, "2026-11-21"):
        page = phone.get(f"/evenings/{day}")
        assert "20 November 2026</span></h1>" in page.text
        assert standings(page) == LATE
    play(phone, "2026-11-21T20:00+01:00")
    assert "21 November 2026</span></h1>" in phone.get(f"/evenings/{day}").text
    assert "No game was played" in phone.get("/evenings/2026-11-01").text
    for wrong in ("soon", "2026-11-31", "0001-01-01"):
        assert phone.get(f"/evenings/{wrong}").status_code == 404


def part_of_home(phone, at):
    with clock_at(at):
        text = phone.client.get(f"/?group={phone.group}").text
    heading = re.search(r'<h2 id="evening">\s*([\w ]+)', text)
    return heading and heading[1].strip()


def test_home_shows_nothing_then_tonight_then_the_last_evening(phone):
    phone.create_group()
    assert part_of_home(phone, "2026-11-20T19:00+01:00") is None

    play(phone, "2026-11-20T23:30+01:00")

    assert part_of_home(phone, "2026-11-20T23:50+01:00") == "Tonight"
    assert part_of_home(phone, "2026-11-21T03:00+01:00") == "Tonight"
    assert part_of_home(phone, "2026-11-21T10:00+01:00") == "Last evening"


def test_the_time_zone_of_the_group_says_when_it_is_midnight(phone):
    phone.create_group(time_zone="America/New_York")
    play(phone, "2026-11-21T01:00+00:00")
    play(phone, "2026-11-21T23:00+00:00")

    # Eight in the evening of the 20th, and six of the 21st.
    for day in (20, 21):
        assert len(listed(phone.get(f"/evenings/2026-11-{day}"))) == 1


def test_deleted_games_and_those_that_do_not_count_give_no_points(phone, evening):
    first, towers, last = evening
    sent = towers_table.body(phone, "Ute", "Zoë", **zoe_wins(), deleted=True)
    assert towers_table.save(phone, towers, sent, seen=1).status_code == 200
    extra = play(phone, "2026-11-21T01:30+01:00", counts=False)
    with clock_at("2026-11-25T20:00+01:00"):
        typed = towers_table.play(phone, played_on=EVENING, counts=False)

    page = phone.get(f"/evenings/{EVENING}")

    assert {*listed(page)} == {extra, last, first, typed}
    assert standings(page) == ["1 Ute 3", "2 Kevin 2.5", "3 Anna 0.5"]


def test_after_each_game_the_page_says_who_leads_the_evening(phone, evening):
    first, towers, _last = evening
    for path in (f"/games/{first}", f"/towers/{towers}"):
        with clock_at("2026-11-21T01:00+01:00"):
            tonight = phone.get(path).text
        later = phone.get(path).text
        link = rf'<a href="/g/{phone.group}/evenings/{EVENING}">\s*<span>(.*?)</span>'
        told = re.compile(link, re.DOTALL)
        name = "<b><bdi>Ute</bdi></b>"
        assert told.search(tonight)[1] == f"Tonight: {name} leads with 3 points"
        assert told.search(later)[1] == f"{name} won the evening with 3 points"


def test_the_television_shows_who_leads_and_requests_nothing_in_vain(phone, evening):
    with clock_at("2026-11-21T00:45+01:00"):
        page = phone.get("/tables?large")
        seen = {"If-None-Match": page.headers["ETag"]}
        assert "<caption>Tonight</caption>" in page.text
        assert page.text.index("Ute") < page.text.index("Kevin")
        assert phone.get("/tables?large", **seen).status_code == 304
        # It asks every two seconds: then no game is loaded.
        with statements() as said:
            phone.get("/tables?large", **seen)
        assert len(said) < 8
        assert not [each for each in said if "settings" in each]
    play(phone, "2026-11-21T00:46+01:00", KEVIN_FIRST)
    with clock_at("2026-11-21T00:50+01:00"):
        page = phone.get("/tables?large", **seen)
        assert page.text.index("Kevin") < page.text.index("Ute")
    with clock_at("2026-11-21T10:45+01:00"):
        seen = {"If-None-Match": page.headers["ETag"]}
        assert "Tonight" not in phone.get("/tables?large", **seen).text


def test_the_games_of_a_season_are_listed_by_evening(phone, evening):
    first, _towers, last = evening
    later = play(phone, "2026-11-21T20:00+01:00")

    text = phone.get("/seasons/1/games").text

    found = re.findall(r'evenings/([\d-]+)">|data-game="([^"]+)"', text)
    days = "2026-11-21", EVENING
    assert found == [(days[0], ""), ("", later), (days[1], ""), ("", last), ("", first)]
    assert phone.get("/seasons/1/games?players=8").status_code == 200
