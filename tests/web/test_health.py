"""Responses for a monitor, and for whoever found a vulnerability.

Metrics for Prometheus are without personal data.
"""

import re
import shutil
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from uuid import uuid4

import pytest

from scorepad.web import health
from tests.support.phone import Phone
from tests.support.stored import configure

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
    configure(either_app, backups=folder)

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


WORD = "a-word-of-chance-24-letters"
NAMED = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}|Anna|Friday", re.IGNORECASE)
LINE = re.compile(r'^([a-z_]+)(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [-+.\de]+$')


@pytest.fixture
def counting(with_settings, tmp_path):
    return with_settings(backups=tmp_path / "backups", metrics=WORD).application


def metrics(app, word=WORD):
    # Prometheus asks the machine, not the name that phones open.
    headers = {"Authorization": f"Bearer {word}", "Host": "pad:8000"}
    return app.test_client().get("/metrics", headers=headers)


def figures(app):
    """Return the figures, after a look that Prometheus can read each line."""
    lines = metrics(app).text.splitlines()
    families = [line.split()[2] for line in lines if line.startswith("# TYPE")]
    assert len(families) == len(set(families))
    lines = [line for line in lines if line[0] != "#"]
    assert [line for line in lines if not LINE.match(line)] == []
    figures = (line.rsplit(" ", 1) for line in lines)
    return {name: float(value) for name, value in figures}


def test_without_the_token_nothing_is_shown(counting, client):
    nowhere = counting.test_client().get("/nowhere").text
    for word in ["", WORD[:-1], f"{WORD}x", "wörd"]:
        refused = metrics(counting, word)
        assert refused.status_code == 404
        assert refused.text.replace("/metrics", "") == nowhere.replace("/nowhere", "")
    assert client.get("/metrics").status_code == 404  # without the setting


def test_metrics_count_an_evening_and_name_no_one(counting):
    phone = Phone(counting.test_client())
    game = phone.start_game("Anna", "Ute", "Kevin")
    key = "k" * 32
    phone.save_round(game, 1, [1, 0, 0], key=key)
    phone.save_round(game, 1, [1, 0, 0], key=key)
    phone.save_round(game, 1, [0, 0, 0])
    phone.save_round(game, 1, [9, 0, 0], seen=1)
    for seen in ('"g2"', '"g2"', '"g1"'):
        phone.get_game(game, **{"If-None-Match": seen})
    phone.client.get(f"/g/{uuid4()}/Friday")
    phone.client.get("/", headers={"Host": "evil.example"})
    phone.client.post("/join", headers={"Origin": "https://evil.example"})

    counts = figures(counting)

    route = "/api/groups/<uuid:gid>/games/<uuid:uuid>"

    def answers(method, route, status):
        labels = f'method="{method}",route="{route}",status="{status}"'
        return counts[f"scorepad_requests_total{{{labels}}}"]

    assert answers("GET", route, 304) == 2
    assert answers("GET", route, 200) == 1
    assert answers("GET", "/", 400) == answers("POST", "/join", 403) == 1
    for status, times in ((201, 2), (412, 1), (422, 1)):
        assert answers("PUT", f"{route}/rounds/<int:number>", status) == times
    assert counts['scorepad_request_seconds_count{method="PUT"}'] == 6
    buckets = [counts[name] for name in counts if 'bucket{method="PUT"' in name]
    assert buckets == sorted(buckets)
    assert buckets[-1] == 6
    assert not NAMED.search(metrics(counting).text)
