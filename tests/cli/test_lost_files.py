"""A lost database is reported, and never taken for a first start."""

import sqlite3
from contextlib import closing

import pytest

from scorepad.cli import CommandError, main
from scorepad.cli.backups import back_up, check_before_serving
from scorepad.db import schema
from scorepad.settings import Settings
from tests.support import postgresql
from tests.support.serving import start, told_by

DATABASE = "scorepad.sqlite3"


def gone(file):
    file.unlink()


def emptied(file):
    file.write_bytes(b"")


def without_tables(file):
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM")


COMMANDS = [
    ["serve"],
    ["check"],
    ["backup"],
    ["group"],
    ["rebuild"],
    ["demo", "--games", "1"],
    ["move", "--to", "sqlite:////nowhere/pad.sqlite3"],
]


@pytest.mark.parametrize("lose", [gone, emptied, without_tables])
def test_every_command_reports_a_lost_database(made, file, refused, lose):
    lose(file)
    left = file.read_bytes() if file.exists() else None
    for words in COMMANDS:
        said = refused(*words)
        assert f"no database in {file} any more" in said
        assert f"'scorepad restore {made}'" in said
        assert "'scorepad serve --new'" in said
        assert (file.read_bytes() if file.exists() else None) == left


def checked(settings, *, is_new=False):
    try:
        check_before_serving(settings, is_new=is_new)
    except CommandError as refused:
        return str(refused)
    return ""


def test_an_empty_database_is_created_on_request(settings, made, file):
    file.unlink()
    file.with_name(f"{DATABASE}-wal").write_bytes(b"what was written last")

    assert checked(settings, is_new=True) == ""

    assert not file.with_name(f"{DATABASE}-wal").exists()
    (kept,) = file.parent.glob(f"{DATABASE}.replaced-*-wal")
    assert kept.read_bytes() == b"what was written last"


@pytest.mark.parametrize("trace", ["secret", "backups", f"{DATABASE}-wal"])
def test_one_trace_of_a_lost_database_is_enough(settings, made, file, trace):
    file.with_name(f"{DATABASE}-wal").write_bytes(b"what was written last")
    for each in {"secret", f"{DATABASE}-wal"} - {trace}:
        (file.parent / each).unlink()
    if trace != "backups":
        made.unlink()
    file.unlink()

    assert str(file.parent / trace if trace != "secret" else file.parent) in checked(
        settings
    )


def test_a_folder_that_is_not_mounted_is_noticed_by_its_backups(settings, tmp_path):
    stick = tmp_path / "stick"
    stick.mkdir()
    made = back_up(settings).rename(stick / "scorepad-20261122-101500-3fa9.zip")
    (tmp_path / "mount").mkdir()
    away = Settings(instance=tmp_path / "mount")

    said = checked(away.model_copy(update={"second_backups": stick}))

    assert str(made) in said
    assert checked(away) == ""


def test_backups_that_cannot_be_looked_at_are_a_trace(settings, monkeypatch, file):
    file.unlink()
    (file.parent / "secret").unlink()
    (file.parent / "backups").mkdir()
    monkeypatch.setattr(type(file), "iterdir", unreadable)

    assert "cannot be looked at (Permission denied)" in checked(settings)


def unreadable(self):
    raise PermissionError(13, "Permission denied", str(self))


def test_backups_of_another_database_are_not_proposed(made, file, empty_postgresql):
    said = checked(Settings(instance=file.parent, database_url=empty_postgresql))

    assert "its secret is in" in said
    assert str(made) not in said


def test_an_emptied_postgresql_is_a_loss_as_well(
    tmp_path, empty_postgresql, postgresql_folder
):
    schema.upgrade(empty_postgresql)
    before = Settings(instance=tmp_path, database_url=empty_postgresql)
    made = back_up(before)

    with postgresql.database(postgresql_folder) as emptied:
        now = before.model_copy(update={"database_url": emptied})
        assert f"'scorepad restore {made}'" in checked(now)


def foreign(file):
    file.unlink()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE photo (name text)")
        connection.commit()


def of_another_alembic(file):
    foreign(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num text)")
        connection.execute("INSERT INTO alembic_version VALUES ('a1b2c3')")
        connection.commit()


@pytest.mark.parametrize("replace", [foreign, of_another_alembic])
def test_a_database_of_another_program_is_left_alone(made, file, refused, replace):
    replace(file)
    before = file.read_bytes()

    for command in ("serve", "check", "backup"):
        assert "not known to be Scorepad's" in refused(command)
    assert file.read_bytes() == before


@pytest.mark.parametrize("left", [20, 100, 4096, 65536])
def test_a_truncated_file_is_damage_and_the_backup_is_named(made, file, refused, left):
    with file.open("r+b") as opened:
        opened.truncate(left)

    said = refused("serve")

    assert "is damaged" in said
    assert f"'scorepad restore {made} --replace'" in said
    assert main(["check"]) == 3


def test_before_the_first_start_there_is_nothing_to_check(
    tmp_path, monkeypatch, refused
):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path / "new"))
    for command in ("check", "group"):
        assert "'scorepad serve' creates it" in refused(command)
        assert not (tmp_path / "new").exists()


def test_a_lost_secret_is_reported_and_replaced(settings, file):
    (file.parent / "secret").unlink()

    assert "devices stay signed in" in told_by(start(file.parent))
    assert (file.parent / "secret").exists()
