"""Responses for a monitor."""

import shutil
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from scorepad.web import health
from scorepad.web import health as readiness


@pytest.fixture
def backups(app):
    return backups_of(app)


def backups_of(app):
    settings = app.config["SETTINGS"]
    folder = settings.instance / "backups"
    folder.mkdir()
    app.config["SETTINGS"] = settings.model_copy(update={"backups": folder})
    return folder


def made(folder, ago):
    moment = datetime.now(UTC) - ago
    name = f"scorepad-{moment:%Y%m%d-%H%M%S}-0000.zip"
    (folder / name).write_bytes(b"")


def asked(app, monkeypatch):
    monkeypatch.setattr(health, "LOOK_EVERY_S", -1)
    return app.test_client().get("/health/ready")


def test_backups_that_cannot_be_read_are_told(app, backups, monkeypatch):
    def unreadable(self):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(type(backups), "iterdir", unreadable)

    answer = asked(app, monkeypatch)

    assert answer.json == {"status": "degraded", **WELL, "backup": "away"}


WELL = {"database": "ok", "disk": "ok", "backup": "ok", "records": "ok"}


def test_all_is_well(either_app, monkeypatch):
    made(backups_of(either_app), timedelta(hours=20))

    answer = asked(either_app, monkeypatch)

    assert (answer.status_code, answer.json) == (200, {"status": "ok", **WELL})


@pytest.mark.parametrize(
    ("ago", "says"), [(None, "none"), (timedelta(days=3), "old")], ids=str
)
def test_somebody_should_look_after_the_backups(app, backups, monkeypatch, ago, says):
    if ago:
        made(backups, ago)

    answer = asked(app, monkeypatch)

    assert answer.status_code == 200
    assert answer.json == {"status": "degraded", **WELL, "backup": says}


def test_a_full_disk_is_told_as_one(app, backups, monkeypatch):
    made(backups, timedelta(0))
    full = SimpleNamespace(free=0)
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: full)

    answer = asked(app, monkeypatch)

    assert answer.status_code == 503
    assert answer.json == {"status": "failing", **WELL, "disk": "full"}


def test_somebody_should_put_a_backup_back(app, backups, monkeypatch):
    made(backups, timedelta(0))
    (app.config["SETTINGS"].instance / readiness.backups.DAMAGE).write_text("round 1")

    answer = asked(app, monkeypatch)

    assert answer.status_code == 503
    assert answer.json == {"status": "failing", **WELL, "records": "damaged"}


def test_a_database_that_takes_nothing_is_told(app, backups, monkeypatch):
    made(backups, timedelta(0))
    file = app.config["SETTINGS"].instance / "scorepad.sqlite3"
    away = file.rename(f"{file}.away")

    answer = asked(app, monkeypatch)
    away.rename(file)

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
    assert answer.json["status"] == "failing"
    assert answer.json["database"] == "away"
    assert asked(app, monkeypatch).json["database"] == "ok"
