"""CSV files for each spreadsheet, and seasons as Excel workbooks."""

import csv
import io
from datetime import datetime

import pytest
from openpyxl import load_workbook

from tests.support import towers_table
from tests.support.phone import OURS
from tests.web.test_players import play
from tests.web.test_seasons import DAY

pytestmark = pytest.mark.usefixtures("any_evening")

EXPORT = "/seasons/1/export"


def standings(phone, **headers):
    path = f"/g/{phone.group}/seasons/1/standings.csv"
    return phone.client.get(path, headers=headers).text.removeprefix("\ufeff")


def sheets(phone, **query):
    path = f"/g/{phone.group}/seasons/1/season.xlsx"
    answer = phone.client.get(path, query_string=query)
    assert answer.status_code == 200
    book = load_workbook(io.BytesIO(answer.data))
    return {sheet.title: sheet for sheet in book.worksheets}


def test_csv_in_german_has_semicolons_unless_the_browser_chose_commas(phone):
    for rounds in (1, 2):
        play(phone, "Ute", "Thomas", "Kevin", rounds=rounds, started_at=DAY)
    play(phone, "Kevin", "Ute", "Thomas", started_at=DAY)
    german, page = {"Accept-Language": "de"}, f"/g/{phone.group}{EXPORT}?by=wins"

    text = standings(phone, **german)

    rows = [*csv.reader(io.StringIO(text, newline=""), delimiter=";")]
    assert {len(row) for row in rows} == {14}
    assert "26,6667" in rows[1]
    assert ",26.6667," in standings(phone)
    answer = phone.client.post(page, data={"style": "semicolon"}, headers=OURS)
    assert (answer.status_code, answer.headers["Location"]) == (303, page)
    assert standings(phone).startswith("Rank;Player;")
    assert 'value="semicolon" checked' in phone.client.get(page).text
    phone.client.post(page, data={"style": "comma"}, headers=OURS)
    assert standings(phone, **german).startswith("Rang,")


def test_a_workbook_has_numbers_dates_no_formulas_and_the_games_of_its_filter(phone):
    names = {"=1+1", "+Ute", "-3", "@SUM(A1)", "#N/A", "007"}
    game = play(phone, *names, started_at=DAY)
    towers_table.save(phone, towers_table.twin(game), towers_table.body(phone))

    found = sheets(phone)

    assert [*found] == [
        *("The standings", "Race", "Games", "Rounds", "Bids", "Records"),
        "Wandering Towers",
    ]
    assert {sheet.freeze_panes for sheet in found.values()} == {"A2"}
    row = [each.value for each in found["Rounds"][2]]
    assert row[:3] == [1, datetime(2026, 11, 20), 1]  # noqa: DTZ001 - as Excel has it
    assert found["Games"]["B2"].is_date
    assert isinstance(found["The standings"]["F2"].value, int | float)
    cells = [cell for sheet in found.values() for row in sheet for cell in row]
    told = {(cell.value, cell.data_type) for cell in cells if cell.value in names}
    assert told == {(name, "s") for name in names}

    play(phone, "Ute", "Thomas", "Kevin", "Ada", started_at=DAY)
    found = sheets(phone, players="4")
    assert {row[0].value for row in found["Rounds"].iter_rows(min_row=2)} == {1}
    assert len({row[4].value for row in found["Games"].iter_rows(min_row=2)}) > 1
