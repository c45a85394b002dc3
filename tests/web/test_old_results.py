"""Old results: players by tap, dates, totals."""

import re

import pytest

from tests.support.invitations import post
from tests.support.phone import OURS

PEOPLE = ["Anna", "Kevin", "Ute"]


@pytest.fixture
def host(phone):
    phone.play(*PEOPLE)
    return phone


def send(client, rows, **players):
    sent = players or {"who": PEOPLE}
    for at, (day, totals) in enumerate(rows):
        sent |= {f"day{at}": day, f"totals{at}": totals}
    return client.post("/type-in/results", data=sent, headers=OURS)


def rows_of(phone):
    return [line.split(",") for line in phone.get("/seasons/1/games.csv").text.split()]


def ticked(page):
    return re.findall(r'name="who" value="([^"]+)" checked', page.text)


def test_results_are_games_of_the_season_once_until_they_are_undone(host):
    """An empty date is that of the line above."""
    before = rows_of(host)
    rows = [("2024-03-01", "180 90 −30"), ("", "40,160;100")]

    answer = send(host.client, rows)

    assert "2 games saved" in answer.text
    assert "Anna</bdi> 180" in answer.text
    assert "Ute</bdi> −30" in answer.text
    assert answer.text.count("1 Mar 2024") == 2
    assert len(rows_of(host)) > len(before)
    assert "2 games were already there." in send(host.client, rows).text
    games = re.search(r'name="games" value="([0-9a-f ]+)"', answer.text)[1]
    assert post(host, "/undo-import", games=games).status_code == 303
    assert rows_of(host) == before


NUMBERS = "Enter 3 whole numbers, one for each player."
WRONG = [
    ([("2024-03-01", "180 90")], NUMBERS),
    ([("2024-03-01", "180 90 x")], NUMBERS),
    ([("2024-03-01", "")], NUMBERS),
    ([], NUMBERS),
    ([("", "180 90 -30")], "Enter a date such as 2026-11-21."),
    ([("1950-03-01", "180 90 -30")], "Enter a date between 1984 and today."),
]


def test_what_cannot_be_is_said_at_its_field_and_a_similar_name_asked_about(host):
    for rows, said in WRONG:
        answer = send(host.client, rows)

        assert answer.status_code == 422
        assert said in answer.text, rows
        assert ticked(answer) == PEOPLE
    two = send(host.client, [("2024-03-01", "1 2")], who=PEOPLE[:2])
    assert "This game needs 3 to 8 players." in two.text
    twice = send(host.client, [("2024-03-01", "1 2 3 4")], who=PEOPLE, name0="UTE")
    assert "Every player needs a different name." in twice.text

    rows = [("2024-03-01", "1 2 3")]
    sent = {"who": PEOPLE[::2], "name0": "Kevni"}
    asked = send(host.client, rows, **sent)
    assert "Is Kevni the same person as Kevin?" in asked.text
    saved = send(host.client, rows, **sent, same="Kevni")
    assert "Kevin</bdi> 3" in saved.text


def test_a_new_device_gets_a_group_and_keeps_its_players(client):
    names = {"name0": "Uli", "name1": "Jo", "name2": "Zoë"}

    saved = send(client, [("2024-03-01", "1 2 3")], **names)

    assert "1 game saved" in saved.text
    assert ticked(saved) == ["Uli", "Jo", "Zoë"]
    assert ticked(client.get("/type-in/results")) == ["Uli", "Jo", "Zoë"]
