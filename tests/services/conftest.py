"""Lets the naive count of the figures say what differs."""

import pytest

pytest.register_assert_rewrite("tests.services.recounting")
