"""Fixtures of the services' tests."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from scorepad.db.history import Reader, Writer
from scorepad.services import groups
from scorepad.services.requests import GameAddress

pytest.register_assert_rewrite("tests.services.recounting")

NOW = datetime(2026, 11, 21, 20, 14, tzinfo=UTC)


@pytest.fixture
def home(session):
    founding = groups.Founding(uuid4(), "c" * 43, "Europe/Berlin", "de")
    founded = groups.found_group(Reader(session, None, NOW), founding)
    return GameAddress(founding.uuid, uuid4()), Writer(session, founded.device_id, NOW)
