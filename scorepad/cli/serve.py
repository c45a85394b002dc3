"""``scorepad serve``: serve, log lines of JSON, and run the daily jobs once a day."""

import json
import logging
import os
import sqlite3
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import partial
from typing import Final

import click
from flask import Flask
from sqlalchemy.exc import DBAPIError

from scorepad.app import create_app
from scorepad.cli import backups, database, server
from scorepad.db import faults, schema
from scorepad.db.backups import DAMAGE, SECRET, listed
from scorepad.db.engine import db, empty_log, write_transaction
from scorepad.db.tables import JobRun
from scorepad.pdf import worker
from scorepad.services import personal_data, results
from scorepad.services.jobs import erase, jobs_lock, tidy
from scorepad.settings import Settings, read_settings, secret_of
from scorepad.web.printing import pdf_cache, renderer

log: Final = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 600
LATER_S = 2.0  # seconds until the server starts what no page waits for


class OneLine(logging.Formatter):
    """Formats an event as one line of JSON, whatever text it contains."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger and message, with the traceback of an error."""
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "by": record.name,
            "said": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1]:
            said["traceback"] = _summary_of(record.exc_info[1])
        return json.dumps(said, ensure_ascii=True)


def _summary_of(error: BaseException) -> str:
    """Return traceback and message, without row values in a database's message."""
    before = error.__cause__ or error.__context__
    earlier = f"{_summary_of(before)}\n" if before else ""
    where = "".join(traceback.format_tb(error.__traceback__))
    what = str(error)
    if isinstance(error, DBAPIError):
        what = f"{type(error.orig).__name__} in {error.statement}"
    elif isinstance(error, sqlite3.Error):
        what = getattr(error, "sqlite_errorname", "")
    elif hasattr(error, "sqlstate"):
        rule = getattr(getattr(error, "diag", None), "constraint_name", None)
        what = f"{error.sqlstate} {rule or ''}".strip()
    return f"{earlier}{where}{type(error).__name__}: {what}"


def begin_logging() -> None:
    """Log warnings and errors in this format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    threading.excepthook = lambda ended: logging.getLogger("threading").error(
        "a thread ended", exc_info=ended.exc_value
    )
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # One line for every request that waits would be most of a busy evening's log.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def run_jobs(app: Flask, ended: threading.Event) -> None:
    """Run each job once a day until *ended* is set."""
    jobs = {
        "backup": lambda: backups.back_up_if_due(app.config["SETTINGS"]),
        "erasing": lambda: erase_now(app, datetime.now(UTC)),
        "tidying": lambda: tidy_now(app),
    }
    while not ended.is_set():
        with _faults_logged("the daily jobs"):
            run_due(app, jobs)
        ended.wait(LOOK_EVERY_S)


def run_due(app: Flask, jobs: Mapping[str, Callable[[], bool]]) -> None:
    """Run the jobs not done today, until true, unless another copy runs jobs now."""
    with jobs_lock(app.config["SETTINGS"].database_url) as is_ours:
        for name, work in jobs.items() if is_ours else ():
            with _faults_logged(name):
                today = datetime.now(UTC).date()
                with app.app_context():
                    run = db.session.get(JobRun, name)
                if (run is None or run.ran_on != today) and work():
                    with app.app_context(), write_transaction(db.session()):
                        db.session.merge(JobRun(name=name, ran_on=today))


@contextmanager
def _faults_logged(what: str) -> Iterator[None]:
    # Without its message, which may contain stored data.
    try:
        yield
    except (*faults.FAULTS, OSError) as fault:
        log.warning("%s did not work: %s", what, type(fault).__name__)
    except Exception as error:
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s did not work: %s\n%s", what, type(error).__name__, where)  # noqa: TRY400 - exception() would log the message


def erase_now(app: Flask, at: datetime) -> bool:
    """Erase what is due, log the numbers, and return whether it was done."""
    # The repair of a damaged database may need the history.
    if (app.config["SETTINGS"].instance / DAMAGE).exists():
        return False
    with app.app_context():
        gone = erase(db.session(), at)
        if any(gone.values()):
            pdf_cache().clear()  # sheets contain whole games with names
    for table, what in (("game", "games"), ("group_", "groups")):
        if gone[table]:
            log.warning("%s erased that were deleted long ago: %d", what, gone[table])
    return True


def tidy_now(app: Flask) -> bool:
    """Run the tidying job, log deleted groups, and return true."""
    with app.app_context():
        if gone := tidy(db.session(), datetime.now(UTC)):
            log.warning("groups deleted after two years without a visit: %d", gone)
    return True


NEW = "Begin with an empty database after another one was lost."
HOST = "Address to listen on.  [SCOREPAD_HOST; default: 0.0.0.0, all]"


@click.command("serve")
@click.option("--host", help=HOST)
@click.option("--port", help="Port to listen on.  [SCOREPAD_PORT; default: 8000]")
@database.options
@click.option("--new", "is_new", is_flag=True, help=NEW)
@database.one_sentence()
def serve(*, is_new: bool, **how: str | None) -> None:
    """Serve Scorepad to phones and browsers.

    Upgrades the database, prints the address for this computer and the one for phones
    in the same network with a QR code, and serves until Ctrl-C. An option overrides the
    variable of the same name; docs/settings.md lists all settings.

    Exit status: 2 with one sentence if it cannot start.
    """
    os.umask(0o077)  # group data is private to this user
    begin_logging()
    settings = read_settings(**how)
    if not settings.is_embedded and backups.find_version(settings):
        # Alone, before it is shared with other copies.
        database.upgrade(settings, is_alone=False)
    with database.lock_database(settings, to_serve=True):
        secret = settings.instance / SECRET
        if secret.exists():
            secret_of(settings)
        is_first = backups.check_before_serving(settings, is_new=is_new)
        database.upgrade(settings)
        if is_first:
            print(f"A new, empty database was created in {backups.place_of(settings)}")
        elif not settings.secret and not secret.exists():
            ends = "a new one ends open join codes; devices stay signed in."
            log.warning("%s was lost; %s", secret, ends)
        app = create_app(settings)
        # After a restore, anonymize again and let phones notice by another id.
        with app.app_context():
            if schema.find_database_id(db.engine) is None:
                personal_data.anonymize_again(db.session(), listed(settings.instance))
        _serve(app, settings)


def _serve(app: Flask, settings: Settings) -> None:
    listening, stopping = server.create_server(app, settings), server.stop_signal()
    local = f"http://localhost:{listening.effective_port}"
    link = server.address_for_phones(settings, listening.effective_port)
    server.keep_address(settings, link or local)
    print(f"On this computer:  {local}/")
    if link:
        server.print_link(f"{link}/", "On phones in the same network:  ")
    if settings.fingerprint:
        print(f"Fingerprint of its authority: {settings.fingerprint}")
    print("Stop with Ctrl-C.", flush=True)

    def begin_later(work: Callable[[Flask], None]) -> None:
        if not stopping.wait(LATER_S):
            work(app)

    for work in (_warm_up, partial(run_jobs, ended=stopping)):
        threading.Thread(target=begin_later, args=(work,), daemon=True).start()
    server.serve_until(listening, stopping)
    app.extensions["book_maker"].close()
    with app.app_context():
        renderer().close()
        empty_log(db.engine)


def _warm_up(app: Flask) -> None:
    with app.app_context(), suppress(*faults.FAULTS):
        results.rebuild_results(db.session(), only_missing=True)
    # The first sheet reports any other error.
    with app.app_context(), suppress(worker.RenderError):
        try:
            renderer().run(worker.ready)
        except worker.LibrariesMissing as missing:
            log.warning("%s", missing)
