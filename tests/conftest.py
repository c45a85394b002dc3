"""Fixtures for all tests: databases of each kind, the application, phones."""

import gc
import os
import shutil

import pytest
from flask import Flask
from hypothesis import settings
from jinja2 import FileSystemBytecodeCache

from scorepad.app import create_app
from scorepad.cli import main
from scorepad.db import schema
from scorepad.db.engine import db
from scorepad.pdf.renderer import Renderer
from scorepad.pdf.worker import Limits
from scorepad.settings import Settings
from tests.faults.lives import lives
from tests.support import api_description, postgresql
from tests.support.app_cache import hasten, use_known_rules
from tests.support.phone import Phone

gc.disable()  # until all tests are collected
os.environ["SCOREPAD_LIMITS"] = "off"  # tests send more requests than people
use_known_rules()
# no deadline: the machine may be busy
settings.register_profile("tests", deadline=None, database=None, max_examples=30)
settings.load_profile("tests")


@pytest.hookimpl(tryfirst=True)  # before anything is chosen by its marks
def pytest_collection_modifyitems(items):
    """Run pages and services on PostgreSQL only in the wide run; others always."""
    for item in items:
        if item.path.parent.name in {"web", "services"} and "postgresql" in item.name:
            item.add_marker(pytest.mark.wide)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish():
    """Collect garbage rarely, and skip everything that is already imported."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 10, 10)


@pytest.fixture
def refused(capsys):
    """Return a function that runs a command; it returns the sentence of its refusal."""

    def refused(*words):
        assert main([*map(str, words)]) == 2, words
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1), said
        return said.err

    return refused


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory):
    """Return an empty database with the newest schema, to be copied."""
    path = tmp_path_factory.mktemp("migrated") / "scorepad.sqlite3"
    schema.upgrade(f"sqlite:///{path}")
    return path


@pytest.fixture(scope="session")
def postgresql_folder():
    """Run a PostgreSQL with a migrated database named ``migrated``."""
    with postgresql.server() as folder:
        postgresql.run(folder, "CREATE DATABASE migrated")
        schema.upgrade(postgresql.url(folder, "migrated"))
        yield folder


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request, tmp_path):
    if request.param == "sqlite":
        yield _copy_of(request.getfixturevalue("migrated_sqlite"), tmp_path)
        return
    folder = request.getfixturevalue("postgresql_folder")
    # Copying files is cheaper than writing every page to the log.
    with postgresql.database(folder, "TEMPLATE migrated STRATEGY FILE_COPY") as url:
        yield url


@pytest.fixture
def empty_postgresql(postgresql_folder):
    with postgresql.database(postgresql_folder) as url:
        yield url


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def empty_database(request, tmp_path_factory):
    """Yield a database without tables for all tests of a file, of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('empty') / 'scorepad.sqlite3'}"
        return
    with postgresql.database(request.getfixturevalue("postgresql_folder")) as url:
        yield url


def _copy_of(migrated, folder):
    path = folder / "scorepad.sqlite3"
    shutil.copy(migrated, path)
    return f"sqlite:///{path}"


@pytest.fixture(scope="session", autouse=True)
def share_compiled_templates(tmp_path_factory):
    """Let all applications share one cache, from their creation on."""
    base = tmp_path_factory.getbasetemp()
    is_of_several = "PYTEST_XDIST_WORKER" in os.environ
    folder = (base.parent if is_of_several else base) / "templates"
    folder.mkdir(exist_ok=True)
    Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(str(folder))}


@pytest.fixture(scope="session")
def warm_renderer(tmp_path_factory):
    """Yield one renderer for all tests that print, since its start is slow."""
    renderer = Renderer(
        tmp_path_factory.mktemp("renderer"),
        workers=1,
        limits=Limits(seconds=60, megabytes=1024),  # for what all tests print in turn
    )
    yield renderer
    renderer.close()


@pytest.fixture(scope="session")
def running_server(tmp_path_factory):
    """Run one server process for all tests that leave it as it is."""
    with lives(tmp_path_factory.mktemp("running")) as living:
        yield living.server


@pytest.fixture
def app(migrated_sqlite, tmp_path, warm_renderer):
    yield from _app(_copy_of(migrated_sqlite, tmp_path), tmp_path, warm_renderer)


@pytest.fixture
def either_app(database_url, tmp_path, warm_renderer):
    yield from _app(database_url, tmp_path, warm_renderer)


def _app(url, folder, renderer):
    app = create_app(Settings(instance=folder, database_url=url))
    app.testing = True
    app.extensions["renderer"].close()
    app.extensions["renderer"] = renderer
    api_description.attach(app)
    with app.app_context():
        hasten(db.engine)
    yield app
    app.extensions["book_maker"].close()
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture
def phone(app):
    return Phone(app.test_client())


@pytest.fixture
def stranger(app):
    other = Phone(app.test_client())
    other.create_group()
    return other


@pytest.fixture
def either_phone(either_app):
    return Phone(either_app.test_client())


@pytest.fixture
def session(either_app):
    with either_app.app_context():
        yield db.session()
