"""Backups made while people play are complete, and can be restored."""

import itertools
import json
import os
import stat
import threading
import time
import zipfile
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from scorepad.cli import main
from scorepad.cli.backups import back_up, back_up_if_due
from scorepad.cli.database import upgrade
from scorepad.db import backups, dumps, schema
from scorepad.db.dumps import SERVED, BackupRefusedError, check, dump
from scorepad.db.engine import engine_for
from scorepad.db.schema import find_database_id
from scorepad.settings import Settings
from tests.support import postgresql
from tests.support.phone import Phone
from tests.support.released import opened
from tests.support.wide import first_of

NUMBERS = itertools.count(1)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
DATABASES = ["sqlite", "postgresql"]
EACH = pytest.mark.parametrize("database_url", first_of(DATABASES), indirect=True)


@pytest.fixture
def settings(database_url, tmp_path):
    instance = tmp_path / "instance"
    instance.mkdir()
    return Settings(
        instance=instance, database_url=database_url, backups=instance / "backups"
    )


@contextmanager
def served(settings):
    with opened(settings) as app:
        yield Phone(app.test_client())


def elsewhere(settings, tmp_path, request):
    number = next(NUMBERS)
    folder = tmp_path / f"elsewhere{number}"
    folder.mkdir()
    if settings.is_embedded:
        url = f"sqlite:///{folder / 'scorepad.sqlite3'}"
    else:
        server = request.getfixturevalue("postgresql_folder")
        name = f"restored{number}"
        postgresql.run(server, f"CREATE DATABASE {name}")
        url = postgresql.url(server, name)
    return Settings(instance=folder, database_url=url, backups=folder / "backups")


def restore(backup, settings, *words):
    options = ("--instance", settings.instance, "--database-url", settings.database_url)
    return main(["restore", str(backup), *map(str, options), *words])


def documents_of(settings, phone, games):
    with served(settings) as there:
        there.client.set_cookie("s", phone.client.get_cookie("s").value)
        paths = [f"/g/{phone.group}/games/{game}/game.json" for game in games]
        return [there.client.get(path).data for path in paths]


def whole_evening(phone):
    game = phone.start_game()
    phone.save_round(game, 1, [1, 0, 0, 0], [1, 0, 0, 0])
    phone.save_round(game, 2, [1, 1, 0, 0], [0, 1, 1, 0])
    return game


def test_what_is_restored_is_what_was_backed_up(settings, tmp_path, request, capsys):
    with served(settings) as phone:
        game = whole_evening(phone)
    made = back_up(settings)
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert names_in(settings.backups) == [made.name]
    there = elsewhere(settings, tmp_path, request)

    assert restore(made, there) == 0

    before = documents_of(settings, phone, [game])
    assert documents_of(there, phone, [game]) == before
    assert json.loads(before[0])["rounds"][1]["bids"] == [1, 1, 0, 0]
    assert f"{made} is back in place." in capsys.readouterr().out
    secrets = [(each.instance / "secret").read_text() for each in (settings, there)]
    assert secrets[0] == secrets[1]


@pytest.mark.parametrize(
    "times", [2, pytest.param(30, marks=pytest.mark.slow)], ids=lambda n: f"{n} times"
)
def test_backups_made_while_people_save_hold_every_earlier_save(
    settings, tmp_path, request, times
):
    acknowledged, ended = [], threading.Event()
    with served(settings) as phone:
        phone.start_game()

        def save_all_the_time():
            while not ended.wait(0.05):
                acknowledged.append(whole_evening(phone))

        writer = threading.Thread(target=save_all_the_time)
        writer.start()
        taken = []
        try:
            for _ in range(times):
                before = len(acknowledged) + 2
                while len(acknowledged) < before:
                    assert writer.is_alive()
                    time.sleep(0.01)
                taken.append((back_up(settings), acknowledged[:before]))
        finally:
            ended.set()
            writer.join()

    for made, games in taken:
        there = elsewhere(settings, tmp_path, request)
        assert restore(made, there) == 0
        told = documents_of(there, phone, games)
        assert all(len(json.loads(each)["rounds"]) == 2 for each in told)
    assert len(taken[-1][1]) > len(taken[0][1])


@EACH
def test_a_database_is_only_replaced_on_request_and_then_kept(
    settings, tmp_path, request, capsys
):
    with served(settings) as phone:
        made = back_up(settings)
        game = whole_evening(phone)

    assert restore(made, settings) == 2
    assert "--replace" in capsys.readouterr().err
    assert len(json.loads(documents_of(settings, phone, [game])[0])["rounds"]) == 2
    assert restore(made, settings, "--replace") == 0

    kept = capsys.readouterr().out.split("kept in ")[1].split("\n")[0]
    there = elsewhere(settings, tmp_path, request)
    assert restore(kept, there) == 0
    assert len(json.loads(documents_of(there, phone, [game])[0])["rounds"]) == 2


