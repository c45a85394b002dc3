"""Evenings and games as entries of a calendar, as RFC 5545 wants them."""

from datetime import date

import pytest
from icalendar import Calendar

from tests.support import towers_table
from tests.support.invitations import choice_on
from tests.web.test_imports import RESULTS, send, take
from tests.web.test_players import play
from tests.web.test_seasons import DAY

NAMES = ["Ute; the, first", "Zoë\\n 🧙‍♀️", "王" * 40]


def entries(phone, path="/seasons/1/season.ics"):
    answer = phone.client.get(f"/g/{phone.group}{path}")
    assert answer.status_code == 200
    assert answer.content_type == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.data)
    assert {"PRODID", "VERSION"} <= calendar.keys()
    wanted = {"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "DESCRIPTION"}
    assert all(wanted <= entry.keys() for entry in calendar.events)
    return calendar.events


@pytest.mark.usefixtures("any_evening")
def test_an_evening_has_its_games_of_all_kinds(phone):
    play(phone, *NAMES, started_at=DAY, rounds=2)
    towers_table.play(phone, started_at=DAY)

    (entry,) = entries(phone)

    assert entry["summary"] == "Scorepad (2 games)"
    wizard = f"Wizard: 1. {NAMES[0]} 60, 2. {NAMES[1]} -20, 2. {NAMES[2]} -20"
    assert {*entry["description"].split("\n")} == {
        wizard,
        "Wandering Towers: 1. Ute, 2. Kevin",
    }
    path = entry["url"].removeprefix("http://localhost")
    assert path == f"/g/{phone.group}/evenings/2026-11-20"
    assert phone.client.get(path).status_code == 200


def test_a_game_with_a_date_alone_fills_its_day(phone):
    phone.start_game("Kevin", "Ute", "Anna")
    take(phone, choice_on(send(phone, RESULTS.encode())))

    found = entries(phone, "/seasons/0/season.ics")

    assert [(each["dtstart"].dt, each["dtend"].dt) for each in found] == [
        (date(2025, 11, 21), date(2025, 11, 22)),
        (date(2025, 11, 22), date(2025, 11, 23)),
    ]


@pytest.mark.usefixtures("any_evening")
@pytest.mark.parametrize("word", ["games", "towers"])
def test_the_result_of_a_game_is_an_entry(phone, word):
    game = (play if word == "games" else towers_table.play)(phone, place="Kitchen")

    (entry,) = entries(phone, f"/{word}/{game}/game.ics")

    assert entry["uid"] == game
    assert entry["location"] == "Kitchen"
    winner = {"games": "Wizard: Thomas", "towers": "Wandering Towers: Ute"}
    assert entry["summary"] == winner[word]
    assert entry["url"].endswith(f"/{word}/{game}")
    assert f"/{word}/{game}/game.ics" in phone.get(f"/{word}/{game}").text


def test_games_that_are_not_finished_or_were_deleted_have_no_entry(phone):
    running = phone.start_game(*NAMES)
    deleted = play(phone, *NAMES)
    phone.change_game(deleted, deleted=True)

    for path in (f"games/{running}/game", f"games/{deleted}/game", "seasons/0/season"):
        assert phone.get(f"/{path}.ics").status_code == 404
