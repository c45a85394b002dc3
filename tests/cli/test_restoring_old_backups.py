"""A restored backup is kept, however old it is and whatever fails."""

import errno
import shutil
from datetime import UTC, datetime, timedelta

import pytest

from scorepad.cli import main
from scorepad.cli.backups import back_up
from scorepad.db import dumps
from scorepad.db.backups import KEPT

COPY = shutil.copyfile


@pytest.fixture(params=["first", "second"])
def old(request, settings, tmp_path, monkeypatch):
    """The newest backup in its folder, or its copy, of a host who plays again."""
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setenv("SCOREPAD_SECOND_BACKUPS", str(stick))
    made = back_up(settings.model_copy(update={"second_backups": stick}))
    stamp = (datetime.now(UTC) - KEPT - timedelta(days=60)).strftime("%Y%m%d-%H%M%S")
    name = f"scorepad-{stamp}-3fa9.zip"
    for place in (settings.backups, stick):
        (place / made.name).rename(place / name)
    return {"first": settings.backups, "second": stick}[request.param] / name


def restore(backup):
    return main(["restore", str(backup), "--replace"])


def full(source, target):
    """The disk of the database has no space for another one."""
    if target.suffix != ".restored":
        return COPY(source, target)
    target.write_bytes(source.read_bytes()[:8192])
    raise OSError(errno.ENOSPC, "No space left on device", str(target))


def test_f06_an_old_backup_outlives_a_disk_that_is_full(settings, old, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(dumps.shutil, "copyfile", full)
        assert restore(old) == 2

    assert old.exists()
    assert list(settings.instance.glob("*.restored")) == []
    assert restore(old) == 0


def test_f06_an_old_backup_that_is_back_goes_with_the_next_one(settings, old, tmp_path):
    assert restore(old) == 0
    assert old.exists()

    back_up(settings.model_copy(update={"second_backups": tmp_path / "stick"}))

    assert not old.exists()
