"""F03, F04, F10: a disk that is full, gone or locked; the response says so."""

import os
import secrets
import shutil
import sqlite3
import subprocess
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, text

from scorepad.db import engine
from scorepad.db.engine import db, write_begin
from scorepad.web.health import attach
from tests.faults.lives import is_whole, lives
from tests.faults.writers import Evening, Writer, verdict
from tests.support.serving import refusal_of, start

UNAVAILABLE = 503
TYPE = "urn:problem-type:scorepad:"


def told_why(answer):
    assert (answer.status_code, answer.headers["Retry-After"]) == (UNAVAILABLE, "1")
    return answer.json["type"].removeprefix(TYPE)


def database_of(app):
    return Path(app.config["SETTINGS"].database_url.removeprefix("sqlite:///"))


def health(app):
    attach(app)
    return app.test_client().get("/health/ready").json


@contextmanager
def connections_told(app, pragma):
    """Every connection of *app* begins with this pragma, for a while."""

    def tell(connection, _record):
        connection.execute(pragma).close()

    with app.app_context():
        engine = db.engine
    event.listen(engine, "connect", tell)
    engine.dispose()
    try:
        yield
    finally:
        event.remove(engine, "connect", tell)
        engine.dispose()


def test_f03_a_full_disk_loses_nothing_and_recovers(app, phone):
    game = phone.start_game()
    with closing(sqlite3.connect(database_of(app))) as connection:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()

    with connections_told(app, f"PRAGMA max_page_count={pages + 4}"):
        saved = fill_up(phone, game)
        assert 0 < saved < 400
        refused = phone.save_round(game, 1, [1, 0, 0, 0], seen=saved, note="x" * 200)
        assert told_why(refused) == "disk_full"
        assert phone.get_game(game).json["rounds"][0]["revision"] == saved

    assert phone.save_round(game, 1, [1, 0, 0, 0], seen=saved).status_code == 200
    assert is_whole(database_of(app))


def fill_up(phone, game):
    for saved in range(400):
        note = f"{saved}." + "x" * 150
        answer = phone.save_round(game, 1, [1, 0, 0, 0], seen=saved or None, note=note)
        if answer.status_code == UNAVAILABLE:
            return saved
        assert answer.status_code in {200, 201}, answer.text
    return 400


@pytest.fixture
def small(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder]
    if subprocess.run(mount, check=False).returncode:
        pytest.skip("this machine lets not even root mount a small disk")
    yield folder
    subprocess.run(["umount", folder], check=True)


@pytest.mark.wide
def test_f03_the_same_on_a_disk_that_is_really_small(small):
    with lives(small) as living:
        writer = Writer(Evening(living.server))
        waste = small / "waste"
        waste.write_bytes(bytes(free(small) - 64 * 1024))
        while writer.is_saved(secrets.token_hex(16)):
            assert len(writer.saved) < 400
        assert writer.refusals == {f"{TYPE}disk_full"}
        assert living.server.send("GET", "/health/ready").body["disk"] == "full"
        kept = len(writer.saved)
        assert writer.evening.get().status == 200
        waste.unlink()
        writer.save()
        assert verdict([writer]) == []
        assert (writer.put_off > 0, len(writer.saved)) == (True, kept + 1)
    assert is_whole(small / "scorepad.sqlite3")


def free(folder):
    return shutil.disk_usage(folder).free


def test_f04_a_database_that_goes_away_or_becomes_read_only(app, phone):
    game, file = phone.start_game(), database_of(app)

    away = file.rename(f"{file}.away")
    gone = phone.save_round(game, 1, [1, 0, 0, 0])
    away.rename(file)

    assert told_why(gone) == "database_away"
    with connections_told(app, "PRAGMA query_only=1"):
        assert told_why(phone.save_round(game, 1, [1, 0, 0, 0])) == "read_only"
        assert health(app)["database"] == "read_only"
        assert phone.get_game(game).json["rounds"] == []
    assert phone.save_round(game, 1, [1, 0, 0, 0]).status_code == 201


def test_f04_a_read_only_disk_is_refused(small):
    with read_only(small):
        assert "Read-only" in refusal_of(start(small))


@contextmanager
def read_only(folder):
    subprocess.run(["mount", "--bind", folder, folder], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def test_f10_a_lock_held_too_long_is_reported(either_app, either_phone, monkeypatch):
    game = either_phone.start_game()
    with either_app.app_context():
        monkeypatch.setattr(engine, "WAIT_MS", 100)
        db.engine.dispose()
        with db.engine.connect() as other:
            with write_begin():
                other.execute(text("SELECT 1"))
            if other.dialect.name == "postgresql":
                other.execute(text("LOCK TABLE game IN EXCLUSIVE MODE"))
            held = either_phone.save_round(game, 1, [1, 0, 0, 0])
            found = health(either_app)["database"]
            read = either_phone.get_game(game)

    # Of PostgreSQL only one table is locked, and not the one that the look writes to.
    is_all_locked = other.dialect.name == "sqlite"
    expected = "locked" if is_all_locked else "ok"
    assert (told_why(held), found) == ("database_locked", expected)
    assert read.status_code == 200
    assert either_phone.save_round(game, 1, [1, 0, 0, 0]).status_code == 201
