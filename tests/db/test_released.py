"""Databases and backups of released versions open in this version and the next."""

import json
import shutil
import zipfile
from contextlib import contextmanager

import pytest

from scorepad.cli import main
from scorepad.cli.backups import find_version
from scorepad.cli.database import upgrade
from scorepad.db import schema
from scorepad.db.backups import MANIFEST, backups_in, check_archive
from scorepad.db.engine import db
from scorepad.services.results import rebuild_results
from scorepad.settings import Settings
from tests.support import released
from tests.support.newer_schema import NEWER, become_newer
from tests.support.phone import Phone
from tests.support.released import figures, kept, opened

PAGES = ("/seasons/1", "/seasons/1/race", "/seasons/1/games", "/records")


def put_in_place(backup, settings):
    """Make an instance of it like that of the version that wrote it."""
    with zipfile.ZipFile(backup) as archive:
        archive.extract("secret", settings.instance)
        database = archive.extract("database.sqlite3", settings.instance)
    shutil.move(database, settings.instance / "scorepad.sqlite3")


def restore(backup, settings):
    where = ["--instance", str(settings.instance), "--database-url"]
    assert main(["restore", str(backup), *where, settings.database_url]) == 0


@pytest.fixture
def settings(tmp_path):
    instance = tmp_path / "instance"
    instance.mkdir()
    url = f"sqlite:///{instance / 'scorepad.sqlite3'}"
    return Settings(instance=instance, database_url=url, backups=tmp_path / "kept")


@contextmanager
def phone_of(version, settings):
    """Yield the phone of the owner, on a server that has just been upgraded."""
    with opened(settings) as app:
        with app.app_context():
            rebuild_results(db.session(), only_missing=True)
        phone = Phone(app.test_client(), version.told["group"])
        phone.client.set_cookie("s", version.told["token"])
        yield phone


def is_part_of(old, new):
    """Whether a document holds all of an older one; versions may add fields."""
    if isinstance(old, dict):
        return old.keys() <= new.keys() and all(is_part_of(old[k], new[k]) for k in old)
    if isinstance(old, list):
        return len(old) == len(new) and all(map(is_part_of, old, new))
    return bool(old == new)


def check_same(version, settings):
    with phone_of(version, settings) as phone:
        found = figures(phone)
        pages = [phone.get(page, Accept="text/html").status_code for page in PAGES]

    assert is_part_of(version.told["everything"], found["everything"])
    for name in released.COLUMNS:
        assert found[name] == version.told[name]
    assert pages == [200] * len(PAGES)


@pytest.mark.parametrize("fill", [put_in_place, restore])
@pytest.mark.parametrize("version", kept("sqlite"), ids=lambda it: it.backup.stem)
def test_the_database_of_a_release_opens_with_the_same_figures(version, fill, settings):
    fill(version.backup, settings)
    upgrade(settings)

    check_same(version, settings)


@pytest.mark.parametrize("version", kept("postgresql"), ids=lambda it: it.backup.stem)
def test_so_does_its_postgresql_database(version, settings, empty_postgresql):
    served = settings.model_copy(update={"database_url": empty_postgresql})
    restore(version.backup, served)
    upgrade(served)

    check_same(version, served)


@pytest.mark.parametrize("version", kept("sqlite"), ids=lambda it: it.backup.stem)
def test_a_backup_comes_before_the_migration_of_the_next_version(
    version, settings, tmp_path, monkeypatch
):
    put_in_place(version.backup, settings)
    written = schema_in(version.backup)
    become_newer(monkeypatch, tmp_path)

    made = upgrade(settings)

    assert [path for _, path in backups_in(settings.backups)] == [made]
    assert check_archive(made)["schema"] == written
    assert find_version(settings) == NEWER
    check_same(version, settings)


def schema_in(backup):
    with zipfile.ZipFile(backup) as archive:
        return json.loads(archive.read(MANIFEST))["schema"]


@pytest.mark.parametrize("command", ["serve", "check", "rebuild", "group"])
def test_an_older_version_refuses_a_newer_database_in_one_sentence(
    command, settings, refused, tmp_path, monkeypatch
):
    put_in_place(kept("sqlite")[-1].backup, settings)
    with monkeypatch.context() as later:
        become_newer(later, tmp_path)
        schema.upgrade(settings.database_url)
    file = settings.instance / "scorepad.sqlite3"
    before = file.read_bytes()

    said = refused(command, "--instance", settings.instance)

    assert f"is at schema {NEWER}, newer than this Scorepad" in said
    assert "restore the backup made before its upgrade" in said
    assert file.read_bytes() == before


def test_each_release_is_kept_in_both_kinds_of_database():
    names = [[each.backup.stem.partition("-")[0] for each in kept(k)] for k in KINDS]

    assert names[0] == names[1]
    assert "1.0.0" in names[0]


KINDS = ("sqlite", "postgresql")
