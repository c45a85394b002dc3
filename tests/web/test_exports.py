"""Seasons and games as files: CSV and Excel, without formulas, calendars, pictures.

Calendars are as RFC 5545 wants them.
"""

import csv
import io
import re
import struct
from datetime import date, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar
from openpyxl import load_workbook

from scorepad.pdf.html import HEIGHT, WIDTH
from scorepad.web.exports import cell
from tests.support import towers_table
from tests.support.invitations import choice_on, post
from tests.web.test_games import THREE, play
from tests.web.test_imports import RESULTS, send, take
from tests.web.test_seasons import DAY

pytestmark = pytest.mark.usefixtures("any_evening")

EVENING = "/evenings/2026-11-20"
FORMULA = re.compile(r"""^[\s'"\u3000]*[=+\-@|%＝＋－＠\t\r\n]""")


def table(phone, path, **query):
    answer = phone.client.get(f"/g/{phone.group}{path}", query_string=query)
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(answer.text[1:], newline="")))


def test_the_standings_are_those_of_the_page_in_a_file_named_after_the_group(phone):
    play(phone, started_at=DAY)
    play(phone, "Ute", "Thomas", "Kevin", started_at=DAY)

    head, *rows = table(phone, "/seasons/1/standings.csv", by="wins")

    assert head[:4] == ["Rank", "Player", "Games", "Wins"]
    assert [row[:4] for row in rows] == [
        ["1", "Thomas", "2", "1"],
        ["1", "Ute", "2", "1"],
        ["3", "Kevin", "2", "0"],
    ]
    assert (rows[0][5], rows[2][5]) == ("10", "-10")
    post(phone, "/people/name", name='A/b" ☃; \u202ex')
    # i10: no header breaks
    said = phone.get("/seasons/1/standings.csv").headers["Content-Disposition"]
    assert said.startswith("attachment; filename=standings.csv; filename*=UTF-8''")
    assert not re.search(r"[^\x20-\x7e]", said)
    assert "/" not in said.split("filename*=UTF-8''")[1]


def test_every_game_of_a_season_and_of_a_player_the_first_one_first(phone, monkeypatch):
    monkeypatch.setattr("scorepad.services.season_stats.AT_ONCE", 2)
    monkeypatch.setattr("scorepad.services.seasons.GAMES_ON_A_PAGE", 1)
    for _ in range(3):
        play(phone, rounds=2, started_at=DAY)
    phone.start_game(*THREE)
    ute = f"/players/{phone.person('Ute')['id']}"

    head, *rows = table(phone, "/seasons/1/games.csv")
    names = ("bids", "situations", "rivals")
    bids, situations, rivals = (table(phone, f"{ute}/{name}.csv") for name in names)
    games = table(phone, f"{ute}/games.csv", season=1)

    assert head[:5] == ["Game", "Date", "Rounds", "Player", "Total"]
    assert [row[0] for row in rows] == [str(n) for n in (1, 2, 3, 4) for _ in THREE]
    assert rows[0] == ["1", "2026-11-20", "2", "Thomas", "60", "1", "1", "1"]
    assert [row[4:7] for row in rows[9:]] == [["", "0", "0"]] * 3
    assert bids[1:] == [["1", "1", "6", "0", "6", "6", "0", "0", "0"]]
    assert len(situations) == 7
    assert sorted(row[0] for row in rivals[1:]) == ["Kevin", "Thomas"]
    assert games[1:] == [["2026-11-20", "2", "3", "-20"]] * 3


@given(st.text())
def test_i09_no_text_is_ever_a_formula(text):
    written = cell(text)

    assert written in (text, f"'{text}")
    assert written.startswith("'") or not FORMULA.match(written)


def test_pictures_have_the_size_that_messengers_show(phone, renderer):
    phone.create_group()
    assert "picture.png" not in phone.get("/seasons/1").text
    for _ in range(3):
        play(phone, started_at=DAY)
    for page, name in (("/seasons/1", "season"), (EVENING, "evening-2026-11-20")):
        address = f"/g/{phone.group}{page}/picture.png"

        answer = phone.client.get(address)

        assert f'href="{address}' in phone.get(page).text
        assert answer.mimetype == "image/png"
        assert struct.unpack(">II", answer.data[16:24]) == (WIDTH, HEIGHT)
        shown = answer.headers["Content-Disposition"]
        assert shown.startswith(f"inline; filename={name}.png")
    assert "/picture.png?by=wins" in phone.get("/seasons/1?by=wins").text
    assert phone.get("/evenings/2026-11-01/picture.png").status_code == 404


