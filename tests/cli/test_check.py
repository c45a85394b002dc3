"""scorepad check, and what else tells of a damaged database."""

import os
import sqlite3
import time
from contextlib import closing

import pytest

from scorepad.cli import main
from scorepad.cli.backups import back_up, back_up_if_due
from scorepad.db import dumps
from scorepad.db.backups import DAMAGE
from scorepad.settings import Settings

DATABASE = "scorepad.sqlite3"


@pytest.fixture
def settings(phone, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path))
    phone.save_round(phone.start_game(), 1, [1, 0, 0, 0], [1, 0, 0, 0])
    url = f"sqlite:///{tmp_path / DATABASE}"
    return Settings(instance=tmp_path, database_url=url, backups=tmp_path / "backups")


def test_an_intact_database_is_reported_as_such(settings, capsys):
    made = back_up(settings)

    assert main(["check"]) == 0

    said = capsys.readouterr().out
    assert said == f"The database is whole.\nSo is the newest backup, {made}\n"


def test_f05_a_row_that_refers_to_nothing_is_found(settings, capsys):
    with closing(sqlite3.connect(settings.instance / DATABASE)) as connection:
        connection.execute("DELETE FROM player")
        connection.commit()

    assert main(["check"]) == 3
    assert "refers to nothing" in capsys.readouterr().out


def test_an_unreadable_database_is_not_reported_as_intact(tmp_path, monkeypatch):
    monkeypatch.setattr(dumps, "_PATIENT_S", 0.01)
    file = tmp_path / "held.sqlite3"
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("CREATE TABLE note (text)")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(dumps.BackupRefusedError, match="locked"):
            dumps.integrity_errors(f"sqlite:///{file}")


def test_f05_the_daily_backup_reports_damage(settings, caplog, client):
    file = settings.instance / DATABASE
    content = bytearray(file.read_bytes())
    content[8192:40960] = bytes(32768)
    file.write_bytes(content)

    assert back_up_if_due(settings)

    assert (settings.instance / DAMAGE).exists()
    assert "docs/backups.md" in caplog.text
    assert list(settings.backups.iterdir()) == []
    assert client.get("/health/ready").json["records"] == "damaged"


@pytest.mark.parametrize(("days", "stays"), [(29, True), (31, False)])
def test_p03_a_database_set_aside_is_deleted_as_backups_are(settings, days, stays):
    assert main(["restore", str(back_up(settings)), "--replace"]) == 0
    kept = list(settings.instance.glob(f"{DATABASE}.replaced-*"))
    before = time.time() - days * 86_400
    for each in kept:
        assert time.time() - each.stat().st_mtime < 3600
        os.utime(each, (before, before))

    back_up(settings)

    assert {each.exists() for each in kept} == {stays}
