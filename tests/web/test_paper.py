"""A paper game is typed in, and old results alone: players, dates, totals."""

import re

from sqlalchemy import func, select

from scorepad.db.engine import db
from scorepad.db.tables import Group
from tests.support.invitations import post
from tests.support.phone import OURS

NAMES = {"name0": "Thomas", "name1": "Ute", "name2": "王小明"}
CHOICES = {"dealer": "0", "schedule": "standard", "holds": "tricks"}


def start(client):
    page = client.get("/type-in")
    assert page.status_code == 200
    return re.search(r'name="start" value="([\w-]{43})"', page.text)[1]


def send(client, **changes):
    sent = {"start": start(client), **NAMES, **CHOICES, **changes}
    return client.post("/type-in", data=sent, headers=OURS)


def document(client, answer):
    assert answer.status_code == 303, answer.text
    path = answer.headers["Location"].split("?")[0]
    return client.get(path.replace("/sheet", "/game.json")).json


def test_a_new_device_gets_a_group_that_knows_names_from_then_on(client):
    answer = send(client)
    assert document(client, answer)["players"] == ["Thomas", "Ute", "王小明"]
    assert "HttpOnly" in answer.headers["Set-Cookie"]
    assert client.get(answer.headers["Location"]).status_code == 200

    send(client, name1="Kevin")
    assert '<option value="Kevin">' in client.get("/type-in").text
    typed = send(client, name1="Kevni")

    assert typed.status_code == 422
    assert "Is Kevni the same person as Kevin?" in typed.text
    yes = document(client, send(client, name1="Kevni", same="Kevni"))
    assert yes["players"][1] == "Kevin"
    no = document(client, send(client, name1="Kevni", another="Kevni"))
    assert no["players"][1] == "Kevni"
    assert document(client, send(client, name1=" kevin"))["players"][1] == "Kevin"


def test_the_code_on_a_blank_sheet_fills_in_what_was_printed(client):
    printed = {"players": "4", "schedule": "custom", "cards": "1 3 5"}
    said = {**printed, "name0": "王小明", "start": "x" * 43}

    page = client.get("/type-in", query_string=said).text

    assert page.count('placeholder="Name ') == 4
    assert '<option value="custom" selected>' in page
    assert 'id="cards" name="cards" type="text" value="1 3 5"' in page
    assert 'value="王小明"' in page
    assert "x" * 43 not in page


NO_TABLES = [
    ({"name2": ""}, "name2"),
    ({"name2": "UTE"}, "name2"),
    ({"name2": "x" * 10_000}, "name2"),
    ({"name2": "a\0b"}, "name2"),
    ({"schedule": "forever"}, "schedule"),
    ({"schedule": "custom"}, "cards"),
    ({"schedule": "custom", "cards": "21"}, "cards"),
    ({"name3": "D", "name4": "E", "schedule": "single_colour"}, "schedule"),
    ({"holds": "secrets"}, "holds"),
    ({"date": "2020-02-30"}, "date"),
    ({"date": "2999-01-01"}, "date"),
    ({"dealer": "many"}, "dealer"),
]
NOT_AGREED = [
    ({"edition": ["dragon"]}, "Dragon and Fairy"),
    ({"scoring": "custom", "base": "20 + t"}, "Enter whole numbers from −1000"),
    ({"scoring": "custom", "doubled_rounds": "21"}, "of rounds, 0 to 20"),
    ({"scoring": "custom", "kept_zero": "1001"}, "Enter whole numbers from −1000"),
    ({"even": "sometimes"}, "Choose one of the options."),
    ({"foresight": "y", "edition": ["bomb"]}, "special cards are in the deck"),
    ({"foresight": "y", "schedule": "maximus"}, "Foresight needs a first round of one"),
]


def test_an_impossible_table_is_refused_at_its_field(app, client):
    problems = [(changes, f'id="{box}-problem"') for changes, box in NO_TABLES]
    for changes, said in problems + NOT_AGREED:
        answer = send(client, **changes)

        assert answer.status_code == 422
        assert said in answer.text
        is_open = '<details class="agreed" open>' in answer.text
        assert is_open == ((changes, said) in NOT_AGREED)
        assert "Set-Cookie" not in answer.headers
        assert 'value="Thomas"' in answer.text
        with app.app_context():
            assert db.session().scalar(select(func.count()).select_from(Group)) == 0


