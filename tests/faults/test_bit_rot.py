"""F05: damage on the disk is found, in a backup and in the database."""

import random
import shutil
import sqlite3
from contextlib import closing

import pytest

from scorepad.cli import main
from scorepad.cli.backups import back_up
from scorepad.db.backups import unpacked
from scorepad.db.dumps import BackupRefusedError, integrity_errors
from scorepad.settings import Settings

SEED = 20261122
PAGE = 4096
BITS = pytest.mark.parametrize(
    "times", [40, pytest.param(4000, marks=pytest.mark.slow)], ids=lambda n: f"{n} bits"
)


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("whole")
    assert main(["demo", "--games", "5", "--instance", str(folder)]) == 0
    with closing(sqlite3.connect(folder / "scorepad.sqlite3")) as connection:
        connection.execute("VACUUM")  # damage to a page that is free does no harm
    url = f"sqlite:///{folder / 'scorepad.sqlite3'}"
    return Settings(instance=folder, database_url=url, backups=folder / "backups")


def turned_over(content, chance):
    place, bit = chance.randrange(len(content)), chance.randrange(8)
    return content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :]


@BITS
def test_f05_a_bit_that_turned_in_a_backup_is_found_or_changes_nothing(
    settings, tmp_path, times
):
    chance = random.Random(SEED)  # noqa: S311 - the same every time
    made = back_up(settings)
    with unpacked(made) as (whole, _):
        before = whole.read_bytes()
    found = 0
    for _ in range(times):
        rotten = tmp_path / "rotten.zip"
        rotten.write_bytes(turned_over(made.read_bytes(), chance))
        try:
            with unpacked(rotten) as (laid_out, _):
                assert laid_out.read_bytes() == before
        except BackupRefusedError:
            found += 1
    assert found > times / 2


def test_f05_a_page_that_was_overwritten_is_found(settings, tmp_path):
    whole, copy = settings.instance / "scorepad.sqlite3", tmp_path / "copy.sqlite3"
    chance = random.Random(SEED)  # noqa: S311 - the same every time
    for place in chance.sample(range(0, whole.stat().st_size, PAGE), 30):
        shutil.copy(whole, copy)
        with copy.open("r+b") as file:
            file.seek(place)
            file.write(b"\xff" * PAGE)

        assert integrity_errors(f"sqlite:///{copy}"), place
