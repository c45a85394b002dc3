"""A PostgreSQL server for one run of the tests."""

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
_NUMBERS = itertools.count(1)


def binaries():
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
def server(*, fsync="off"):
    """Run a fresh server on a socket in a new folder; yield the folder.

    Measurements need *fsync* on; tests do not cut the power.
    """
    with cluster(fsync=fsync) as running:
        yield running.folder


class Cluster:
    """A server that can be stopped, cleanly or not, and started again."""

    def __init__(self, folder, fsync):
        self.folder, self.fsync = folder, fsync
        self.start()

    def start(self):
        said = ("listen_addresses=", f"fsync={self.fsync}")
        settings = [word for each in said for word in ("-c", each)]
        settings += ["-k", self.folder]
        self.process = subprocess.Popen(
            [binaries() / "postgres", "-D", f"{self.folder}/data", *settings],
            user=_user(),
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        _wait(self.folder, self.process)

    def stop(self, how=signal.SIGTERM):
        """Stop: SIGINT closes all connections, SIGQUIT is a crash."""
        self.process.send_signal(how)
        self.process.wait(timeout=60)


@contextmanager
def cluster(*, fsync="off"):
    """Run a fresh server that a test may stop and start."""
    folder = tempfile.mkdtemp(prefix="scorepad-pg-", dir="/tmp")
    try:
        _make(folder)
        running = Cluster(folder, fsync)
        try:
            yield running
        finally:
            running.stop(signal.SIGINT)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user():
    """Return a user to run as, since PostgreSQL refuses root."""
    return "postgres" if os.geteuid() == 0 else None


def _make(folder):
    user = _user()
    if user:
        owner = pwd.getpwnam(user)
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    subprocess.run(
        [
            *(binaries() / "initdb", "-D", f"{folder}/data"),
            *("-U", "postgres", "-A", "trust", "-N"),
        ],
        user=user,
        cwd=folder,
        check=True,
        capture_output=True,
    )


def _wait(folder, process):
    for _ in range(200):
        try:
            psycopg.connect(host=folder, user="postgres", dbname="postgres").close()
        except psycopg.OperationalError:
            assert process.poll() is None, "PostgreSQL did not start"
            time.sleep(0.05)
        else:
            return
    pytest.fail("PostgreSQL did not start within ten seconds")


@contextmanager
def database(folder, how=""):
    """Yield the URL of a new database, dropped afterwards.

    Its name is never used again, because what a module sets up is set up again where
    its tests run apart.
    """
    name = f"own{next(_NUMBERS)}"
    run(folder, f"CREATE DATABASE {name} {how}")
    try:
        yield url(folder, name)
    finally:
        run(folder, f"DROP DATABASE {name} WITH (FORCE)")


def url(folder, database):
    return f"postgresql://postgres@/{database}?host={folder}"


def run(folder, statement):
    with psycopg.connect(
        host=folder, user="postgres", dbname="postgres", autocommit=True
    ) as connection:
        connection.execute(statement.encode())
