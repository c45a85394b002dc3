"""The same tests in Safari's engine and, in the wide run, in Firefox."""

import pytest

from tests.browser.engines import driver
from tests.support.wide import first_of

ENGINES = {"webkit": driver.webkit, "firefox": driver.firefox}


@pytest.fixture(scope="session", params=first_of(ENGINES))
def engine(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    with ENGINES[request.param](folder) as browser:
        yield browser


@pytest.fixture
def phone(engine, server):
    """A browser that nobody knows: the address is new, the cookies are gone."""
    engine.goto(f"{server}/health")
    engine.ask("forget")
    yield engine
    engine.goto("about:blank")
