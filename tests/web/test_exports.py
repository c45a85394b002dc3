"""Tables as CSV, in which no cell is run as a formula, and the season as a picture."""

import csv
import io
import re
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.pdf.html import HEIGHT, WIDTH
from scorepad.web.exports import BYTE_ORDER_MARK, cell
from tests.support.invitations import post
from tests.web.test_players import THREE, play
from tests.web.test_seasons import DAY

pytestmark = pytest.mark.usefixtures("any_evening")

EVENING = "/evenings/2026-11-20"
FORMULA = re.compile(r"""^[\s'"\u3000]*[=+\-@|%＝＋－＠\t\r\n]""")


def table(phone, path, **query):
    answer = phone.client.get(f"/g/{phone.group}{path}", query_string=query)
    assert answer.status_code == 200
    assert answer.content_type == "text/csv; charset=utf-8"
    assert answer.text.startswith(BYTE_ORDER_MARK)
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
    monkeypatch.setattr("scorepad.services.seasons.AT_ONCE", 2)
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
    phone.found_group()
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
