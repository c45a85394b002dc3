"""One person: everything that is stored (P01), and how it is erased."""

import errno
import subprocess
from unittest.mock import Mock
from uuid import uuid4

import pytest
from sqlalchemy import event

from scorepad.cli import main
from scorepad.cli.backups import back_up
from scorepad.db import backups
from scorepad.db.engine import db
from scorepad.db.schema import find_database_id
from scorepad.services.personal_data import anonymize_again
from tests.support import towers_table
from tests.support.invitations import let_in, link_for, post
from tests.support.stored import configure
from tests.support.towers_table import FILLED, HOME, cast, of

CANARY = "Zyprian-Qwx"
ONE_ROUND = {"schedule": "custom", "cards": [1]}


@pytest.fixture
def group(either_phone):
    for bids in ([1, 1, 0], [0, 0, 0]):
        play(either_phone, bids, CANARY, "Ute", "Kevin")
    return either_phone


def play(phone, bids, *names):
    return phone.play(*names, rounds=[(bids, [1, 0, 0])])


def address(phone, name, what):
    return f"/g/{phone.group}/players/{phone.person(name)['id']}/{what}"


def data_of(phone, name, by=None):
    return (by or phone).client.get(address(phone, name, "data.json"))


def forget(phone, name):
    return post(phone, f"/players/{phone.person(name)['id']}/forget")


def figures(phone):
    page = phone.get("/seasons/1/standings.csv").text
    return [line.split(",")[2:] for line in page.splitlines()]


def test_p02_nothing_names_the_erased_player_and_the_figures_of_others_stay(
    group, either_app
):
    link_for(group, "player", name=f"Phone of {CANARY}")
    link_for(group, "player", name=f"{CANARY.casefold()}'s tablet")
    link_for(group, "player", name="Phone of Ute")
    sheets = either_app.extensions["pdf_cache"]
    sheets.get("a sheet", CANARY.encode)
    told, before = whole_database(either_app), figures(group)
    assert CANARY in told
    assert CANARY.casefold() in told
    assert CANARY in group.get("/everything.json").text

    assert forget(group, CANARY).status_code == 303

    told = whole_database(either_app)
    assert CANARY not in told
    assert CANARY.casefold() not in told
    assert CANARY not in group.get("/everything.json").text
    assert sheets.get("a sheet", lambda: b"made anew") == b"made anew"
    assert "Player 1" in group.get("/people/players").text
    assert "Phone of Ute" in group.get("/invites").text
    assert figures(group) == before


