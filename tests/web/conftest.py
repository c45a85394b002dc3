"""What tests of pages share: a renderer with fonts already read; which databases."""

from datetime import timedelta
from pathlib import Path

import pytest

from scorepad.db.engine import db
from scorepad.services import games
from scorepad.services.rate_limits import UNPACED
from tests.web.addresses import QuickRenderer

pytest.register_assert_rewrite("tests.web.beside_paper")


@pytest.fixture
def renderer(app, warm_renderer):
    """A renderer that is ready, in the place of whatever this application has."""
    warm_renderer.warm_up()
    own = app.extensions["renderer"]
    app.extensions["renderer"] = warm_renderer
    yield warm_renderer
    app.extensions["renderer"] = own


@pytest.fixture
def quick_renderer(app, monkeypatch):
    """Paper costs no time where only what is around it is looked at."""
    monkeypatch.setitem(app.extensions, "renderer", QuickRenderer())


@pytest.hookimpl(tryfirst=True)  # before anything is chosen by its marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pages meet PostgreSQL in the wide run; store and services always do."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and "postgresql" in item.name:
            item.add_marker(pytest.mark.wide)


@pytest.fixture
def any_evening(monkeypatch):
    """Evenings of long ago are believed: tests name days, and days go by."""
    monkeypatch.setattr(games, "SANE", timedelta(days=36_500))


@pytest.fixture
def paced(either_app):
    """The application with the limits that other tests are too quick for."""
    with either_app.app_context():
        db.engine.update_execution_options(**{UNPACED: False})
    return either_app


@pytest.fixture
def host(either_phone):
    """The phone of an owner."""
    either_phone.found_group()
    return either_phone
