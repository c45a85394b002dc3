"""Responses for a monitor, and for whoever found a vulnerability."""

import shutil
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from scorepad.settings import SettingRefusedError, read_settings
from scorepad.web import health

WELL = {"database": "ok", "disk": "ok", "backup": "ok", "records": "ok"}


@pytest.fixture
def backups(either_app):
    settings = either_app.config["SETTINGS"]
    folder = settings.instance / "backups"
    folder.mkdir()
    either_app.config["SETTINGS"] = settings.model_copy(update={"backups": folder})
    return folder


DAY = timedelta(days=1)


def made(folder, ago=timedelta(hours=20)):
    moment = datetime.now(UTC) - ago
    (folder / f"scorepad-{moment:%Y%m%d-%H%M%S}-0000.zip").write_bytes(b"")


def asked(app, monkeypatch):
    monkeypatch.setattr(health, "LOOK_EVERY_S", -1)
    return app.test_client().get("/health/ready")


def with_unreadable_backups(folder, patch):
    def unreadable(self):
        raise PermissionError(13, "Permission denied", str(self))

    patch.setattr(type(folder), "iterdir", unreadable)


def on_a_full_disk(folder, patch):
    made(folder)
    patch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=0))


def damaged(folder, _patch):
    made(folder)
    (folder.parent / health.backups.DAMAGE).write_text("round 1")


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (lambda folder, _patch: made(folder), {"status": "ok"}),
        (lambda *_: None, {"status": "degraded", "backup": "none"}),
        (
            lambda folder, _: made(folder, 3 * DAY),
            {"status": "degraded", "backup": "old"},
        ),
        (with_unreadable_backups, {"status": "degraded", "backup": "away"}),
        (on_a_full_disk, {"status": "failing", "disk": "full"}),
        (damaged, {"status": "failing", "records": "damaged"}),
    ],
)
def test_a_monitor_is_told_what_to_look_after(
    either_app, backups, monkeypatch, how, said
):
    how(backups, monkeypatch)

    answer = asked(either_app, monkeypatch)

    assert answer.status_code == (503 if said["status"] == "failing" else 200)
    assert answer.json == {**WELL, **said}


PLACE = "/.well-known/security.txt"
CONTACT = "mailto:pad@example.org"


def test_the_contact_of_the_host_is_told_and_does_not_expire_soon(
    client, with_settings
):
    answer = with_settings(security_contact=CONTACT).get(PLACE)
    told = dict(line.split(": ") for line in answer.text.splitlines())
    left = datetime.fromisoformat(told["Expires"]) - datetime.now(UTC)

    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert told.keys() == {"Contact", "Expires"}
    assert told["Contact"] == CONTACT
    assert timedelta(days=30) < left < timedelta(days=365)
    assert client.get(PLACE).status_code == 404  # without a contact


@pytest.mark.parametrize(
    "wrong", ["pad@example.org", "http://pad", "mailto:a@b\nContact: x", "", "see us"]
)
def test_a_contact_that_no_program_can_follow_is_refused(monkeypatch, wrong):
    monkeypatch.setenv("SCOREPAD_SECURITY_CONTACT", wrong)

    with pytest.raises(SettingRefusedError, match="mailto:name@example"):
        read_settings()