def standings(phone, **headers):
    return phone.get("/seasons/1/standings.csv", **headers).text.removeprefix("\ufeff")


def sheets(phone, **query):
    path = f"/g/{phone.group}/seasons/1/season.xlsx"
    answer = phone.client.get(path, query_string=query)
    book = load_workbook(io.BytesIO(answer.data))
    return {sheet.title: sheet for sheet in book.worksheets}


def test_csv_in_german_has_semicolons_unless_the_browser_chose_commas(phone):
    for rounds in (1, 2):
        play(phone, "Ute", "Thomas", "Kevin", rounds=rounds, started_at=DAY)
    play(phone, "Kevin", "Ute", "Thomas", started_at=DAY)
    german, page = {"Accept-Language": "de"}, "/seasons/1/export?by=wins"

    text = standings(phone, **german)

    rows = [*csv.reader(io.StringIO(text, newline=""), delimiter=";")]
    assert {len(row) for row in rows} == {14}
    assert "26,6667" in rows[1]
    assert ",26.6667," in standings(phone)
    assert post(phone, page, style="semicolon").location.endswith(page)
    assert standings(phone).startswith("Rank;Player;")
    assert 'value="semicolon" checked' in phone.get(page).text
    post(phone, page, style="comma")
    assert standings(phone, **german).startswith("Rang,")


def test_a_workbook_has_numbers_dates_no_formulas_and_the_games_of_its_filter(phone):
    names = {"=1+1", "+Ute", "-3", "@SUM(A1)", "#N/A", "007"}
    game = play(phone, *names, started_at=DAY)
    towers_table.save(phone, towers_table.twin(game), towers_table.body(phone))

    found = sheets(phone)

    own = ["The standings", "Race", "Games", "Rounds", "Bids", "Records"]
    assert [*found] == [*own, "Wandering Towers"]
    assert {sheet.freeze_panes for sheet in found.values()} == {"A2"}
    row = [each.value for each in found["Rounds"][2]]
    assert row[:3] == [1, datetime(2026, 11, 20), 1]  # noqa: DTZ001 - as Excel has it
    assert found["Games"]["B2"].is_date
    assert isinstance(found["The standings"]["F2"].value, int | float)
    cells = [cell for sheet in found.values() for row in sheet for cell in row]
    written = {(cell.value, cell.data_type) for cell in cells if cell.value in names}
    assert written == {(name, "s") for name in names}

    play(phone, "Ute", "Thomas", "Kevin", "Ada", started_at=DAY)
    found = sheets(phone, players="4")
    assert {row[0].value for row in found["Rounds"].iter_rows(min_row=2)} == {1}
    assert len({row[4].value for row in found["Games"].iter_rows(min_row=2)}) > 1


NAMES = ["Ute; the, first", "Zoë\\n 🧙‍♀️", "王" * 40]


def entries(phone, path="/seasons/1/season.ics"):
    answer = phone.get(path)
    assert answer.content_type == "text/calendar; charset=utf-8"
    calendar = Calendar.from_ical(answer.data)
    assert {"PRODID", "VERSION"} <= calendar.keys()
    wanted = {"UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "DESCRIPTION"}
    assert all(wanted <= entry.keys() for entry in calendar.events)
    return calendar.events


def test_an_evening_has_its_games_of_all_kinds(phone):
    play(phone, *NAMES, started_at=DAY, rounds=2)
    towers_table.play(phone, started_at=DAY)

    (entry,) = entries(phone)

    assert entry["summary"] == "Scorepad (2 games)"
    wizard = f"Wizard: 1. {NAMES[0]} 60, 2. {NAMES[1]} -20, 2. {NAMES[2]} -20"
    towers = "Wandering Towers: 1. Ute, 2. Kevin"
    assert {*entry["description"].split("\n")} == {wizard, towers}
    path = entry["url"].removeprefix("http://localhost")
    assert path == f"/g/{phone.group}/evenings/2026-11-20"
    assert phone.client.get(path).status_code == 200


def test_a_game_with_a_date_alone_fills_its_day(phone):
    phone.start_game("Kevin", "Ute", "Anna")
    take(phone, choice_on(send(phone, RESULTS.encode())))

    found = entries(phone, "/seasons/0/season.ics")

    days = [date(2025, 11, day) for day in (21, 22, 23)]
    said = [(each["dtstart"].dt, each["dtend"].dt) for each in found]
    assert said == [*pairwise(days)]


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
