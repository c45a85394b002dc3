"""Starting and stopping: refusals are one sentence, SIGTERM loses nothing."""

import ctypes
import json
import re
import signal
import sqlite3
import stat
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from flask.cli import ScriptInfo

from scorepad.cli import VERSION, main
from scorepad.db import schema
from tests.repo.source import ROOT
from tests.support import serving
from tests.support.newer_schema import become_newer

DATABASE = "scorepad.sqlite3"


def test_a_first_start_creates_the_database_and_a_secret(tmp_path):
    instance = tmp_path / "new" / "instance"
    process = serving.start(instance)
    said = process.stdout.readline()
    assert said == f"A new, empty database was created in {instance}/{DATABASE}\n"
    answer = serving.Server(process, serving.port_of(process)).send("GET", "/health")
    assert answer.body == {"status": "ok"}

    secret, database = instance / "secret", instance / DATABASE
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert len(secret.read_text().strip()) >= 32
    assert stat.S_IMODE(database.stat().st_mode) & 0o077 == 0
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (0,)

    assert "Another Scorepad" in serving.refusal_of(serving.start(instance))
    process.terminate()
    process.communicate(timeout=60)
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform != "linux", reason="Linux can signal one thread")
def test_a_terminated_server_starts_again_and_ends_whichever_thread_is_told(tmp_path):
    with serving.server(tmp_path) as running:
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(timeout=60) == 0

    with serving.server(tmp_path) as again:
        assert again.send("GET", "/health").status == 200
        time.sleep(0.3)  # by now the first thread only waits
        pid = again.process.pid
        thread = max(int(task.name) for task in Path(f"/proc/{pid}/task").iterdir())
        assert thread != pid
        assert ctypes.CDLL(None).tgkill(pid, thread, signal.SIGTERM) == 0
        assert again.process.wait(timeout=20) == 0


def test_s24_what_an_upgrade_warns_of_is_a_line_of_json(tmp_path, monkeypatch):
    schema.upgrade(f"sqlite:///{tmp_path / 'scorepad.sqlite3'}")
    become_newer(monkeypatch, tmp_path)
    how = {"second_backups": str(tmp_path / "no-stick")}

    process = serving.start(tmp_path, program="tests.faults.careless", **how)
    told = serving.told_by(process).splitlines()

    assert "no-stick" in json.loads(told[0])["said"]
    assert all(json.loads(line) for line in told)


def test_results_emptied_by_an_upgrade_are_worked_out_while_serving(
    tmp_path, monkeypatch
):
    assert main(["demo", "--games", "4", "--instance", str(tmp_path)]) == 0
    database = tmp_path / "scorepad.sqlite3"

    def rows(connection):
        return connection.execute("SELECT * FROM result").fetchall()

    with closing(sqlite3.connect(database)) as connection:
        before = rows(connection)
        connection.execute("DELETE FROM result")
        connection.commit()

    monkeypatch.setenv("LATER_S", "0.1")
    with (
        serving.server(tmp_path, program="tests.faults.careless"),
        closing(sqlite3.connect(database)) as connection,
    ):
        serving.wait_until(lambda: rows(connection) == before)
    assert before


def test_the_version_is_the_newest_of_the_changelog(capsys):
    assert main(["--version"]) == 0

    assert capsys.readouterr().out == f"scorepad {VERSION}\n"
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## \[(\d.*?)\]", changes, re.MULTILINE)[0] == VERSION


def test_flask_finds_the_application(embedded):
    found = ScriptInfo("scorepad").load_app()

    assert "/play/<language:lang>" in {each.rule for each in found.url_map.iter_rules()}
