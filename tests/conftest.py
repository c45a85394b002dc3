"""What all tests share: a database of each kind, the application, a phone."""

import gc
import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache
from sqlalchemy.orm import Session

from scorepad.app import create_app
from scorepad.db import schema
from scorepad.db.engine import db
from scorepad.pdf.jobs import Limits
from scorepad.pdf.renderer import Renderer
from scorepad.settings import CHECKOUT, Settings
from tests.support import api_description, postgresql
from tests.support.app_cache import hasten, use_known_rules
from tests.support.phone import Phone
from tests.support.postgresql_reset import Emptied

os.environ["SCOREPAD_LIMITS"] = "off"  # tests are many and quick
use_known_rules()
# A busy machine is no failure, and what one run misses the next one finds.
settings.register_profile("tests", deadline=None, database=None, max_examples=30)
settings.load_profile("tests")


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Collect garbage seldom, and not among all that was imported."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


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


@pytest.fixture(scope="session")
def emptied_postgresql(postgresql_folder: str) -> Emptied:
    """Databases at the newest schema, to be lent to one test after the other."""
    return Emptied(postgresql_folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A fresh database at the newest schema, once of each kind."""
    if request.param == "sqlite":
        yield _copy_of(request.getfixturevalue("migrated_sqlite"), tmp_path)
        return
    with request.getfixturevalue("emptied_postgresql").lent() as url:
        yield url


@pytest.fixture
def empty_postgresql(postgresql_folder: str) -> Iterator[str]:
    """A PostgreSQL without any table."""
    with postgresql.database(postgresql_folder) as url:
        yield url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def empty_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """A database without any table for all tests of a file, once of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('empty') / 'scorepad.sqlite3'}"
        return
    with postgresql.database(request.getfixturevalue("postgresql_folder")) as url:
        yield url


def _copy_of(migrated: Path, folder: Path) -> str:
    path = folder / "scorepad.sqlite3"
    shutil.copy(migrated, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> FileSystemBytecodeCache:
    """Templates compiled once for all tests: each of them has a new application."""
    base = tmp_path_factory.getbasetemp()
    is_of_several = "PYTEST_XDIST_WORKER" in os.environ
    folder = (base.parent if is_of_several else base) / "templates"
    folder.mkdir(exist_ok=True)
    return FileSystemBytecodeCache(str(folder))


@pytest.fixture(scope="session")
def warm_renderer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Renderer]:
    """One renderer for all tests that print: the first of them waits for its start."""
    renderer = Renderer(
        fonts=CHECKOUT / "static" / "fonts",
        styles=CHECKOUT / "templates" / "sheets",
        scratch=tmp_path_factory.mktemp("renderer"),
        workers=1,
        limits=Limits(seconds=60),  # other tests may keep the machine busy
    )
    yield renderer
    renderer.close()


@dataclass(frozen=True)
class Shared:
    """What the applications of all tests have in common."""

    compiled: FileSystemBytecodeCache
    renderer: Renderer


@pytest.fixture(scope="session")
def shared(compiled: FileSystemBytecodeCache, warm_renderer: Renderer) -> Shared:
    """What need not be made anew for every test."""
    return Shared(compiled, warm_renderer)


@pytest.fixture
def app(migrated_sqlite: Path, tmp_path: Path, shared: Shared) -> Iterator[Flask]:
    """The application over an embedded database of its own."""
    yield from _app(_copy_of(migrated_sqlite, tmp_path), tmp_path, shared)


@pytest.fixture
def either_app(database_url: str, tmp_path: Path, shared: Shared) -> Iterator[Flask]:
    """The application, once over each kind of database."""
    yield from _app(database_url, tmp_path, shared)


def _app(url: str, folder: Path, shared: Shared) -> Iterator[Flask]:
    app = create_app(Settings(instance=folder, database_url=url))
    app.testing = True
    app.jinja_env.bytecode_cache = shared.compiled
    app.extensions["renderer"].close()
    app.extensions["renderer"] = shared.renderer
    api_description.attach(app)
    with app.app_context():
        hasten(db.engine)
    yield app
    app.extensions["book_maker"].close()
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
