"""Daily jobs: backup, erasing and tidying.

Each runs once a day, however many copies of the server share the database.
"""

import logging
import threading
import time
import traceback
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Final, NamedTuple, TypeVar

from flask import Flask

from scorepad.cli.backups import back_up_if_due
from scorepad.db.backups import DAMAGE
from scorepad.db.engine import db
from scorepad.db.faults import FAULTS
from scorepad.services.jobs import erase, jobs_lock, note_run, ran_on, tidy
from scorepad.web.pdfs import pdf_cache

LOOK_EVERY_S: Final = 600

T = TypeVar("T")

log: Final = logging.getLogger(__name__)


class Job(NamedTuple):
    """A daily job that starts after the server has run for *after* seconds.

    *work* returns whether it is done for today; if not, it is retried soon.
    """

    name: str
    work: Callable[[], bool]
    after: int = 0


def jobs_of(app: Flask) -> tuple[Job, ...]:
    """Return all jobs; the last two wait, because requests go first."""
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
    """Run the jobs that did not run today, unless another copy runs jobs now."""
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


def attempt(what: str, work: Callable[[], T]) -> T | None:
    """Run *work*; log an exception without its message and return ``None``.

    The message may contain stored data.
    """
    try:
        return work()
    except Exception as error:
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s did not work: %s\n%s", what, type(error).__name__, where)  # noqa: TRY400 - exception() would log the message
        return None


def erase_now(app: Flask, at: datetime) -> bool:
    """Erase what is due and log the numbers; return whether that succeeded.

    Nothing is erased from a damaged database, whose repair may need the history.
    """
    if (app.config["SETTINGS"].instance / DAMAGE).exists():
        return False
    try:
        with app.app_context():
            gone = erase(db.session(), at)
            if any(gone.values()):
                pdf_cache().clear()  # sheets contain whole games with names
    except FAULTS as fault:
        log.warning("nothing could be erased: %s", type(fault).__name__)
        return False  # retried soon
    if games := gone["game"]:
        log.warning("games erased that were deleted long ago: %d", games)
    if gone["group_"]:
        log.warning("groups erased that were deleted long ago: %d", gone["group_"])
    return True


def tidy_now(app: Flask, at: datetime) -> bool:
    """Run the tidying job and log deleted groups; return whether that succeeded."""
    try:
        with app.app_context():
            gone = tidy(db.session(), at)
    except (*FAULTS, OSError) as fault:
        log.warning("nothing could be tidied: %s", type(fault).__name__)
        return False  # retried soon
    if gone:
        log.warning("groups deleted that nobody opened for two years: %d", gone)
    return True
