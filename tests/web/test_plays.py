"""A finished game for other programs: BG Stats, BoardGameGeek."""

import html
import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from scorepad.imports.files import as_text
from scorepad.web.plays import LONGEST_LINK
from tests.support import towers_table
from tests.support.invitations import choice_on
from tests.support.phone import OURS
from tests.web.test_games import play

pytestmark = pytest.mark.usefixtures("any_evening")

NAMES = ["100 % & more", "Zoë 🧙‍♀️", 'Ute "=?#+\\']


def link(page):
    """Return the link for BG Stats on a page."""
    found = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]*)"', page)
    return html.unescape(found[1])


def sent(page):
    """Return what BG Stats reads from the link on a page."""
    (data,) = parse_qs(urlsplit(link(page)).query, strict_parsing=True)["data"]
    return json.loads(data)


def page_of(phone, game):
    return phone.get(f"/games/{game}").text


def test_bg_stats_gets_the_result_of_a_game_and_other_programs_a_text(phone):
    running = phone.start_game(*NAMES)
    game = play(phone, *NAMES, rounds=2, remark="Late & fine")

    page = page_of(phone, game)
    found = sent(page)

    assert found["sourceName"] == "Scorepad"
    assert found["sourcePlayId"] == game
    assert re.fullmatch(r"\d{4}-\d\d-\d\d 12:00:00", found["playDate"])
    wizard = {"sourceGameId": "wizard", "bggId": 1465, "name": "Wizard"}
    assert found["game"] == {**wizard, "highestWins": True, "noPoints": False}
    rows = ("name", "score", "rank", "winner", "startPlayer")
    assert [[each[key] for key in rows] for each in found["players"]] == [
        [NAMES[0], 60, 1, True, False],
        [NAMES[1], -20, 2, False, True],
        [NAMES[2], -20, 2, False, False],
    ]
    known = {phone.person(name)["id"] for name in NAMES}
    assert {each["sourcePlayerId"] for each in found["players"]} == known
    text = re.search(r"<textarea[^>]*>([^<]*)<", page)[1]
    title, *lines = html.unescape(text).split("\n")
    assert re.fullmatch(r"Wizard, \d+ \w+ \d{4}", title)
    assert lines == [
        "1. 100 % & more: 60",
        "2. Zoë 🧙‍♀️: -20",
        '2. Ute "=?#+\\: -20',
        "Late & fine",
    ]
    assert "bgstatsapp" not in page_of(phone, running)


@pytest.mark.parametrize("letter", ["W", "🧙"])
def test_the_link_is_short_enough_for_eight_long_names(phone, letter):
    names = [f"{seat}{letter * 39}" for seat in range(8)]
    said = {"remark": letter * 1000, "place": letter * 100, "minutes": 90}
    game = phone.play(*names, rounds=[([1] * 8, [1] + [0] * 7)], **said)

    page = page_of(phone, game)

    assert len(link(page)) <= LONGEST_LINK == 8000
    found = sent(page)
    assert [each["name"] for each in found["players"]] == names
    assert found["location"] == letter * 100
    assert found["durationMin"] == 90
    assert (letter * 1000).startswith(found["comments"])
    assert len(found["comments"]) > 20


def carried(page, client):
    """Open the link of a game on *page* as a script does, on another phone."""
    url = re.search(r'id="game-link"[^>]*value="([^"]*)"', page)[1]
    path, _, content = urlsplit(url).path, *url.partition("#")[1:]
    assert "game-link" not in client.get(path).text
    return client.post(path, data={"link": f"#{content}"}, headers=OURS)


def test_the_link_of_a_game_shows_it_to_others_and_opens_nothing_else(client, phone):
    game = play(phone, *NAMES, rounds=2, place="Kitchen")

    shown = carried(page_of(phone, game), client)

    assert shown.status_code == 200
    assert shown.headers["Cache-Control"] == "no-store"
    text = html.unescape(shown.text)
    assert all(name in text.replace("\xad", "") for name in NAMES)
    assert ">60<" in text
    assert phone.group not in text
    assert client.get(f"/g/{phone.group}/games/{game}").status_code == 404


@pytest.mark.parametrize("word", ["games", "towers"])
def test_the_game_of_a_link_is_the_same_in_another_group(phone, stranger, word):
    game = play(phone) if word == "games" else towers_table.play(phone)

    shown = carried(phone.get(f"/{word}/{game}").text, stranger.client).text
    content = re.search(r'name="content" value="([^"]*)"', shown)[1]
    found = stranger.client.post("/import", data={"content": content}, headers=OURS)
    stranger.client.post("/import/games", data=choice_on(found), headers=OURS)

    documents = [
        each.client.get(f"/g/{each.group}/{word}/{game}/game.json").json
        for each in (phone, stranger)
    ]
    assert documents[0] == documents[1]


def test_a_link_without_a_game_or_one_that_unpacks_to_far_too_much_is_refused(client):
    for link in ("", "#AAAA", "hello", f"#{as_text(b'{}')}"):
        answer = client.post("/game", data={"link": link}, headers=OURS)
        assert answer.status_code == 422
        assert "This link contains no game." in answer.text

    bomb = {"link": as_text(b" " * (100 << 20))}
    assert client.post("/game", data=bomb, headers=OURS).status_code in {413, 422}
