"""``flask --app scorepad`` runs, lists and explores the application."""

import subprocess
import sys

from scorepad.settings import CHECKOUT


def flask(
    *words: str, instance: str, said: str = ""
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "flask", "--app", "scorepad", *words],
        check=False,
        input=said,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=CHECKOUT,
        env={"SCOREPAD_INSTANCE": instance, "PATH": "/usr/bin:/bin"},
    )


def test_flask_lists_the_routes(tmp_path):
    ran = flask("routes", instance=str(tmp_path))

    assert ran.returncode == 0, ran.stderr
    assert "/health/ready" in ran.stdout
    assert "/api/groups/<uuid:gid>/games/<uuid:uuid>" in ran.stdout


def test_flask_says_in_one_sentence_that_the_database_cannot_be_used(tmp_path):
    (tmp_path / "scorepad.sqlite3").write_text("no database" * 100)

    ran = flask("routes", instance=str(tmp_path))

    assert ran.returncode == 2
    assert "is damaged" in ran.stderr
    assert "Traceback" not in ran.stderr
