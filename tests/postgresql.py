"""A PostgreSQL server of our own for one run of the tests."""

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)


def binaries() -> Path:
    """The folder of initdb and postgres, or a failed test that names the package."""
    for place in PLACES:
        if (place / "initdb").exists():
            return place
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    pytest.fail(
        "PostgreSQL is missing: install the Debian package postgresql-15"
        " (./scripts/test does it)."
    )


@contextmanager
def server() -> Iterator[str]:
    """Run a fresh server on a socket in a new folder; give its folder."""
    folder = tempfile.mkdtemp(prefix="scorepad-pg-", dir="/tmp")
    try:
        process = _start(folder)
        try:
            _wait(folder, process)
            yield folder
        finally:
            process.terminate()
            process.wait(timeout=20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _start(folder: str) -> "subprocess.Popen[bytes]":
    # PostgreSQL refuses to run as root.
    user = "postgres" if os.geteuid() == 0 else None
    if user:
        owner = pwd.getpwnam(user)
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    data = f"{folder}/data"
    tools = binaries()
    subprocess.run(
        [tools / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-N"],
        user=user,
        cwd=folder,
        check=True,
        capture_output=True,
    )
    settings = ["-c", "listen_addresses=", "-c", "fsync=off", "-k", folder]
    return subprocess.Popen(
        [tools / "postgres", "-D", data, *settings],
        user=user,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _wait(folder: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(200):
        try:
            psycopg.connect(host=folder, user="postgres", dbname="postgres").close()
        except psycopg.OperationalError:
            assert process.poll() is None, "PostgreSQL did not start"
            time.sleep(0.05)
        else:
            return
    pytest.fail("PostgreSQL did not start within ten seconds")


def url(folder: str, database: str) -> str:
    """The address of one of its databases."""
    return f"postgresql://postgres@/{database}?host={folder}"


def run(folder: str, statement: str) -> None:
    """Run one statement of the server's owner, such as CREATE DATABASE."""
    with psycopg.connect(
        host=folder, user="postgres", dbname="postgres", autocommit=True
    ) as connection:
        connection.execute(statement.encode())
