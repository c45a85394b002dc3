"""Backups of older versions and of other servers are restored, or nothing changes."""

import os
import shutil
import subprocess
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy.engine import make_url

from scorepad.cli.backups import back_up
from scorepad.cli.database import upgrade
from scorepad.db import schema
from scorepad.db.dumps import SERVED, BackupRefusedError, check, dump, load
from scorepad.db.engine import engine_for
from scorepad.settings import Settings
from tests.cli.test_backup import restore, served, whole_evening
from tests.faults.test_broken_upgrades import found_in
from tests.support import postgresql
from tests.support.newer_schema import NEWER, OLDER, become_newer
from tests.support.wide import first_of


@contextmanager
def owned(folder, how=""):
    """A database whose user owns it but has no other rights."""
    postgresql.run(
        folder,
        "DO $$ BEGIN CREATE ROLE pad LOGIN;"
        " EXCEPTION WHEN duplicate_object THEN NULL; END $$",
    )
    with postgresql.database(folder, f"OWNER pad {how}") as url:
        yield url.replace("postgres@", "pad@")


@pytest.fixture(scope="module")
def played(postgresql_folder, tmp_path_factory):
    with owned(postgresql_folder) as url:
        play(Settings(instance=tmp_path_factory.mktemp("played"), database_url=url))
        yield make_url(url).database


@pytest.fixture
def club(postgresql_folder, played):
    with owned(postgresql_folder, f"TEMPLATE {played} STRATEGY FILE_COPY") as url:
        yield url


@pytest.fixture
def empty(postgresql_folder):
    with owned(postgresql_folder) as url:
        yield url


@pytest.fixture
def migrated(empty):
    schema.upgrade(empty)
    return empty


@pytest.fixture(params=["sqlite", "postgresql"])
def settings(request, tmp_path):
    if request.param == "postgresql":
        return Settings(
            instance=tmp_path,
            database_url=request.getfixturevalue("club"),
            backups=tmp_path,
        )
    embedded = f"sqlite:///{tmp_path / 'pad.sqlite3'}"
    play(Settings(instance=tmp_path, database_url=embedded))
    return Settings(instance=tmp_path, database_url=embedded, backups=tmp_path)


def play(settings):
    schema.upgrade(settings.database_url)
    with served(settings) as phone:
        whole_evening(phone)


NAMES = {
    "sqlite": "SELECT name FROM sqlite_master",
    "postgresql": "SELECT relname FROM pg_class"
    " WHERE relnamespace = 'public'::regnamespace UNION ALL SELECT proname FROM pg_proc"
    " WHERE pronamespace = 'public'::regnamespace UNION ALL SELECT tgname"
    " FROM pg_trigger WHERE NOT tgisinternal",
}


def outline_of(url):
    """Return every table, sequence, function, index and trigger by its name."""
    return sorted(ask(url, NAMES[url.partition(":")[0]]))


def ask(url, *statements):
    """Run statements; return the first column of what the last one finds."""
    with engine_for(url) as engine, engine.begin() as connection:
        found = [connection.exec_driver_sql(statement) for statement in statements]
        return found[-1].scalars().all() if found[-1].returns_rows else []


def test_f06_a_backup_of_an_older_scorepad_is_upgraded_at_the_next_start(
    settings, tmp_path, monkeypatch
):
    url = settings.database_url
    backup, older = back_up(settings), outline_of(url)
    become_newer(monkeypatch, tmp_path)
    schema.upgrade(url)
    newer, (_, written) = outline_of(url), found_in(url)
    assert all(written)

    assert restore(backup, settings, "--replace") == 0

    assert outline_of(url) == older
    assert found_in(url) == (OLDER, written)
    assert upgrade(settings)
    assert outline_of(url) == newer
    assert found_in(url) == (NEWER, written)


@pytest.mark.wide
def test_f06_a_copy_that_cannot_be_loaded_changes_nothing(club, tmp_path):
    """After all rows comes an object that is not Scorepad's and stays there."""
    ask(club, "CREATE SCHEMA zoo", "CREATE TABLE zoo.cage (id int)")
    dump(club, tmp_path / SERVED)
    before = outline_of(club), found_in(club)

    with pytest.raises(BackupRefusedError, match=r"psql.*zoo"):
        load(club, tmp_path / SERVED)

    assert (outline_of(club), found_in(club)) == before


@pytest.fixture
def somebody_elses(settings, request, tmp_path):
    url = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    if not settings.is_embedded:
        url = request.getfixturevalue("empty")
    ask(url, "CREATE TABLE photo (name text)", "INSERT INTO photo VALUES ('us')")
    return settings.model_copy(update={"database_url": url})


@pytest.mark.parametrize("words", first_of([["--replace"], []]), ids=len)
def test_f06_a_wrong_address_clears_nothing(settings, somebody_elses, capsys, words):
    assert restore(back_up(settings), somebody_elses, *words) == 2

    assert "not known to be Scorepad's" in capsys.readouterr().err
    assert ask(somebody_elses.database_url, "SELECT name FROM photo") == ["us"]
    assert outline_of(somebody_elses.database_url) == ["photo"]


CLIENT_17 = """#!/bin/sh
{real} "$@" || exit
for word; do
    case $word in --file=*)
        sed -i '/^SET idle_in_trans/aSET transaction_timeout = 0;' "${{word#*=}}"
    esac
done
"""


@pytest.mark.wide
def test_f06_a_copy_comes_back_on_a_server_with_other_users_and_extensions(
    migrated, postgresql_folder, tmp_path
):
    """Only the owner of a server may create the second extension."""
    before = outline_of(migrated), found_in(migrated)
    with psycopg.connect(migrated.replace("pad@", "postgres@")) as connection:
        connection.execute("CREATE ROLE reader; GRANT SELECT ON game TO reader")
        for extension in ("pgcrypto", "pg_stat_statements"):
            connection.execute(f"CREATE EXTENSION {extension}")
        connection.commit()
        dump(migrated, tmp_path / SERVED)
        connection.execute("DROP OWNED BY reader; DROP ROLE reader")
    check(tmp_path / SERVED)

    with owned(postgresql_folder) as other:
        load(other, tmp_path / SERVED)

        assert (outline_of(other), found_in(other)) == before


@pytest.mark.wide
def test_f06_a_copy_comes_back_on_a_server_older_than_its_client_programs(
    migrated, tmp_path, monkeypatch
):
    dump(migrated, tmp_path / SERVED)
    before = outline_of(migrated)
    newer = tmp_path / "bin" / "pg_restore"
    newer.parent.mkdir()
    newer.write_text(CLIENT_17.format(real=shutil.which("pg_restore")))
    newer.chmod(0o700)
    monkeypatch.setenv("PATH", f"{newer.parent}:{os.environ['PATH']}")
    subprocess.run(
        [newer, f"--file={tmp_path / 'said'}", tmp_path / SERVED], check=True
    )
    assert b"SET transaction_timeout = 0;" in (tmp_path / "said").read_bytes()

    load(migrated, tmp_path / SERVED)

    assert outline_of(migrated) == before
