"""Games come in from a file: nothing before it is said, and nothing twice."""

import html
import json
import re
from contextlib import suppress
from io import BytesIO
from unittest.mock import Mock

import pytest

from scorepad.cli import main
from scorepad.db.tables import DocumentGame, GameRow
from scorepad.games.registry import GAMES, read_game
from scorepad.i18n.languages import LANGUAGES, translations
from scorepad.imports import games_in
from scorepad.services import sheet_entry
from tests.imports.test_reading import BGG, UNREADABLE, bgstats, documents
from tests.imports.test_reading import play as play_of
from tests.support import towers_table
from tests.support.invitations import choice_on
from tests.support.phone import OURS
from tests.support.wide import first_of
from tests.web.test_api_groups import count

RESULTS = "Date,Kevni,Ute,Anna\n2025-11-21,10,20,30\n2025-11-22,10,20,50\n"


def send(phone, data, **headers):
    sent = {"file": (BytesIO(data), "file"), "time_zone": "Europe/Berlin"}
    return phone.client.post("/import", data=sent, headers={**OURS, **headers})


def take(phone, fields):
    return phone.client.post("/import/games", data=fields, headers=OURS)


def names_in(phone):
    state = phone.client.get(f"/api/groups/{phone.group}").json
    return {each["name"] for each in state["players"]}


def test_nothing_is_written_before_the_games_are_chosen_or_where_one_fails(
    app, phone, monkeypatch
):
    phone.start_game("Kevin", "Ute", "Thomas")

    fields = choice_on(send(phone, RESULTS.encode()))

    assert len(fields["game"]) == 2
    assert "Kevin" in fields["as0"]
    with monkeypatch.context() as patch, suppress(OSError):
        patch.setattr(sheet_entry, "write_results", Mock(side_effect=OSError))
        take(phone, fields)
    assert count(app, GameRow) == 1
    assert names_in(phone) == {"Kevin", "Ute", "Thomas"}
    assert take(phone, fields).status_code == 200
    assert take(phone, fields).status_code == 200
    assert count(app, GameRow) == 3
    assert names_in(phone) == {"Kevin", "Ute", "Thomas", "Anna"}


def test_an_import_can_be_undone(app, phone):
    phone.start_game("Kevin", "Ute", "Thomas")
    take(phone, {**(fields := choice_on(send(phone, RESULTS.encode()))), "game": "0"})
    page = take(phone, fields).text
    (games,) = re.findall(r'name="games" value="([^"]+)"', page)

    undo = f"/g/{phone.group}/undo-import"
    answer = phone.client.post(undo, data={"games": games}, headers=OURS)

    assert answer.status_code == 303
    deleted = phone.client.get(answer.headers["Location"]).text
    assert deleted.count("/restore") == 1, "the other game was there before"
    assert "1 game was already there" in page


def target_of(client):
    """Return where the installed app wants shared files, as phones read it."""
    manifest = client.get("/play/en/app.webmanifest").get_json(force=True)
    target = manifest["share_target"]
    assert target["method"] == "POST"
    assert target["enctype"] == "multipart/form-data"
    (files,) = target["params"]["files"]
    assert {*files["accept"]} >= {"application/pdf", ".csv", ".xlsx", ".json", ".xml"}
    return target["action"], files["name"]


def test_a_file_shared_to_the_installed_app_is_shown_but_none_of_another_site(
    app, client
):
    action, field = target_of(client)

    def sent(**headers):
        data = {field: (BytesIO(RESULTS.encode()), "results.csv")}
        return client.post(action, data=data, headers=headers)

    page = sent(**{"Sec-Fetch-Site": "none", "Origin": "null"})

    assert len(choice_on(page)["game"]) == 2
    assert count(app, GameRow) == 0
    assert sent(**{"Sec-Fetch-Site": "cross-site"}).status_code == 403


def test_the_games_are_imported_into_the_chosen_group(app, phone):
    phone.start_game("Kevin", "Ute", "Thomas")
    other = type(phone)(phone.client)
    other.start_game("Tom", "Pia", "Jo")
    page = send(phone, RESULTS.encode())

    again = take(phone, {**choice_on(page), "group": phone.group})
    take(phone, {**choice_on(again), "group": phone.group})

    assert "Import into" in page.text
    assert names_in(phone) == {"Kevin", "Ute", "Thomas", "Anna"}
    assert names_in(other) == {"Tom", "Pia", "Jo"}


WRONG = "Datum;Ann;Ben;Cem;Dora\n21.11.2025;1;2;3;4\n22.11.2025;2;3;1;4\n"


