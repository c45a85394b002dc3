"""What all tests share: a database of each kind, the application, a phone."""

import itertools
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import FileSystemBytecodeCache
from sqlalchemy.orm import Session

from scorepad.app import create_app
from scorepad.settings import Settings
from scorepad.store import schema
from scorepad.store.db import db
from tests import described, postgresql
from tests.phone import Phone

_NUMBERS = itertools.count(1)


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database at the newest schema, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "scorepad.sqlite3"
    schema.upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgresql_folder() -> Iterator[str]:
    """A running PostgreSQL with a migrated database named ``migrated``."""
    with postgresql.server() as folder:
        postgresql.run(folder, "CREATE DATABASE migrated")
        schema.upgrade(postgresql.url(folder, "migrated"))
        yield folder


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh database at the newest schema, once of each kind."""
    if request.param == "sqlite":
        yield _copy_of(request.getfixturevalue("migrated_sqlite"), tmp_path)
        return
    folder = request.getfixturevalue("postgresql_folder")
    name = f"test{next(_NUMBERS)}"
    postgresql.run(folder, f"CREATE DATABASE {name} TEMPLATE migrated")
    yield postgresql.url(folder, name)
    postgresql.run(folder, f"DROP DATABASE {name} WITH (FORCE)")


def _copy_of(migrated: Path, folder: Path) -> str:
    path = folder / "scorepad.sqlite3"
    shutil.copy(migrated, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """Templates compiled once for all tests: each of them has a new application."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def app(
    migrated_sqlite: Path, tmp_path: Path, compiled: FileSystemBytecodeCache
) -> Iterator[Flask]:
    """The application over an embedded database of its own."""
    yield from _app(_copy_of(migrated_sqlite, tmp_path), tmp_path, compiled)


@pytest.fixture
def either_app(
    database_url: str, tmp_path: Path, compiled: FileSystemBytecodeCache
) -> Iterator[Flask]:
    """The application, once over each kind of database."""
    yield from _app(database_url, tmp_path, compiled)


def _app(url: str, folder: Path, compiled: FileSystemBytecodeCache) -> Iterator[Flask]:
    app = create_app(Settings(instance=folder, database_url=url))
    app.testing = True
    app.jinja_env.bytecode_cache = compiled
    described.attach(app)
    yield app
    app.extensions["press"].close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser that nobody knows yet."""
    return app.test_client()


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A phone that nobody knows yet."""
    return Phone(app.test_client())


@pytest.fixture
def stranger(app: Flask) -> Phone:
    """Another phone, which owns another group."""
    other = Phone(app.test_client())
    other.found_group()
    return other


@pytest.fixture
def either_phone(either_app: Flask) -> Phone:
    """A phone, once with each kind of database behind it."""
    return Phone(either_app.test_client())


@pytest.fixture
def session(either_app: Flask) -> Iterator[Session]:
    """A session, once on each kind of database."""
    with either_app.app_context():
        yield db.session()
