"""F02: the plug is pulled right after the word "saved", and nothing of it is lost."""

import json
import sqlite3
import time
from contextlib import closing
from itertools import islice

import pytest

from tests.faults.power import cuts, recording
from tests.faults.writers import Evening, Writer
from tests.serving import server

FOUNDING = 2
"""The group and its game are saved before the first round is."""


@pytest.mark.parametrize(
    "saves", [6, pytest.param(40, marks=pytest.mark.slow)], ids=lambda n: f"{n} saves"
)
def test_f02_no_power_cut_takes_back_what_was_said_to_be_saved(tmp_path, saves):
    assert lost_by_power_cuts(tmp_path, saves) == []


@pytest.mark.wide
def test_f02_nor_does_it_with_the_write_ahead_log(tmp_path, monkeypatch):
    monkeypatch.setenv("JOURNAL", "WAL")

    assert lost_by_power_cuts(tmp_path, 40) == []


@pytest.mark.wide
@pytest.mark.parametrize(
    ("journal", "synchronous"),
    [("WAL", "NORMAL"), ("DELETE", "FULL"), ("DELETE", "OFF")],
)
def test_f02_a_server_that_does_not_wait_for_the_disk_is_found_out(
    tmp_path, monkeypatch, journal, synchronous
):
    """With the rollback journal ``FULL`` is not enough: the journal may come back."""
    monkeypatch.setenv("JOURNAL", journal)
    monkeypatch.setenv("SYNCHRONOUS", synchronous)

    assert len(lost_by_power_cuts(tmp_path, 40)) == 40


def lost_by_power_cuts(folder, saves):
    """The notes that were said to be saved and would not be there, of so many saves."""
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
    """Until the recorder, which outlives what it records, has written it all."""
    deadline = time.monotonic() + 120
    while running_under(log):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def running_under(log):
    """Whether the first process has not ended yet; short numbers are filled up."""
    words = [line.split() for line in log.read_text("ascii", "replace").splitlines()]
    return not any(line[:3] == [words[0][0], "+++", "exited"] for line in words[-5:])


@pytest.mark.parametrize("number", ["7    ", "1234 ", "12345", "123456"])
def test_the_end_is_seen_whatever_the_number_of_the_process(tmp_path, number):
    log = tmp_path / "calls"
    log.write_text(f'{number} openat("a") = 3\n99999 +++ exited with 0 +++\n')
    assert running_under(log)
    log.write_text(f"{log.read_text()}{number} +++ exited with 0 +++\n")
    assert not running_under(log)


def notes_in(folder, files):
    """The notes of all rounds in the database of these files."""
    folder.mkdir()
    for path, content in files.items():
        (folder / path.rsplit("/", 1)[1]).write_bytes(content)
    database = folder / "scorepad.sqlite3"
    if not database.exists() or not database.stat().st_size:
        return []
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = connection.execute("SELECT body FROM revision WHERE number > 0")
        return [json.loads(body)["note"] for (body,) in found]
