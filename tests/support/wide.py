"""Marks tests that only repeat others, as in another language, for the wide run."""

import pytest


def first_of(values, *, kept=1):
    """Return all *values*, of which a plain run uses only the first *kept*."""
    every = list(values)
    rest = [pytest.param(value, marks=pytest.mark.wide) for value in every[kept:]]
    return [*every[:kept], *rest]
