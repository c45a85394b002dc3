"""A backup takes the place of what is damaged, however it is, or nothing changes."""

import sqlite3
from contextlib import closing

import pytest

from scorepad.cli import main
from scorepad.commands.backing_up import back_up
from scorepad.settings import Settings
from scorepad.store.upkeep import dumps

PAGE = 4096


@pytest.fixture
def settings(migrated_sqlite, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path))
    file = tmp_path / "scorepad.sqlite3"
    file.write_bytes(migrated_sqlite.read_bytes())
    return Settings(tmp_path, f"sqlite:///{file}", backups=tmp_path / "backups")


@pytest.fixture
def file(settings):
    return settings.instance / "scorepad.sqlite3"


@pytest.fixture
def made(settings):
    return back_up(settings)


def over(at, what):
    """Something else stands *at* a place."""

    def damage(file):
        content = bytearray(file.read_bytes())
        content[at : at + len(what)] = what
        file.write_bytes(content)

    return damage


def over_page_of(table):
    def damage(file):
        with closing(sqlite3.connect(file)) as connection:
            page = connection.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)
            ).fetchone()[0]
        over((page - 1) * PAGE, b"\xff" * 200)(file)

    return damage


def half(file):
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2 // PAGE * PAGE])


DAMAGES = {
    "header": over(0, bytes(100)),
    "first page": over(0, bytes(PAGE)),
    "list of tables": over(100, b"\xff" * 300),
    "fewer tables": over(103, bytes(2)),
    "version": over_page_of("alembic_version"),
    "devices": over_page_of("device"),
    "half": half,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_f06_a_backup_takes_the_place_of_a_file_however_it_is_damaged(
    made, file, capsys, damage
):
    damage(file)
    damaged = file.read_bytes()

    assert main(["restore", str(made)]) == 2
    assert "--replace" in capsys.readouterr().err
    assert file.read_bytes() == damaged

    assert main(["restore", str(made), "--replace"]) == 0
    assert "scorepad.sqlite3.damaged" in capsys.readouterr().out
    assert file.with_name("scorepad.sqlite3.damaged").read_bytes() == damaged
    assert main(["check"]) == 0


def test_f06_what_somebody_else_holds_is_not_damaged(settings, file, monkeypatch):
    monkeypatch.setattr(dumps, "_PATIENT_MS", 0)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")

        assert not dumps.is_damaged(settings.database_url)
    file.unlink()

    assert not dumps.is_damaged(settings.database_url)
