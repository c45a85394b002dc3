"""A clock that is ahead, and clients that have to wait."""

from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

from tests.support.phone import Phone

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def found_another(app, address="203.0.113.7"):
    phone = Phone(app.test_client())
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone, phone.found_group()


@contextmanager
def later(module, by):
    with patch.object(module, "datetime") as clock:
        clock.now.return_value = datetime.now(UTC) + by
        yield


def wait_in(answer):
    assert answer.status_code == 429
    return int(answer.headers["Retry-After"])