@EACH
def test_f06_a_restored_database_has_no_id_even_where_the_secret_is_not_restored(
    settings,
):
    """The secret is last. Phones notice the new id, and the next start forgets."""
    with served(settings):
        made = back_up(settings)
    assert id_of(settings)
    (settings.instance / "secret").unlink()
    (settings.instance / "secret").mkdir()

    assert restore(made, settings, "--replace") == 2

    assert id_of(settings) is None


def id_of(settings):
    with engine_for(settings.database_url) as engine:
        return find_database_id(engine)


def test_a_copy_of_postgresql_is_read_to_its_end(postgresql_folder, tmp_path):
    copy = tmp_path / SERVED
    dump(postgresql.url(postgresql_folder, "migrated"), copy)
    check(copy)
    whole = copy.read_bytes()
    at = whole.rindex(b"\x78\x9c") + 12  # in the part that is packed last
    turned_over = whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]

    for damaged in (whole[:at], turned_over):
        copy.write_bytes(damaged)
        with pytest.raises(BackupRefusedError):
            check(copy)


def repacked(backup, change):
    with zipfile.ZipFile(backup) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    path = backup.with_name("changed.zip")
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in change(parts).items():
            archive.writestr(name, content)
    return path


def described(parts, **changes):
    about = json.loads(parts["manifest.json"]) | changes
    return {**parts, "manifest.json": json.dumps(about)}


def without(parts, name):
    return {key: value for key, value in parts.items() if key != name}


def scribbled(parts):
    database = parts["database.sqlite3"]
    return parts | {
        "database.sqlite3": database[:8192] + bytes(4096) + database[12288:]
    }


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (partial(described, format="something"), "not ours"),
        (partial(described, version=2), "newer Scorepad"),
        (partial(described, database="../../etc/passwd"), "names no database"),
        (partial(described, schema="9999"), "newer than this Scorepad"),
        (partial(described, database="database.pgdump"), "not a whole backup"),
        (partial(without, name="manifest.json"), "not a whole backup"),
        (partial(without, name="database.sqlite3"), "not a whole backup"),
        (scribbled, "The copy is damaged"),
    ],
)
def test_an_incomplete_backup_is_refused_and_changes_nothing(
    made, file, refused, change, says
):
    broken, before = repacked(made, change), file.read_bytes()

    assert says in refused("restore", broken, "--replace")
    assert file.read_bytes() == before


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def test_backups_are_deleted_after_thirty_days_and_nothing_else_is(tmp_path):
    for age in (0, 1, 30, 31, 400):
        stamp = (NOON - timedelta(days=age)).strftime("%Y%m%d-%H%M%S")
        (tmp_path / f"scorepad-{stamp}-00ff.zip").touch()
    others = ["scorepad-20200101-120000-00ff.zip.txt", "holiday.zip", "scorepad.zip"]
    for name in others:
        (tmp_path / name).touch()

    backups.remove_old(tmp_path, NOON)
    assert set(others) < set(names_in(tmp_path))
    assert len(names_in(tmp_path)) == 3 + len(others)
    backups.remove_old(tmp_path, NOON + timedelta(days=9999))
    assert len(names_in(tmp_path)) == 1 + len(others), "the newest one stays"


def test_f06_every_backup_is_copied_and_a_second_place_on_the_same_disk_is_reported(
    embedded, tmp_path, caplog, monkeypatch
):
    """The folder exists, but the stick is not mounted."""
    synced, stick = [], tmp_path / "stick"
    monkeypatch.setattr(dumps, "sync", synced.append)
    stick.mkdir()

    made = back_up(embedded.model_copy(update={"second_backups": stick}))

    assert synced[-1] == stick, "it may be pulled out now"
    assert names_in(stick) == [made.name]
    assert (stick / made.name).read_bytes() == made.read_bytes()
    assert f"{stick} are on one disk" in caplog.text


def test_p03_the_remains_of_an_interrupted_backup_are_deleted(embedded):
    folder = embedded.backups
    left = [folder / ".making-x" / "database.sqlite3", folder / ".scorepad-x.zip"]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("names and all")
    back_up(embedded)
    assert all(path.exists() for path in left)  # another one may just be made

    for path in (*left, left[0].parent):
        long_ago = time.time() - 2 * 86_400
        os.utime(path, (long_ago, long_ago))
    back_up(embedded)

    assert not any(path.exists() for path in left)
    assert len(list(folder.iterdir())) == 2


def test_a_backup_is_due_daily_and_again_after_a_failure(embedded, caplog):
    embedded.backups.touch()  # no folder
    assert not back_up_if_due(embedded)
    assert "File exists" in caplog.text

    embedded.backups.unlink()
    assert back_up_if_due(embedded)
    assert not back_up_if_due(embedded)


def test_nothing_is_upgraded_without_a_backup(embedded, monkeypatch):
    ran = []
    monkeypatch.setattr(schema, "newest_version", lambda: "9999")
    monkeypatch.setattr("alembic.command.upgrade", lambda *args: ran.append(args))
    blocked = embedded.instance / "file"
    blocked.touch()

    with pytest.raises(BackupRefusedError):
        upgrade(embedded.model_copy(update={"backups": blocked}))

    assert not ran
