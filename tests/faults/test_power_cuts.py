"""F02: a power cut right after the response "saved" loses nothing."""

import json
import sqlite3
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice

import pytest

from scorepad.cli import main
from tests.faults.power import Disk, crashes, cuts, recording
from tests.faults.writers import Evening, Writer
from tests.support.newer_schema import NEWER, OLDER, become_newer
from tests.support.serving import server, wait_until

BIDS_AND_TRICKS = "SELECT game_id, number, body FROM round_ ORDER BY game_id, number"
NOTES = "SELECT body FROM revision WHERE number > 0"
DAMAGED = ("damaged", "")
NOT_WAITING = {"JOURNAL": "WAL", "SYNCHRONOUS": "1"}  # NORMAL
FOUNDING = 2
"""Group and game are saved before the first round."""


@pytest.mark.parametrize(
    ("how", "saves", "lost"),
    [
        ({"CHECKPOINT_EVERY": "4"}, 6, 0),
        pytest.param({"CHECKPOINT_EVERY": "4"}, 40, 0, marks=pytest.mark.slow),
        # The disk takes no write-ahead log.
        pytest.param({"JOURNAL": "DELETE"}, 6, 0, marks=pytest.mark.wide),
        # A server that does not wait for the disk is found.
        pytest.param(NOT_WAITING, 6, 6, marks=pytest.mark.wide),
    ],
)
def test_f02_no_power_cut_takes_back_what_was_saved(
    tmp_path, monkeypatch, how, saves, lost
):
    for name, value in how.items():
        monkeypatch.setenv(name, value)

    assert len(lost_by_power_cuts(tmp_path, saves)) == lost


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
    wait_until(partial(has_ended, log), seconds=120)
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
    wait_until(partial(has_ended, log), seconds=120)
    left = list(islice(cuts(log, instance), FOUNDING, FOUNDING + saves))
    assert len(left) == saves
    return [
        note
        for number, (note, files) in enumerate(zip(writer.saved, left, strict=True))
        if note not in notes_in(folder / f"after{number}", files)
    ]


def has_ended(log):
    """Whether the first process has exited: its recorder outlives it."""
    words = [line.split() for line in log.read_text("ascii", "replace").splitlines()]
    return any(line[:3] == [words[0][0], "+++", "exited"] for line in words[-5:])


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
