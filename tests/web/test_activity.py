"""The activity log: who did what in a group, for its owners only."""

import csv
import re
from datetime import UTC, datetime, timedelta
from html import unescape
from io import StringIO
from typing import get_args

from sqlalchemy import select

from scorepad.cli import main
from scorepad.db.engine import db
from scorepad.db.tables import LogEntry
from scorepad.i18n.languages import LANGUAGES
from scorepad.services import activity, jobs
from tests.services.filled import LATER, erased
from tests.support.director import Director
from tests.support.invitations import (
    code_for,
    device_of,
    join,
    let_in,
    link_for,
    newcomer,
    post,
    recovery_code,
)
from tests.support.phone import Phone
from tests.support.stored import found
from tests.web.test_imports import RESULTS, choice_on, send, take
from tests.web.test_persons import whole_database

ENTRY = re.compile(r"<li>\s*<b>(.*?)</b>", re.DOTALL)


def entries(phone, page="/activity"):
    """Return the sentences of the log as a reader sees them, newest first."""
    found = ENTRY.findall(phone.get(page).text)
    return [unescape(re.sub("<[^>]+>", "", each)).strip() for each in found]


def rows(phone):
    text = phone.get("/activity.csv").text.removeprefix("\ufeff")
    return list(csv.reader(StringIO(text)))


def kinds(app):
    return found(app, select(LogEntry.kind).order_by(LogEntry.id))


def direct(director):
    """Draw a game of a tournament, penalise a player, and reveal the result."""
    director.enter("Anna", "Ute", "Kevin")
    director.next_game()
    director.fine(1)
    director.post("/penalties/0/remove")
    director.post("/reveal")


def do_everything(app, host):
    """Do everything that the log knows."""
    game = host.play("Anna", "Ute", "Kevin")
    host.play("Anna", "Uta", "Kevin")
    link_for(host, "player")
    guest, other = newcomer(host), newcomer(host)
    join(guest, link_for(host, "scorekeeper", name="Club night"))
    join(other, code_for(host, "viewer"))
    director = Director(host)
    join(newcomer(host), director.card(1))
    direct(director)
    links = re.findall(r"/invites/([0-9a-f-]{36})/end", host.get("/invites").text)
    for link in links:
        post(host, f"/invites/{link}/end")
    post(guest, "/me", player=host.person("Kevin")["id"])
    post(host, "/me", player=host.person("Anna")["id"])
    post(other, "/leave")
    post(host, f"/devices/{device_of(host)}/role", role="owner")
    join(newcomer(host), recovery_code(host))
    post(newcomer(host), "/enter", claim=host.claim)
    post(host, f"/devices/{device_of(host)}/revoke")
    post(host, "/devices/sign-out")
    ute, uta, kevin = (host.people[each] for each in ("Ute", "Uta", "Kevin"))
    post(host, f"/players/{uta}/merge", into=ute)
    merge = re.search(r"/merges/(\d+)/undo", host.get("/people/players").text)[1]
    post(host, f"/merges/{merge}/undo")
    host.change_game(game, deleted=True)
    post(host, f"/games/{game}/restore")
    page = take(host, choice_on(send(host, RESULTS.encode()))).text
    imported = re.search(r'name="games" value="([^"]+)"', page)[1]
    post(host, "/undo-import", games=imported)
    post(host, f"/players/{kevin}/forget")
    post(host, "/delete")
    post(host, "/bring-back")
    second = Phone(host.client)
    moved = second.play("Anna", "Ute", "Kevin")
    post(second, f"/games/{moved}/move", into=host.group)
    post(host, f"/games/{moved}/move", into=second.group)


def test_the_log_has_a_sentence_for_every_event_in_every_language(app, host):
    do_everything(app, host)

    assert {*kinds(app)} == {*get_args(activity.LogEvent)}
    everything = entries(host)
    assert all(everything)
    for said in (
        "Created the group",
        "Created the tournament Qualifier",
        "Drew game 1 of Qualifier",
        "Gave a penalty of −20 to Anna",
        "Joined by the link “Club night” as Scorekeeper",
        "Became an owner by the recovery code",
        "Signed out 3 other devices",
        "Merged Uta into Ute",
        "Undid the import of 2 games",
        "Moved 1 game here from another group",
    ):
        assert said in everything, said
    host.client.set_cookie("csv", "comma")
    for language in LANGUAGES:
        host.client.set_cookie("language", language.tag)
        words = [row[1:] for row in rows(host)[1:]]
        assert len(words) == len(everything)
        assert all(who and what for who, what in words), language


