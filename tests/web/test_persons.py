"""One person: everything that is stored (P01), and how it is erased."""

import errno
import subprocess

import pytest
from sqlalchemy import event

from scorepad.cli import main
from scorepad.cli.backups import back_up
from scorepad.db import forgotten
from scorepad.db.engine import db
from scorepad.services.personal_data import forget_again
from tests.support.invitations import let_in, link_for, post
from tests.support.towers_table import FILLED, HOME, cast, of
from tests.support.towers_table import play as play_towers

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


def forget(phone, name, **headers):
    return post(phone, f"/players/{phone.person(name)['id']}/forget")


def test_p02_nothing_says_any_more_who_it_was(group, either_app):
    link_for(group, "player", name=f"Phone of {CANARY}")
    link_for(group, "player", name=f"{CANARY.casefold()}'s tablet")
    everything = f"/g/{group.group}/everything.json"
    told = whole_database(either_app)
    assert CANARY in told
    assert CANARY.casefold() in told
    assert CANARY in group.client.get(everything).text

    assert forget(group, CANARY).status_code == 303

    told = whole_database(either_app)
    assert CANARY not in told
    assert CANARY.casefold() not in told
    assert CANARY not in group.client.get(everything).text
    assert "Player 1" in group.get("/people/players").text


def test_p02_what_a_link_says_of_others_stays(group):
    link_for(group, "player", name="Phone of Ute")

    forget(group, CANARY)

    assert "Phone of Ute" in group.get("/invites").text


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


def test_p02_everybody_elses_figures_stay(group):
    def figures():
        page = group.get("/seasons/1/standings.csv").text
        return [line.split(",")[2:] for line in page.splitlines()]

    before = figures()
    forget(group, CANARY)

    assert figures() == before


def test_p02_the_retry_of_a_phone_is_told_no_name_either(either_phone):
    game = either_phone.start_game(CANARY, "Ute", "Kevin")
    body = either_phone.game_body(CANARY, "Ute", "Kevin", remark="late")
    assert CANARY in either_phone.save_game(game, body, seen="g1", key="k" * 32).text

    forget(either_phone, CANARY)

    again = either_phone.save_game(game, body, seen="g1", key="k" * 32)
    assert again.headers["Idempotent-Replay"]
    assert CANARY not in again.text


def test_p02_a_printed_sheet_is_thrown_away(app, phone):
    play(phone, [1, 1, 0], CANARY, "Ute", "Kevin")
    kept = app.extensions["pdf_cache"]
    kept.get("a sheet", CANARY.encode)

    forget(phone, CANARY)

    assert kept.get("a sheet", lambda: b"made anew") == b"made anew"


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


@pytest.mark.parametrize("why", ["ENOSPC", "EDQUOT", "EROFS"])
def test_f03_nobody_is_forgotten_where_the_list_finds_no_room(
    group, either_app, monkeypatch, why
):
    def full(*_):
        raise OSError(getattr(errno, why), "no room")

    with monkeypatch.context() as patch:
        patch.setattr(forgotten, "remember", full)
        refused = forget(group, CANARY)

    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "1")
    assert CANARY in whole_database(either_app)
    assert forget(group, CANARY).status_code == 303


def test_p03_who_is_forgotten_is_on_the_list_before(group, either_app):
    """Even if the power is cut right before the database commits."""
    who = group.person(CANARY)["id"]
    instance = either_app.config["SETTINGS"].instance
    listed = []

    def note(_connection):
        listed.append({tuple(map(str, each)) for each in forgotten.listed(instance)})

    with either_app.app_context():
        event.listen(db.engine, "commit", note)
    forget(group, CANARY)

    assert listed == [{(group.group, who)}]


@pytest.mark.parametrize("place", ["backups", "second_backups"])
def test_p03_the_list_goes_where_backups_go(group, either_app, tmp_path, place):
    stick = tmp_path / "stick"
    stick.mkdir()
    settings = either_app.config["SETTINGS"].model_copy(update={place: stick})
    either_app.config["SETTINGS"] = settings

    forget(group, CANARY)

    assert len(forgotten.listed(stick)) == 1
    assert forgotten.listed(stick) == forgotten.listed(settings.instance)


