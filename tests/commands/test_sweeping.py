"""Tests of sweeping up seldom."""

import gc
from collections.abc import Iterator

import pytest

from scorepad.commands.serving.sweeping import SELDOM, sweep_seldom


@pytest.fixture
def collector() -> Iterator[None]:
    """Garbage collection as it was before."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector")
def test_what_is_loaded_is_never_looked_through_again() -> None:
    sweep_seldom()
    assert gc.get_freeze_count() > len(gc.get_objects())
    assert gc.get_threshold() == SELDOM