def test_entries_say_by_which_device_and_when(app, host):
    host.play("Anna", "Ute", "Kevin")
    post(host, "/me", player=host.person("Anna")["id"])
    join(let_in(host, "player"), link_for(host, "scorekeeper", name="Hall"))
    who, what = "Anna (another device)", "Removed from the group: another device"

    post(host, f"/devices/{device_of(host)}/revoke")

    entry = re.search(r"<li>(.*?)</li>", host.get("/activity").text, re.DOTALL)[1]
    now = datetime.now(UTC).date().isoformat()
    assert what in entry
    assert "<bdi>Anna</bdi> (another device)" in entry
    assert f' datetime="{now}' in entry
    assert rows(host)[1][1:] == [who, what]
    assert rows(host)[1][0].startswith(now[:4])

    # What is refused leaves no entry.
    before = kinds(app)
    assert post(host, "/leave").status_code == 409
    assert post(host, f"/devices/{999_999}/revoke").status_code == 404
    assert join(newcomer(host), "x" * 22).status_code == 422
    assert kinds(app) == before


def test_s10_only_owners_read_the_log(app, host):
    roles = ("scorekeeper", "player", "viewer")
    guests = [let_in(host, role) for role in roles]
    other = Phone(app.test_client())
    link_for(host, "player", name="Secret of the host")
    other.play("Anna", "Ute", "Kevin")

    for guest in guests:
        assert guest.get("/activity").status_code == 403
        assert "/activity" not in guest.get("/people").text
    assert f"/g/{host.group}/activity" in host.get("/people").text
    # s01: no group reads the log of another one
    for page in ("", ".csv", "?before=99999", "?before=-1", "?before=x"):
        assert "Secret" not in other.get(f"/activity{page}").text


def test_p08_a_game_that_moved_away_or_was_erased_leaves_no_date(
    either_app, either_phone
):
    host, second = either_phone, Phone(either_phone.client)
    moved, game = (host.play("Anna", "Ute", "Kevin") for _ in range(2))
    host.change_game(moved, deleted=True)
    post(host, f"/games/{moved}/restore")
    second.play("Anna", "Ute", "Kevin")
    assert post(host, f"/games/{moved}/move", into=second.group).status_code == 303
    host.change_game(game, deleted=True)
    assert entries(host)[0].startswith("Deleted the game of ")

    erased(either_app, LATER)

    assert entries(host)[:4] == [
        "Deleted a game",
        "Moved 1 game to another group",
        "Restored a game",
        "Deleted a game",
    ]


def test_p02_the_log_forgets_a_person(either_app, either_phone):
    host = either_phone
    host.play("Zyprian", "Ute", "Kevin")
    guest = newcomer(host)
    join(guest, link_for(host, "scorekeeper", name="For zyprian"))
    post(guest, "/me", player=host.people["Zyprian"])
    link_for(guest, "player", name="Ute")
    data = host.get(f"/players/{host.people['Zyprian']}/data.json").json
    assert [each["what"] for each in data["activity"]] == ["introduced", "link_created"]

    assert post(host, f"/players/{host.people['Zyprian']}/forget").status_code == 303

    told = [" ".join(row[1:]) for row in rows(host)]
    assert "zyprian" not in whole_database(either_app).casefold()
    assert [each for each in told if "Player 1" in each] == [
        "another device Erased a person’s data. Now called: Player 1"
    ]
    assert any("the link “Ute”" in each for each in told)


def test_entries_are_kept_for_a_year_and_not_without_end(
    either_app, either_phone, monkeypatch
):
    monkeypatch.setattr(activity, "MOST_KEPT", 2)
    other, now = Phone(either_app.test_client()), datetime.now(UTC)
    for phone in (either_phone, other):
        phone.create_group()
        for number in range(3):
            link_for(phone, "player", name=f"Link {number}")

    def kept_after(days):
        with either_app.app_context():
            jobs.tidy(db.session(), now + timedelta(days=days))
        return [len(entries(each)) for each in (either_phone, other)]

    assert kept_after(0) == [2, 2]
    assert "Link 2" in entries(other)[0]
    assert kept_after(364) == [2, 2]
    assert kept_after(366) == [0, 0]


def test_the_host_is_not_taken_for_an_owner(app, host, tmp_path, capsys):
    settings = app.config["SETTINGS"]
    host.play("Anna", "Ute", "Kevin")
    where = ["--instance", str(settings.instance)]
    where += ["--database-url", settings.database_url]

    assert main(["group", "--recover", host.group, *where]) == 0
    file = tmp_path / "games.csv"
    file.write_text(RESULTS)
    assert main(["import", str(file), "--group", host.group, *where]) == 0

    assert [row[1:] for row in rows(host)[1:3]] == [
        ["The server", "Imported 2 games"],
        ["The server", "Created a recovery code"],
    ]
