"""A database that is being served is neither replaced nor upgraded."""

import os
import signal
import subprocess
import sys

import psycopg
import pytest

from scorepad.cli import CommandError
from scorepad.cli.backups import back_up
from scorepad.cli.database import lock_database
from scorepad.db import schema
from scorepad.settings import Settings
from tests.faults.writers import Evening, Writer, verdict
from tests.support import postgresql
from tests.support.newer_schema import NEWER, OLDER, become_newer
from tests.support.serving import refusal_of, server, start

REFUSAL = "A Scorepad serves this PostgreSQL"
NEWER_PROGRAM = "tests.faults.careless"


@pytest.fixture
def settings(empty_postgresql, tmp_path):
    schema.upgrade(empty_postgresql)
    place = tmp_path / "by-hand"
    return Settings(
        instance=place, database_url=empty_postgresql, backups=tmp_path / "backups"
    )


def by_hand(settings, *words, program="scorepad.cli"):
    environ = {k: v for k, v in os.environ.items() if not k.startswith("SCOREPAD_")}
    environ["SCOREPAD_BACKUPS"] = str(settings.backups)
    place = ("--instance", settings.instance, "--database-url", settings.database_url)
    return subprocess.run(
        [sys.executable, "-m", program, *words, *map(str, place)],
        env=environ,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.wide
def test_f08_a_served_postgresql_database_is_not_replaced(settings, tmp_path):
    made = back_up(settings)
    with server(tmp_path, database_url=settings.database_url) as serving:
        writer = Writer(Evening(serving))
        writer.save()
        restored = by_hand(settings, "restore", str(made), "--replace")
        moved = by_hand(settings, "move", "--to", f"sqlite:///{tmp_path / 'other'}")
        writer.save()
        found = verdict([writer])

    assert (restored.returncode, moved.returncode) == (2, 2)
    assert REFUSAL in restored.stderr
    assert REFUSAL in moved.stderr
    assert found == []
    assert by_hand(settings, "restore", str(made), "--replace").returncode == 0


@pytest.mark.wide
def test_f08_it_is_not_replaced_after_postgresql_restarted_either(tmp_path):
    with postgresql.cluster() as cluster:
        url = postgresql.url(cluster.folder, "postgres")
        schema.upgrade(url)
        settings = Settings(instance=tmp_path / "by-hand", database_url=url)
        with server(tmp_path, database_url=url):
            cluster.stop(signal.SIGINT)
            cluster.start()

            with pytest.raises(CommandError, match=REFUSAL), lock_database(settings):
                pytest.fail("it is served")


def test_f08_a_database_being_replaced_cannot_be_served(settings, tmp_path):
    with lock_database(settings):
        said = refusal_of(start(tmp_path, database_url=settings.database_url))

    assert "just put back, moved or upgraded" in said


def version_in(settings):
    with psycopg.connect(settings.database_url) as connection:
        return connection.execute("SELECT * FROM alembic_version").fetchone()[0]


@pytest.mark.wide
def test_f08_a_database_in_use_is_not_upgraded(settings, tmp_path, monkeypatch):
    url = settings.database_url
    become_newer(monkeypatch, tmp_path)
    how = {"database_url": url, "program": NEWER_PROGRAM}
    with lock_database(settings, to_serve=True):
        said = refusal_of(start(tmp_path, **how))
        filled = by_hand(settings, "demo", "--games", "1", program=NEWER_PROGRAM)
        assert version_in(settings) == OLDER

    assert REFUSAL in said
    assert REFUSAL in filled.stderr
    with server(tmp_path, **how) as newer:
        assert newer.send("GET", "/health/ready").status == 200
    assert version_in(settings) == NEWER
