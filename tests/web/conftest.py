"""Fixtures of the pages' tests: a renderer with its fonts loaded, and the databases."""

from datetime import timedelta

import pytest

from scorepad.app import create_app
from scorepad.db.engine import db
from scorepad.pdf.worker import ready
from scorepad.services import games
from scorepad.services.rate_limits import UNLIMITED
from scorepad.settings import Settings
from tests.web.addresses import QuickRenderer


@pytest.fixture
def renderer(warm_renderer):
    """Return the renderer of all applications, with its fonts loaded."""
    warm_renderer.run(ready)
    return warm_renderer


@pytest.fixture
def quick_renderer(app, monkeypatch):
    monkeypatch.setitem(app.extensions, "renderer", QuickRenderer())


@pytest.fixture
def any_evening(monkeypatch):
    """Accept dates of games long ago: tests have fixed dates."""
    monkeypatch.setattr(games, "SANE", timedelta(days=36_500))


@pytest.fixture
def paced(either_app):
    """Switch on the rate limits, which are off for other tests."""
    with either_app.app_context():
        db.engine.update_execution_options(**{UNLIMITED: False})
    return either_app


@pytest.fixture
def with_settings(app):
    made, own = [], app.config["SETTINGS"]

    def browser(**settings):
        found = Settings(
            instance=own.instance, database_url=own.database_url, **settings
        )
        made.append(create_app(found))
        return made[-1].test_client()

    yield browser
    for each in made:
        each.extensions["renderer"].close()
        with each.app_context():
            db.engine.dispose()


@pytest.fixture
def host(phone):
    phone.create_group()
    return phone
