"""A backup replaces whatever is damaged, or nothing changes."""

import errno
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorepad.cli import main
from scorepad.cli.backups import back_up
from scorepad.db import dumps
from scorepad.db.backups import DAMAGE, KEPT

PAGE = 4096
REPLACE = Path.replace


def aside_of(file):
    return max(file.parent.glob("scorepad.sqlite3.replaced-????????-??????-????"))


def over(at, what):
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
    "no table, as if nothing had ever been written": over(100, b"\x0d" + bytes(7)),
    "version": over_page_of("alembic_version"),
    "devices": over_page_of("device"),
    "half": half,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_f06_a_backup_takes_the_place_of_a_file_however_it_is_damaged(
    made, file, capsys, refused, damage
):
    damage(file)
    damaged = file.read_bytes()
    (file.parent / DAMAGE).touch()

    assert "--replace" in refused("restore", made)
    assert file.read_bytes() == damaged

    assert main(["restore", str(made), "--replace"]) == 0
    assert "scorepad.sqlite3.replaced-" in capsys.readouterr().out
    assert aside_of(file).read_bytes() == damaged
    assert not (file.parent / DAMAGE).exists()
    assert main(["check"]) == 0


@pytest.mark.parametrize("damage", [None, DAMAGES["devices"]], ids=["whole", "damaged"])
def test_f06_what_was_set_aside_can_be_put_back(settings, made, file, damage):
    if damage:
        damage(file)
    before = contents_of(file)
    assert main(["restore", str(made), "--replace"]) == 0
    assert main(["restore", str(aside_of(file)), "--replace"]) == (2 if damage else 0)

    assert damage or contents_of(file) == before


def contents_of(file):
    with closing(sqlite3.connect(file)) as connection:
        try:
            return [line for line in connection.iterdump() if "database_id" not in line]
        except sqlite3.DatabaseError:
            return []


def test_f06_a_journal_is_kept_with_the_file_that_it_belongs_to(made, file):
    file.with_name(f"{file.name}-wal").write_bytes(b"what was written last")

    assert main(["restore", str(made), "--replace"]) == 0

    aside = aside_of(file)
    assert aside.with_name(f"{aside.name}-wal").read_bytes() == b"what was written last"
    assert not file.with_name(f"{file.name}-wal").exists()


def failing(error):
    """Return a call on files that fails with this error."""

    def fail(source, target):
        raise OSError(error, os.strerror(error), str(target))

    return fail


def no_room(patch):
    patch.setattr(dumps.shutil, "copyfile", full)


def one_name(patch):
    """Files cannot have a second name, as on some sticks."""
    patch.setattr(Path, "hardlink_to", failing(errno.EPERM))


def one_name_and_no_room(patch):
    one_name(patch)
    patch.setattr(dumps.shutil, "copyfile", failing(errno.ENOSPC))


def cut_off(patch):
    """The power is cut when all but the last step is done."""

    def pulled(self, target):
        if self.suffix == ".restored":
            raise KeyboardInterrupt
        return REPLACE(self, target)

    patch.setattr(Path, "replace", pulled)


@pytest.mark.parametrize("fault", [no_room, one_name_and_no_room, cut_off])
def test_f06_a_damaged_file_is_in_its_place_until_the_backup_is(
    made, file, monkeypatch, fault
):
    DAMAGES["devices"](file)
    damaged = file.read_bytes()

    with monkeypatch.context() as patch:
        fault(patch)
        try:
            assert main(["restore", str(made), "--replace"]) == 2
        except KeyboardInterrupt:
            assert fault is cut_off

    assert file.read_bytes() == damaged
    one_name(monkeypatch)
    assert main(["restore", str(made), "--replace"]) == 0
    assert aside_of(file).read_bytes() == damaged
    assert main(["check"]) == 0


COPY = shutil.copyfile


def full(source, target):
    """The disk of the database has no space for another one."""
    if target.suffix != ".restored":
        return COPY(source, target)
    target.write_bytes(source.read_bytes()[:8192])
    raise OSError(errno.ENOSPC, "No space left on device", str(target))


@pytest.mark.parametrize("place", ["instance/backups", "stick"])
def test_f06_an_old_backup_outlives_a_full_disk_and_goes_with_the_next_one(
    settings, tmp_path, monkeypatch, place
):
    """It is the newest one, or its copy, of a host who plays again."""
    (tmp_path / "stick").mkdir()
    settings = settings.model_copy(update={"second_backups": tmp_path / "stick"})
    made = back_up(settings)
    stamp = (datetime.now(UTC) - KEPT - timedelta(days=60)).strftime("%Y%m%d-%H%M%S")
    for folder in (settings.backups, settings.second_backups):
        (folder / made.name).rename(folder / f"scorepad-{stamp}-3fa9.zip")
    (old,) = (tmp_path / place).iterdir()

    with monkeypatch.context() as patch:
        patch.setattr(dumps.shutil, "copyfile", full)
        assert main(["restore", str(old), "--replace"]) == 2
    assert list(settings.instance.glob("*.restored")) == []
    assert main(["restore", str(old), "--replace"]) == 0
    assert old.exists()
    back_up(settings)

    assert not old.exists()
