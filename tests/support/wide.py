"""What shows the same again, in another theme or language, waits for the wide run."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_of(values: Iterable[Any], *, kept: int = 1) -> list[Any]:
    """All *values*, of which only the first ones are *kept* in a plain run."""
    every = list(values)
    rest = [pytest.param(value, marks=pytest.mark.wide) for value in every[kept:]]
    return [*every[:kept], *rest]
