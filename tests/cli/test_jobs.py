"""Daily jobs run once a day, on one copy of the server."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import OperationalError

from scorepad.cli import serve
from scorepad.cli.serve import run_due
from scorepad.services.jobs import jobs_lock

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.fixture
def clock(monkeypatch):
    clock = SimpleNamespace(at=NOON)
    monkeypatch.setattr(serve, "datetime", SimpleNamespace(now=lambda _zone: clock.at))
    return clock


class Work:
    """A job that fails as often as it is told to."""

    def __init__(self, *fails):
        self.fails = [*fails]
        self.times = 0

    def __call__(self):
        self.times += 1
        if self.fails and isinstance(fail := self.fails.pop(0), Exception):
            raise fail
        return not self.fails


def test_a_job_runs_once_a_day_on_one_copy_of_the_server(either_app, clock):
    job = Work()
    url = either_app.config["SETTINGS"].database_url
    with jobs_lock(url) as is_ours:
        assert is_ours
        run_due(either_app, {"tidying": job})
        assert job.times == url.startswith("sqlite")
    for _ in range(3):
        run_due(either_app, {"tidying": job})
    assert job.times == 1

    clock.at += DAY
    run_due(either_app, {"tidying": job})
    assert job.times == 2


def test_a_job_that_fails_is_tried_again_and_stops_no_other(app, clock, caplog):
    fault = OperationalError("", {}, Exception("Kevin is not there"))
    failing, other = Work(fault, None), Work()
    for _ in range(4):
        run_due(app, {"backup": failing, "tidying": other})

    assert (failing.times, other.times) == (2, 1)
    assert "backup did not work: OperationalError" in caplog.text
    assert "Kevin" not in caplog.text
