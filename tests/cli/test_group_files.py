"""A downloaded group can be imported: all of it, or nothing."""

import json
import re

import pytest

from scorepad.cli import main
from tests.support.invitations import join, post
from tests.support.phone import Phone

ONE_ROUND = {"schedule": "custom", "cards": [1]}


@pytest.fixture
def group(phone, tmp_path, monkeypatch):
    """Two seasons, a guest, a former player, a running game."""
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path))
    play(phone, "Anna", "Ute", "Kevin")
    play(phone, "Zoë", "Ute", "Kevin")
    post(phone, "/seasons", name="Winter", starts_on="2026-11-01", ranked_by="wins")
    post(phone, f"/players/{phone.person('Zoë')['id']}/kind", guest="yes")
    post(phone, f"/players/{phone.person('Anna')['id']}/kind", archived="yes")
    phone.save_round(phone.start_game("Ute", "Kevin", "Zoë"), 1, [1, None, None])
    post(phone, "/people/name", name="Friday Wizards")
    return phone


def play(phone, *names):
    game = phone.start_game(*names, **ONE_ROUND)
    phone.save_round(game, 1, [1, 1, 0], [1, 0, 0], note="🎩")
    done = phone.game_body(*names, **ONE_ROUND, finished=True)
    assert phone.save_game(game, done, seen="g2").status_code == 200


@pytest.fixture
def file(group, tmp_path):
    path = tmp_path / "everything.json"
    path.write_text(json.dumps(group.get("/everything.json").json))
    return path


def owner_of(said, phone):
    code = re.search(r"/join#([0-9A-Z]+)\n", said).group(1)
    found = Phone(phone.client.application.test_client())
    found.group = join(found, code).location.split("/")[2]
    return found


def test_a_group_comes_back_as_it_was(group, file, capsys):
    assert main(["group", "--import", str(file)]) == 0

    said = capsys.readouterr().out
    assert "3 games of Friday Wizards imported." in said
    there = owner_of(said, group)
    assert there.group != group.group
    before, after = (
        group.get("/everything.json").json,
        there.get("/everything.json").json,
    )
    assert after.pop("id") != before.pop("id")
    assert after == before
    for page in ("seasons/1/standings.csv", "seasons/1/games.csv"):
        tables = [each.get(f"/{page}").text for each in (there, group)]
        assert tables[0] == tables[1]
    assert main(["check"]) == 0


HALVES = [
    (lambda tree: tree.update(format="x"), "format"),
    (lambda tree: tree.update(version=2), "version"),
    (lambda tree: tree.update(colour="blue"), "colour"),
    (lambda tree: tree.update(time_zone="Mars/Olympus"), "time_zone"),
    (lambda tree: tree["games"][1].update(season=9), "games[1].season"),
    (lambda tree: tree["games"][1]["document"].update(players=[]), "games[1]"),
    (lambda tree: tree["games"][1]["document"].update(game="chess"), "games[1]"),
    (lambda tree: tree["seasons"][0].update(ranked_by="luck"), "seasons[0]"),
    (
        lambda tree: tree["games"][1]["document"]["rounds"][0].update(tricks=[1, 1, 1]),
        "cannot be imported",
    ),
    (
        lambda tree: tree["games"][1]["document"].update(
            id=tree["games"][0]["document"]["id"]
        ),
        "games[1].document.id",
    ),
]


def test_an_incomplete_group_is_refused(group, file, capsys, refused):
    whole = file.read_text()
    for change, says in HALVES:
        tree = json.loads(whole)
        change(tree)
        file.write_text(json.dumps(tree))

        assert says in refused("group", "--import", file)
        assert main(["group"]) == 0
        assert capsys.readouterr().out.count("Friday Wizards") == 1
