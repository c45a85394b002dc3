"""F02: a power cut right after the response "saved" loses nothing."""

import json
import sqlite3
import time
from contextlib import closing, contextmanager
from itertools import islice

import pytest

from scorepad.cli import main
from tests.faults.power import Disk, crashes, cuts, recording
from tests.faults.writers import Evening, Writer
from tests.support.newer_schema import NEWER, OLDER, become_newer
from tests.support.serving import server

BIDS_AND_TRICKS = "SELECT game_id, number, body FROM round_ ORDER BY game_id, number"
NOTES = "SELECT body FROM revision WHERE number > 0"
DAMAGED = ("damaged", "")
FOUNDING = 2
"""Group and game are saved before the first round."""


@pytest.mark.parametrize(
    "saves", [6, pytest.param(40, marks=pytest.mark.slow)], ids=lambda n: f"{n} saves"
)
def test_f02_no_power_cut_takes_back_what_was_saved(tmp_path, monkeypatch, saves):
    monkeypatch.setenv("CHECKPOINT_EVERY", "4")

    assert lost_by_power_cuts(tmp_path, saves) == []


@pytest.mark.wide
def test_f02_nor_does_it_where_the_disk_takes_no_write_ahead_log(tmp_path, monkeypatch):
    monkeypatch.setenv("JOURNAL", "DELETE")

    assert lost_by_power_cuts(tmp_path, 6) == []


@pytest.mark.wide
def test_f02_a_server_that_does_not_wait_for_the_disk_is_found(tmp_path, monkeypatch):
    monkeypatch.setenv("JOURNAL", "WAL")
    monkeypatch.setenv("SYNCHRONOUS", "1")  # NORMAL

    assert len(lost_by_power_cuts(tmp_path, 6)) == 6


@pytest.mark.parametrize(
    "journal", ["WAL", pytest.param("DELETE", marks=pytest.mark.slow)]
)
def test_f02_an_upgrade_that_is_killed_or_cut_off_is_whole_or_nothing(
    tmp_path, monkeypatch, journal
):
    monkeypatch.setenv("JOURNAL", journal)
    found = left_by_a_broken_upgrade(tmp_path, monkeypatch)

    assert {version for version, _ in found} == {OLDER, NEWER}
    assert len({written for _, written in found}) == 1


def left_by_a_broken_upgrade(folder, monkeypatch):
    """Return versions and entries after a kill or power cut anywhere in an upgrade."""
    instance, log = folder / "instance", folder / "calls"
    assert main(["demo", "--games", "1", "--instance", str(instance)]) == 0
    database = instance / "scorepad.sqlite3"
    become_newer(monkeypatch, folder)
    disk = Disk(instance, database)
    how = {"program": "tests.faults.careless", "under": recording(log)}
    with server(instance, **how):
        pass
    wait_for_end(log)
    return {
        state_of(folder / f"state{number}", files)
        for number, files in enumerate(crashes(log, disk))
    }


def state_of(folder, files):
    try:
        with opened(folder, files) as database:
            (version,) = database.execute("SELECT * FROM alembic_version").fetchone()
            return version, repr(database.execute(BIDS_AND_TRICKS).fetchall())
    except (sqlite3.DatabaseError, AssertionError):
        return DAMAGED


def lost_by_power_cuts(folder, saves):
    """Return the notes that were confirmed and would be lost, of so many saves."""
    instance, log = folder / "instance", folder / "calls"
    how = {"program": "tests.faults.careless", "under": recording(log)}
    with server(instance, **how) as running:
        writer = Writer(Evening(running))
        for _ in range(saves):
            writer.save()
    assert len(writer.saved) == saves
    wait_for_end(log)
    left = list(islice(cuts(log, instance), FOUNDING, FOUNDING + saves))
    assert len(left) == saves
    return [
        note
        for number, (note, files) in enumerate(zip(writer.saved, left, strict=True))
        if note not in notes_in(folder / f"after{number}", files)
    ]


def wait_for_end(log):
    """Wait until the recorder, which outlives its process, has written everything."""
    deadline = time.monotonic() + 120
    while running_under(log):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def running_under(log):
    """Whether the first process still runs; short numbers are padded."""
    words = [line.split() for line in log.read_text("ascii", "replace").splitlines()]
    return not any(line[:3] == [words[0][0], "+++", "exited"] for line in words[-5:])


@contextmanager
def opened(folder, files):
    """Open the database of these files, which is intact, or an empty one."""
    folder.mkdir()
    for path, content in files.items():
        (folder / path.rsplit("/", 1)[1]).write_bytes(content)
    with closing(sqlite3.connect(folder / "scorepad.sqlite3")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        yield connection


def notes_in(folder, files):
    with opened(folder, files) as database:
        is_new = database.execute("SELECT * FROM sqlite_master").fetchone() is None
        found = () if is_new else database.execute(NOTES)
        return [json.loads(body)["note"] for (body,) in found]
