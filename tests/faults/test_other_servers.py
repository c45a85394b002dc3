"""A backup of PostgreSQL is restored on another server: other users, other versions."""

import os
import shutil
import subprocess

import psycopg
import pytest

from scorepad.db import schema
from scorepad.db.dumps import SERVED, check, dump, load
from tests.faults.test_broken_upgrades import found_in
from tests.faults.test_older_backups import outline_of, owned

pytestmark = pytest.mark.wide

CLIENT_17 = """#!/bin/sh
{real} "$@" || exit
for word; do
    case $word in --file=*)
        sed -i '/^SET idle_in_trans/aSET transaction_timeout = 0;' "${{word#*=}}"
    esac
done
"""


@pytest.fixture
def url(postgresql_folder):
    with owned(postgresql_folder) as address:
        schema.upgrade(address)
        yield address


def test_f06_a_copy_comes_back_on_a_server_with_other_users_and_extensions(
    url, postgresql_folder, tmp_path
):
    """Only the owner of a server may create the second extension."""
    before = outline_of(url), found_in(url)
    with psycopg.connect(url.replace("pad@", "postgres@")) as connection:
        connection.execute("CREATE ROLE reader; GRANT SELECT ON game TO reader")
        for extension in ("pgcrypto", "pg_stat_statements"):
            connection.execute(f"CREATE EXTENSION {extension}")
        connection.commit()
        dump(url, tmp_path / SERVED)
        connection.execute("DROP OWNED BY reader; DROP ROLE reader")
    check(tmp_path / SERVED)

    with owned(postgresql_folder) as other:
        load(other, tmp_path / SERVED)

        assert (outline_of(other), found_in(other)) == before


def test_f06_a_copy_comes_back_on_a_server_older_than_its_client_programs(
    url, tmp_path, monkeypatch
):
    dump(url, tmp_path / SERVED)
    before = outline_of(url)
    newer = tmp_path / "bin" / "pg_restore"
    newer.parent.mkdir()
    newer.write_text(CLIENT_17.format(real=shutil.which("pg_restore")))
    newer.chmod(0o700)
    monkeypatch.setenv("PATH", f"{newer.parent}:{os.environ['PATH']}")
    subprocess.run(
        [newer, f"--file={tmp_path / 'said'}", tmp_path / SERVED], check=True
    )
    assert b"SET transaction_timeout = 0;" in (tmp_path / "said").read_bytes()

    load(url, tmp_path / SERVED)

    assert outline_of(url) == before