def test_p03_a_lost_instance_forgets_again(group, either_app, tmp_path, monkeypatch):
    """The backups are on another computer, and nothing else is left."""
    elsewhere, new = tmp_path / "elsewhere", tmp_path / "new"
    new.mkdir()
    put_back = backed_up(either_app, elsewhere)
    settings = either_app.config["SETTINGS"].model_copy(update={"backups": elsewhere})
    either_app.config["SETTINGS"] = settings
    forget(group, CANARY)
    monkeypatch.setenv("SCOREPAD_BACKUPS", str(elsewhere))

    put_back(new)

    assert CANARY in whole_database(either_app)
    with either_app.app_context():
        assert forget_again(db.session(), forgotten.listed(new)) == 1
    assert CANARY not in whole_database(either_app)


def test_p01_a_person_gets_everything_and_nobody_elses_name(group):
    answer = data_of(group, CANARY)

    told = answer.json
    assert told["name"] == CANARY
    assert [game["rounds"][0]["bid"] for game in told["games"]] == [1, 0]
    assert [game["total"] for game in told["games"]] == [30, -10]
    assert [game["rank"] for game in told["games"]] == [1, 3]
    assert not {"Ute", "Kevin"} & set(answer.text.split('"'))
    assert answer.headers["Cache-Control"] == "no-store"


def test_p01_a_person_gets_only_ones_own_fines(phone):
    fines = [
        {"seat": 0, "points": -10, "reason": "came late"},
        {"seat": 1, "points": -20, "reason": "looked at what Kevin had"},
    ]
    phone.start_game(CANARY, "Ute", "Kevin", **ONE_ROUND, adjustments=fines)

    answer = data_of(phone, CANARY)

    (game,) = answer.json["games"]
    assert game["adjustments"] == [{"points": -10, "reason": "came late"}]
    assert "Kevin" not in answer.text


def test_p01_towers_are_told_with_all_that_happened_to_the_seat(phone):
    names = ("Ute", "Kevin", CANARY, "Anna")
    own = of(2, FILLED, HOME, cast())
    said = {"events": [*of(0, FILLED, cast()), *own], "teams": True}
    play_towers(phone, *names, **said, remark="Ute was late")
    play_towers(phone, CANARY, "Kevin")

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


def test_p01_late_and_early_people_and_what_is_still_open_are_told(phone):
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


def test_p01_names_of_before_are_told(group):
    other = f"{CANARY}a"
    play(group, [1, 1, 0], other, "Ute", "Kevin")
    into = group.person(CANARY)["id"]
    post(group, f"/players/{group.person(other)['id']}/merge", into=into)

    told = data_of(group, CANARY).json

    assert told["also_called"] == [other]
    assert len(told["games"]) == 3


def test_p01_the_persons_own_device_may_have_it_and_others_may_not(group):
    guest = let_in(group, "player")
    assert data_of(group, CANARY, by=guest).status_code == 403

    post(guest, "/me", player=group.person(CANARY)["id"])

    assert data_of(group, CANARY, by=guest).json["devices"]
    assert data_of(group, "Ute", by=guest).status_code == 403
    page = guest.client.get(f"/g/{group.group}/people").text
    assert address(group, CANARY, "data.json") in page


def test_p01_whoever_says_that_they_are_somebody_else_gets_nothing_of_them(group):
    own, thief = let_in(group, "player"), let_in(group, "scorekeeper")
    for each in (own, thief):
        post(each, "/me", player=group.person(CANARY)["id"])

    for each in (own, thief):
        assert data_of(group, CANARY, by=each).status_code == 403
        page = each.client.get(f"/g/{group.group}/people").text
        assert address(group, CANARY, "data.json") not in page
    assert len(data_of(group, CANARY).json["devices"]) == 2
