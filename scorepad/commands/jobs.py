"""Daily jobs: backup, erasing and tidying.

Each runs once a day, however many copies of the server share the database.
"""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple

from flask import Flask

from scorepad.commands.backing_up import back_up_if_due
from scorepad.commands.serving.keeping_tidy import erase_now, tidy_now
from scorepad.commands.serving.lasting import attempt
from scorepad.services.upkeep.job_runs import note_run
from scorepad.store.db import db
from scorepad.store.jobs import jobs_lock, ran_on

LOOK_EVERY_S: Final = 600


class Job(NamedTuple):
    """Something to do once a day, not before the server has run for *after* seconds.

    *work* tells whether it is done for today; if not, it is tried again soon.
    """

    name: str
    work: Callable[[], bool]
    after: int = 0


def jobs_of(app: Flask) -> tuple[Job, ...]:
    """All jobs. The last two wait: people come first, and the clock is set by then."""
    settings = app.config["SETTINGS"]

    def now() -> datetime:
        return datetime.now(UTC)

    return (
        Job("backup", lambda: back_up_if_due(settings)),
        Job("erasing", lambda: erase_now(app, now()), after=3600),
        Job("tidying", lambda: tidy_now(app, now()), after=3600),
    )


def run_jobs(app: Flask, ended: threading.Event) -> None:
    """Run each job once a day until *ended* is set."""
    jobs, began = jobs_of(app), time.monotonic()
    while not ended.is_set():
        up = time.monotonic() - began
        due = [job for job in jobs if up >= job.after]
        attempt("the daily jobs", partial(run_due, app, due))
        ended.wait(LOOK_EVERY_S)


def run_due(app: Flask, jobs: Sequence[Job]) -> None:
    """Run those jobs that did not run today, unless another copy is at it."""
    with jobs_lock(app.config["SETTINGS"].database_url) as is_ours:
        for job in jobs if is_ours else ():
            attempt(job.name, partial(_run_if_due, app, job))


def _run_if_due(app: Flask, job: Job) -> None:
    today = datetime.now(UTC).date()
    with app.app_context():
        has_run = ran_on(db.session(), job.name) == today
    if not has_run and job.work():
        with app.app_context():
            note_run(db.session(), job.name, today)