def test_a_form_sent_twice_makes_one_game_and_a_guessed_start_opens_no_group(app):
    own, other = app.test_client(), app.test_client()
    started, guessed = start(own), "guess"

    def place(client, of):
        return send(client, start=of).headers["Location"]

    assert place(own, started) == place(own, started)
    groups = {place(each, guessed).split("/")[2] for each in (own, other)}
    assert len(groups) == 2


OWN = {"base": "30", "per_trick": "5", "per_miss": "−2", "kept_zero": "50"}


def test_what_the_table_had_agreed_on_is_in_the_game(client):
    choices = {"even": "hardcore", "deck": "american", "letters": "wj"}
    choices |= {"scoring": "custom", "doubled_rounds": "2"}
    cards = {"edition": ["bomb", "dragon", "fairy"]}

    game = document(client, send(client, **choices, **cards, **OWN))

    assert game["edition"] == ["bomb", "dragon", "fairy"]
    assert game["even_bid_rule"]["min_cards"] == 4
    assert (game["deck"], game["letters"]) == ("american", "wj")
    formula = {key: value for key, value in game["formula"].items() if value}
    own = {"base": 30, "per_trick": 5, "per_miss": -2, "kept_zero": 50}
    assert formula == {**own, "doubled_rounds": 2}


PEOPLE = ["Anna", "Kevin", "Ute"]


def send_results(client, rows, **players):
    sent = players or {"who": PEOPLE}
    for at, (day, totals) in enumerate(rows, 1):
        sent |= {f"row{at}-day": day, f"row{at}-totals": totals}
    return client.post("/type-in/results", data=sent, headers=OURS)


def rows_of(phone):
    return [line.split(",") for line in phone.get("/seasons/1/games.csv").text.split()]


def ticked(page):
    return re.findall(r'name="who" value="([^"]+)" checked', page.text)


def test_results_are_games_of_the_season_once_until_they_are_undone(phone):
    """An empty date repeats the one above."""
    phone.play(*PEOPLE)
    before = rows_of(phone)
    rows = [("2024-03-01", "180 90 −30"), ("", "40,160;100")]

    answer = send_results(phone.client, rows)

    assert "2 games saved" in answer.text
    assert "Anna</bdi> 180" in answer.text
    assert "Ute</bdi> −30" in answer.text
    assert answer.text.count("1 Mar 2024") == 2
    assert len(rows_of(phone)) > len(before)
    assert "2 games were already there." in send_results(phone.client, rows).text
    games = re.search(r'name="games" value="([0-9a-f ]+)"', answer.text)[1]
    assert post(phone, "/undo-import", games=games).status_code == 303
    assert rows_of(phone) == before


NUMBERS = "Enter 3 whole numbers, one for each player."
WRONG = [
    ([("2024-03-01", "180 90")], NUMBERS),
    ([("2024-03-01", "180 90 x")], NUMBERS),
    ([("2024-03-01", "")], NUMBERS),
    ([], NUMBERS),
    ([("", "180 90 -30")], "Enter a date such as 2026-11-21."),
    ([("1950-03-01", "180 90 -30")], "Enter a date between 1984 and today."),
]


def test_a_problem_is_shown_at_its_field_and_a_similar_name_asked_about(phone):
    phone.play(*PEOPLE)
    for rows, said in WRONG:
        answer = send_results(phone.client, rows)

        assert answer.status_code == 422
        assert said in answer.text, rows
        assert ticked(answer) == PEOPLE
    rows = [("2024-03-01", "1 2 3")]

    similar = {"who": PEOPLE[::2], "name0": "Kevni"}
    for sent, said in (
        ({"who": PEOPLE[:2]}, "This game needs 3 to 8 players."),
        ({"who": PEOPLE, "name0": "UTE"}, "Every player needs a different name."),
        (similar, "Is Kevni the same person as Kevin?"),
        ({**similar, "same": "Kevni"}, "Kevin</bdi> 3"),
    ):
        assert said in send_results(phone.client, rows, **sent).text


def test_a_new_device_that_types_in_results_gets_a_group_and_keeps_its_players(client):
    saved = send_results(client, [("2024-03-01", "1 2 3")], **NAMES)

    assert "1 game saved" in saved.text
    assert ticked(saved) == ticked(client.get("/type-in/results")) == [*NAMES.values()]