def test_a_column_is_corrected_and_the_file_is_read_again(app, phone):
    phone.start_game(*PEOPLE)
    fields = choice_on(send(phone, WRONG.encode()))
    assert fields["column"] == ["date", *(f"total:{n}" for n in names_of(fields))]
    fields["column"][4] = ""

    again = take(phone, fields)

    assert count(app, GameRow) == 1
    assert choice_on(again)["column"][4] == ""
    take(phone, choice_on(again))
    assert count(app, GameRow) == 3
    assert names_in(phone) == {"Ann", "Ben", "Cem"}


def names_of(fields):
    return [each.partition(":")[2] for each in fields["column"][1:]]


@pytest.mark.parametrize("header", ["a;b;c;d\n", ""])
def test_columns_without_known_headings_are_chosen_by_hand(app, phone, header):
    phone.start_game("Ann", "Ute", "Tom")
    rows = "\n".join(f"{n};{who};0;{int(who == 'Ann')}" for n in "1" for who in PEOPLE)
    page = send(phone, f"{header}{rows}\n".encode())
    fields = choice_on(page, status=422)
    assert "no known headings" in page.text

    fields["column"] = ["round", "player", "bid", "tricks"]
    again = choice_on(take(phone, fields))
    take(phone, again)

    assert count(app, GameRow) == 2
    assert names_in(phone) == {*PEOPLE, "Ute", "Tom"}


PEOPLE = ("Ann", "Ben", "Cem")


@pytest.mark.parametrize(
    ("language", "day"), [("en-US", "2025-05-06"), ("de", "2025-06-05")]
)
def test_dates_are_read_as_the_language_of_the_page_writes_them(phone, language, day):
    table = b"Date,Ann,Ben,Cem\n05/06/2025,1,2,3\n"

    page = send(phone, table, **{"Accept-Language": language})

    assert f'datetime="{day}"' in page.text


@pytest.mark.parametrize("language", [each.tag for each in LANGUAGES])
def test_tables_of_scorepad_come_back_in_every_language(phone, language):
    one = [([1, 0, 1], [1, 0, 0])]
    game, _ = (phone.play("Ute", "Kevin", "Anna", rounds=one * n) for n in (1, 2))
    towers_table.play(phone)
    said = {"Accept-Language": language}
    files = f"games/{game}/rounds.csv", "seasons/0/games.csv", "seasons/0/season.xlsx"
    for file, games in zip(files, (1, 2, 2), strict=True):
        table = phone.client.get(f"/g/{phone.group}/{file}", headers=said)

        found = games_in(table.data)

        assert found.left_out == ()
        people = [each["players"] for each in documents(found)]
        assert people == [["Ute", "Kevin", "Anna"]] * games
        answers = [
            GAMES["wizard"].answer_for(read_game(e).game) for e in documents(found)
        ]
        totals = [[30, 20, -10], [60, 40, -20]]
        assert [each["totals"] for each in answers] == totals[:games]


PLAYS = json.dumps(bgstats(play_of(0, "1", "2", "3"), play_of(1, "1", "2", "3")))


@pytest.mark.parametrize("data", [PLAYS, BGG])
def test_what_was_left_out_is_counted(phone, data):
    page = send(phone, data.encode())

    assert len(choice_on(page)["game"]) == 1
    assert "1 play of Catan, which is another game" in page.text


@pytest.mark.parametrize("language", first_of(each.tag for each in LANGUAGES))
def test_a_file_that_cannot_be_read_gets_its_sentence(app, phone, language):
    catalogue = translations(language)
    for name in UNREADABLE.keys() - {"too large"}:
        data, problem = UNREADABLE[name]

        answer = send(phone, data, **{"Accept-Language": language})

        assert answer.status_code == 422
        said = catalogue.gettext(problem).rpartition("%(kind)s")[2]
        assert said in html.unescape(answer.text)
    assert count(app, GameRow) == count(app, DocumentGame) == 0


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path))
    path = tmp_path / "plays.json"
    path.write_text(PLAYS, "utf-8")
    return str(path)


def test_the_command_prints_what_was_found(file, capsys):
    assert main(["import", file, "--dry-run"]) == 0

    said = json.loads(capsys.readouterr().out)
    assert said["kind"] == "bgstats"
    assert said["people"] == ["Cem", "Ben", "Ann"]
    assert [each["final_totals"] for each in said["games"]] == [[3, 2, 1]]
    assert said["left_out"] == [{"reason": "other_game", "name": "Catan", "games": 1}]


def test_the_command_imports_once_and_says_what_is_missing(app, phone, file, capsys):
    phone.start_game("Kevin", "Ute", "Thomas")

    for _ in range(2):
        assert main(["import", file, "--group", phone.group]) == 0

    assert count(app, GameRow) == 2
    assert main(["import", file]) == 2
    assert "expected --group ID, or --dry-run" in capsys.readouterr().err
    assert main(["import", file, "--group", "0" * 32]) == 2
    assert "no such group" in capsys.readouterr().err
