"""What released versions wrote, kept in ``tests/db/released``.

After a release, in its checkout: ``.venv/bin/python -m tests.support.released``
"""

import csv
import json
import shutil
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from scorepad.app import create_app
from scorepad.cli import VERSION
from scorepad.cli.backups import back_up
from scorepad.db import schema
from scorepad.db.engine import db
from scorepad.settings import Settings
from tests.repo.source import ROOT
from tests.support import postgresql, towers_table
from tests.support.phone import Phone

FOLDER = ROOT / "tests" / "db" / "released"
COLUMNS = {
    "standings": ("Player", "Games", "Wins", "Average", "Best", "Bids met", "Bids"),
    "games": ("Game", "Date", "Rounds", "Player", "Total", "won", "finished", "counts"),
}
"""Figures that follow from the points: what par is may change between versions."""

ROUNDS = [([0, 1, 0, 0], [0, 0, 1, 0]), ([1, 1, 0, 1], [1, 1, 0, 0])]
VARIANT = {
    "even_bid_rule": {"mode": "last_bidder", "min_cards": 2},
    "scoring": "alternative",
    "place": "Küche",
}


class Kept(NamedTuple):
    """The backup of a version, and what that version said of it."""

    backup: Path
    told: dict


def kept(kind):
    """Return what each released version wrote, of one kind of database."""
    told = sorted(FOLDER.glob(f"*-{kind}.json"))
    return [
        Kept(each.with_suffix(".zip"), json.loads(each.read_text("utf-8")))
        for each in told
    ]


@contextmanager
def opened(settings):
    app = create_app(settings)
    try:
        yield app
    finally:
        app.extensions["renderer"].close()
        app.extensions["book_maker"].close()
        with app.app_context():
            db.engine.dispose()


def figures(phone):
    """Return all games as documents, and the tables of the season."""
    return {
        "everything": phone.get("/everything.json").json,
        **{name: rows(phone, name) for name in COLUMNS},
    }


def rows(phone, name):
    """Return the chosen columns of a table, in the order of their content."""
    text = phone.get(f"/seasons/1/{name}.csv").text.lstrip("\ufeff")
    read = csv.DictReader(text.splitlines())
    return sorted([row[column] for column in COLUMNS[name]] for row in read)


def play(phone):
    """Play games of several kinds, one of which is running."""
    names = ("Ute", "王小明", "Łukasz", "Zoë Brzęczyszczykiewicz")
    phone.play(*names, rounds=ROUNDS)
    phone.play(*names, rounds=ROUNDS[::-1], **VARIANT)
    phone.play(*names[::-1], rounds=ROUNDS * 2)
    phone.play(*names, rounds=ROUNDS, finished=False)
    towers_table.play(phone, "Ute", "Łukasz")


def write(folder, kind, url):
    """Write a backup of games in the database at *url*, and what is said of them."""
    settings = Settings(instance=folder, database_url=url, backups=folder)
    schema.upgrade(url)
    with opened(settings) as app:
        phone = Phone(app.test_client())
        play(phone)
        token = phone.client.get_cookie("s").value
        told = {"group": phone.group, "token": token, **figures(phone)}
    name = f"{VERSION}-{kind}"
    shutil.copy(back_up(settings), FOLDER / f"{name}.zip")
    text = json.dumps(told, ensure_ascii=False, indent=1)
    (FOLDER / f"{name}.json").write_text(f"{text}\n", "utf-8")


def main():
    """Write both kinds, in fresh databases."""
    with TemporaryDirectory() as folder:
        write(Path(folder), "sqlite", f"sqlite:///{folder}/scorepad.sqlite3")
    with (
        TemporaryDirectory() as folder,
        postgresql.server() as served,
        postgresql.database(served) as url,
    ):
        write(Path(folder), "postgresql", url)


if __name__ == "__main__":
    main()
