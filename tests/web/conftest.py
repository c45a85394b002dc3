"""What tests of pages that print share: a press with fonts already read."""

from pathlib import Path

import pytest

from scorepad.sheets.press import Press
from scorepad.sheets.printing import Allowance
from tests.repo.source import ROOT


@pytest.fixture(scope="session")
def warm_press(tmp_path_factory):
    """One press for all tests here: fonts are read once."""
    press = Press(
        fonts=ROOT / "static" / "fonts",
        styles=ROOT / "templates" / "sheets",
        scratch=tmp_path_factory.mktemp("scratch"),
        at_once=1,
        allowance=Allowance(seconds=60),  # other tests may keep the machine busy
    )
    press.warm_up()
    yield press
    press.close()


@pytest.fixture
def press(app, warm_press):
    own = app.extensions["press"]
    app.extensions["press"] = warm_press
    yield warm_press
    app.extensions["press"] = own


@pytest.hookimpl(tryfirst=True)  # before anything is chosen by its marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Pages meet PostgreSQL in the wide run; store and services always do."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and "postgresql" in item.name:
            item.add_marker(pytest.mark.wide)