def whole_database(app):
    """Return everything in the database: the file, or a dump of PostgreSQL."""
    url = app.config["SETTINGS"].database_url
    with app.app_context():
        db.session.remove()
    if url.startswith("sqlite"):
        files = app.config["SETTINGS"].instance.glob("scorepad.sqlite3*")
        return "".join(each.read_bytes().decode("utf-8", "replace") for each in files)
    words = ["pg_dump", "--data-only", f"--dbname={url}"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("word", ["games", "towers"])
def test_p02_the_retry_of_a_phone_is_told_no_name_either(
    either_app, either_phone, word
):
    either_phone.create_group()
    game, key = str(uuid4()), "k" * 32
    first = towers_table.begin(either_phone, game, CANARY, "Ute", word=word, key=key)
    assert (first.status_code, CANARY in first.text) == (201, True)
    assert "players" not in first.json.get("answer", {})

    forget(either_phone, CANARY)

    again = towers_table.begin(either_phone, game, CANARY, "Ute", word=word, key=key)
    assert again.headers["Idempotent-Replay"]
    assert CANARY not in again.text
    assert CANARY not in whole_database(either_app)


def backed_up(app, folder):
    """Make a backup; return a function that restores it, also into a *new* instance."""
    settings = app.config["SETTINGS"].model_copy(update={"backups": folder})
    made, url = back_up(settings), settings.database_url

    def put_back(new=settings.instance):
        with app.app_context():
            db.engine.dispose()
        place = ("--instance", str(new), "--database-url", url)
        assert main(["restore", str(made), *place, "--replace"]) == 0

    return put_back


def test_f03_no_one_is_erased_if_the_list_cannot_be_written(
    group, either_app, monkeypatch
):
    for why in (errno.ENOSPC, errno.EDQUOT, errno.EROFS):
        with monkeypatch.context() as patch:
            full = Mock(side_effect=OSError(why, "no room"))
            patch.setattr(backups, "remember", full)
            refused = forget(group, CANARY)

        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
        assert CANARY in whole_database(either_app)
    assert forget(group, CANARY).status_code == 303


def test_p03_an_erased_player_is_on_the_lists_before(group, either_app, tmp_path):
    """Even if the power is cut right before the database commits."""
    who = group.person(CANARY)["id"]
    places = {"backups": tmp_path / "one", "second_backups": tmp_path / "two"}
    for place in places.values():
        place.mkdir()
    settings = configure(either_app, **places)
    listed = []

    def note(_connection):
        found = backups.listed(settings.instance)
        listed.append({tuple(map(str, each)) for each in found})

    with either_app.app_context():
        event.listen(db.engine, "commit", note)
    forget(group, CANARY)

    assert listed == [{(group.group, who)}]
    for place in places.values():  # where backups go
        assert backups.listed(place) == backups.listed(settings.instance)


def test_p03_a_restored_instance_erases_again(group, either_app, tmp_path, monkeypatch):
    """The backups are on another computer, and nothing else is left."""
    elsewhere, new = tmp_path / "elsewhere", tmp_path / "new"
    new.mkdir()
    put_back = backed_up(either_app, elsewhere)
    configure(either_app, backups=elsewhere)
    forget(group, CANARY)
    monkeypatch.setenv("SCOREPAD_BACKUPS", str(elsewhere))

    put_back(new)

    assert CANARY in whole_database(either_app)
    assert forgotten_again(either_app, new) == 1
    assert CANARY not in whole_database(either_app)


def forgotten_again(app, instance=None):
    """Forget again whom the list of an instance names; return how many."""
    listed = backups.listed(instance or app.config["SETTINGS"].instance)
    with app.app_context():
        before = find_database_id(db.engine)
        count = anonymize_again(db.session(), listed)
        is_new = find_database_id(db.engine) != before
        assert is_new or instance is None  # phones notice that a backup was restored
        return count


def test_p01_a_person_gets_everything_and_no_other_name(group):
    other = f"{CANARY}a"
    fines = [
        {"seat": 0, "points": -10, "reason": "came late"},
        {"seat": 1, "points": -20, "reason": "looked at what Kevin had"},
    ]
    group.start_game(other, "Ute", "Kevin", **ONE_ROUND, adjustments=fines)
    into = group.person(CANARY)["id"]
    post(group, f"/players/{group.person(other)['id']}/merge", into=into)

    answer = data_of(group, CANARY)

    told = answer.json
    assert (told["name"], told["also_called"]) == (CANARY, [other])
    *games, fined = told["games"]
    assert [game["rounds"][0]["bid"] for game in games] == [1, 0]
    assert [game["total"] for game in games] == [30, -10]
    assert [game["rank"] for game in games] == [1, 3]
    assert fined["adjustments"] == [{"points": -10, "reason": "came late"}]
    assert "Ute" not in answer.text
    assert "Kevin" not in answer.text
    assert answer.headers["Cache-Control"] == "no-store"


def test_p01_a_game_of_towers_comes_with_all_events_of_the_seat(phone):
    names = ("Ute", "Kevin", CANARY, "Anna")
    own = of(2, FILLED, HOME, cast())
    said = {"events": [*of(0, FILLED, cast()), *own], "teams": True}
    towers_table.play(phone, *names, **said, remark="Ute was late")
    towers_table.play(phone, CANARY, "Kevin")

    answer = data_of(phone, CANARY)

    together, won = answer.json["other_games"]
    assert (together["seat"], together["seats"]) == (2, 4)
    assert together["events"] == own
    assert (together["home"], together["full"], together["spent"]) == (1, 0, 1)
    assert not together["finished"]
    assert (together["won"], together["rank"]) == (False, None)
    assert (won["finished"], won["won"], won["rank"]) == (True, True, 1)
    assert (won["home"], won["full"], len(won["events"])) == (5, 6, 11)
    assert not {"Ute", "Kevin", "Anna", "Ute was late"} & set(answer.text.split('"'))


def test_p01_latecomers_and_leavers_and_open_rounds_are_included(phone):
    names = ("Ute", "Kevin", "Anna", CANARY)
    more = {
        "joined": [{"seat": 3, "round": 2, "start_total": 30}],
        "left": [{"seat": 3, "after_round": 3}],
        "schedule": "custom",
        "cards": [1, 2, 3, 4],
        "bid_mode": "hidden",
    }
    game = phone.start_game(*names, **more)
    phone.save_round(game, 1, [1, 0, 0, None], [1, 0, 0, None])
    late = {"late_bids": [3], "winners": [3, 0]}
    answer = phone.save_round(game, 2, [1, 0, 0, 1], **late)
    assert answer.status_code == 201, answer.text

    (told,) = data_of(phone, CANARY).json["games"]

    assert (told["joined_in_round"], told["start_total"]) == (2, 30)
    assert told["left_after_round"] == 3
    (round_,) = told["rounds"]
    assert (round_["number"], round_["bid"], round_["bid_late"]) == (2, 1, True)
    assert round_["tricks_tapped"] == [1]


def test_p01_the_persons_only_device_may_have_it_and_others_may_not(group):
    own, thief = let_in(group, "player"), let_in(group, "scorekeeper")
    link = address(group, CANARY, "data.json")
    assert data_of(group, CANARY, by=own).status_code == 403

    post(own, "/me", player=group.person(CANARY)["id"])

    assert data_of(group, CANARY, by=own).json["devices"]
    assert data_of(group, "Ute", by=own).status_code == 403
    assert link in own.get("/people").text

    # Whoever says that they are somebody else gets nothing of them.
    post(thief, "/me", player=group.person(CANARY)["id"])
    for each in (own, thief):
        assert data_of(group, CANARY, by=each).status_code == 403
        assert link not in each.get("/people").text
    assert len(data_of(group, CANARY).json["devices"]) == 2
