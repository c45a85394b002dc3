"""Responses for a monitor, and for whoever found a vulnerability."""

import shutil
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

from scorepad.web import health

WELL = {"database": "ok", "disk": "ok", "backup": "ok", "records": "ok"}


def backup_made(folder, **ago):
    moment = datetime.now(UTC) - timedelta(**ago)
    (folder / f"scorepad-{moment:%Y%m%d-%H%M%S}-0000.zip").write_bytes(b"")


def unreadable(folder):
    raise PermissionError(13, "Permission denied", str(folder))


def test_a_monitor_is_told_what_to_look_after(either_app, monkeypatch):
    monkeypatch.setattr(health, "LOOK_EVERY_S", -1)
    settings = either_app.config["SETTINGS"]
    folder = settings.instance / "backups"
    folder.mkdir()
    either_app.config["SETTINGS"] = settings.model_copy(update={"backups": folder})

    def told():
        answer = either_app.test_client().get("/health/ready")
        assert WELL.keys() < answer.json.keys()
        return answer.status_code, dict(answer.json.items() - WELL.items())

    degraded, failing = {"status": "degraded"}, {"status": "failing"}
    assert told() == (200, {**degraded, "backup": "none"})
    backup_made(folder, days=3)
    assert told() == (200, {**degraded, "backup": "old"})
    with monkeypatch.context() as patch:
        patch.setattr(type(folder), "iterdir", unreadable)
        assert told() == (200, {**degraded, "backup": "away"})
    backup_made(folder, hours=20)
    assert told() == (200, {"status": "ok"})
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _folder: SimpleNamespace(free=0))
        assert told() == (503, {**failing, "disk": "full"})
    (settings.instance / health.backups.DAMAGE).write_text("round 1")
    assert told() == (503, {**failing, "records": "damaged"})


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
