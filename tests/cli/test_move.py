"""Everything moves from one kind of database to the other, or nothing does."""

import pytest
from sqlalchemy import inspect, text

from scorepad.app import create_app
from scorepad.cli import main
from scorepad.cli.database import lock_database
from scorepad.db import dumps
from scorepad.db.engine import db, engine_for
from scorepad.settings import Settings
from tests.support.invitations import post
from tests.support.phone import Phone


@pytest.fixture
def table(phone, tmp_path, monkeypatch):
    """A group with merged players, two games, a note and a history."""
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path))
    for names in (("Anna", "Ute", "Kevin"), ("Anna", "Uta", "Kevin")):
        game = phone.start_game(*names)
        phone.save_round(game, 1, [1, 1, 0], [1, 0, 0], note="Zoë 🎩")
        phone.save_round(game, 1, [1, 1, 0], [0, 1, 0], seen=1)
    post(
        phone,
        f"/players/{phone.person('Ute')['id']}/merge",
        into=phone.person("Uta")["id"],
    )
    return phone, game


def known_to(url, instance, phone):
    """The same phone, at whoever serves the other database."""
    app = create_app(Settings(instance=instance, database_url=url))
    there = Phone(app.test_client(), group=phone.group)
    there.people, there.claim = phone.people, phone.claim
    there.client.set_cookie("s", phone.client.get_cookie("s").value)
    return there


def dispose(phone):
    with phone.client.application.app_context():
        db.engine.dispose()


def test_everything_is_there_and_goes_on(table, empty_postgresql, tmp_path, capsys):
    phone, game = table
    paths = [
        phone.game_path(game),
        f"{phone.game_path(game)}/rounds/1/history",
        f"/g/{phone.group}/games/{game}/game.json",
        f"/g/{phone.group}/seasons/1/standings.csv",
    ]
    before = [phone.client.get(path).data for path in paths]

    assert main(["move", "--to", empty_postgresql]) == 0
    there = known_to(empty_postgresql, tmp_path, phone)

    assert [there.client.get(path).data for path in paths] == before
    assert there.save_round(game, 2, [1, 0, 0]).status_code == 201
    begun = there.get_game(there.start_game("Anna", "Ute", "New")).json
    assert [each["name"] for each in begun["players"]] == ["Anna", "Uta", "New"]
    said = capsys.readouterr().out
    assert "rows moved" in said
    assert "all personal data" in said
    dispose(there)
    assert main(["check", "--database-url", empty_postgresql]) == 0


def test_a_move_that_breaks_leaves_nothing(
    table, empty_postgresql, tmp_path, monkeypatch, capsys
):
    class BrokenError(Exception):
        pass

    def broken(_here, table):
        if table.name == "game":
            raise BrokenError

    with monkeypatch.context() as patch:
        patch.setattr(dumps, "_continue_ids", broken)
        with pytest.raises(BrokenError):
            main(["move", "--to", empty_postgresql])

    assert main(["move", "--to", empty_postgresql]) == 0


def test_saves_during_a_move_are_copied_completely_or_not_at_all(
    table, empty_postgresql, tmp_path, monkeypatch
):
    """A part of it, such as a round without its history, would be damage."""
    phone, game = table
    assert main(["move", "--to", empty_postgresql]) == 0
    there = known_to(empty_postgresql, tmp_path, phone)
    saved = []

    def save_meanwhile(*_about):
        if not saved:
            saved.append(there.save_round(game, 2, [1, 0, 0]).status_code)

    back = f"sqlite:///{tmp_path / 'back.sqlite3'}"
    with monkeypatch.context() as patch:
        patch.setattr(dumps, "_continue_ids", save_meanwhile)
        assert main(["move", "--database-url", empty_postgresql, "--to", back]) == 0

    assert saved == [201]
    assert main(["check", "--database-url", back]) == 0
    with engine_for(back) as engine, engine.connect() as connection:
        assert {*connection.scalars(text("SELECT number FROM round_"))} == {1}
    dispose(there)


@pytest.fixture(params=["sqlite", "postgresql"])
def foreign(request, tmp_path):
    url = f"sqlite:///{tmp_path / 'foreign.sqlite3'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("empty_postgresql")
    with engine_for(url, prepared=False) as engine:
        yield url, engine


def test_a_database_of_another_program_is_not_touched(table, foreign, refused):
    url, engine = foreign
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE invoice (id int)")

    assert "holds something already" in refused("move", "--to", url)
    assert inspect(engine).get_table_names() == ["invoice"]


def test_nothing_is_moved_into_a_database_that_is_served(table, tmp_path, refused):
    url = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    with lock_database(Settings(instance=tmp_path, database_url=url), to_serve=True):
        assert "already serves" in refused("move", "--to", url)

    assert not (tmp_path / "other.sqlite3").exists()
