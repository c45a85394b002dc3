"""An instance of its own for commands."""

import pytest

from scorepad.cli.backups import back_up
from scorepad.settings import Settings


@pytest.fixture
def embedded(migrated_sqlite, tmp_path, monkeypatch):
    """An instance with an empty database and a secret, which commands use."""
    instance = tmp_path / "instance"
    instance.mkdir()
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(instance))
    (instance / "secret").write_text("0123456789-abcdefghijklmnopqrstuv")
    file = instance / "scorepad.sqlite3"
    file.write_bytes(migrated_sqlite.read_bytes())
    url = f"sqlite:///{file}"
    return Settings(instance=instance, database_url=url, backups=instance / "backups")


@pytest.fixture
def settings(embedded):
    return embedded


@pytest.fixture
def file(embedded):
    return embedded.instance / "scorepad.sqlite3"


@pytest.fixture
def made(embedded):
    return back_up(embedded)
