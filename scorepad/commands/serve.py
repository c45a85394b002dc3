"""Serve the pad to phones and browsers.

Upgrades the database, prints the address for this computer and the one for phones on
the same network with a QR code, and serves until Ctrl-C.

Exit status: 2 with one sentence when it cannot begin. docs/settings.md lists all
settings.
"""

import argparse
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from flask import Flask

from scorepad.app import create_app
from scorepad.commands.addresses import (
    address_for_phones,
    keep_address,
    local_address,
    print_qr_code,
)
from scorepad.commands.backing_up import upgrade, upgrade_alone
from scorepad.commands.database_state import (
    DatabaseRefusedError,
    check_before_serving,
    place_of,
)
from scorepad.commands.jobs import run_jobs
from scorepad.commands.logs import begin_logging
from scorepad.commands.server import (
    StartRefusedError,
    create_server,
    port_of,
    serve,
    stop_signal,
)
from scorepad.commands.serving.holding import HoldRefusedError, hold_to_serve
from scorepad.pdf.errors import RenderError
from scorepad.services.groups.forgetting import forget_again
from scorepad.services.seasons.results import fill_in_results
from scorepad.services.upkeep.restored import renew_database_id
from scorepad.settings import SettingRefusedError, Settings, read_settings, secret_of
from scorepad.store import schema
from scorepad.store.db import db, empty_log
from scorepad.store.groups.forgotten import listed
from scorepad.store.upkeep.backups import SECRET, BackupRefusedError
from scorepad.store.upkeep.database_id import find_database_id
from scorepad.store.upkeep.faults import FAULTS, reason_of
from scorepad.web.printed.pdfs import renderer

log = logging.getLogger(__name__)

REFUSED = 2
RENDERER_AFTER_S = 2.0
CODES_END = "a new one ends open join codes; devices stay signed in."

REFUSALS = (
    SettingRefusedError,
    StartRefusedError,
    DatabaseRefusedError,
    HoldRefusedError,
    BackupRefusedError,
    schema.SchemaMismatchError,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the options; each goes before the variable of the same name."""
    parser.add_argument(
        "--host", help="address to listen on (SCOREPAD_HOST, 0.0.0.0: all of them)"
    )
    parser.add_argument("--port", help="port to listen on (SCOREPAD_PORT, 8000)")
    parser.add_argument(
        "--instance",
        help="folder for the database and the secret (SCOREPAD_INSTANCE, instance/)",
    )
    parser.add_argument(
        "--database-url",
        help="sqlite:///… or postgresql://… (SCOREPAD_DATABASE_URL)",
    )
    parser.add_argument(
        "--new",
        action="store_true",
        help="begin with an empty database where another one was lost",
    )


def run(args: argparse.Namespace) -> int:
    """Serve until SIGTERM or Ctrl-C; 2 and one sentence if that cannot begin."""
    os.umask(0o077)  # what people play and say of each other is nobody else's
    begin_logging()
    try:
        settings = read_settings(
            os.environ,
            host=args.host,
            port=args.port,
            instance=args.instance,
            database_url=args.database_url,
        )
        _upgrade_served(settings, is_new=args.new)
        with hold_to_serve(settings):
            _serve(settings, is_new=args.new)
    except REFUSALS as no:
        print(f"scorepad: {no}", file=sys.stderr)
        return REFUSED
    return 0


def _serve(settings: Settings, *, is_new: bool) -> None:
    app = _prepare(settings, is_new=is_new)
    server, stopping = create_server(app, settings), stop_signal()
    _announce(settings, port_of(server))
    _in_background(_fill_in, app)
    _in_background(run_jobs, app, stopping)
    _in_background(_warm_up_renderer, app, stopping)
    serve(server, stopping)
    with app.app_context():
        renderer().close()
        empty_log(db.engine)


def _warm_up_renderer(app: Flask, stopping: threading.Event) -> None:
    """Start the workers that print soon after the server: pages come first."""
    if stopping.wait(RENDERER_AFTER_S):
        return
    with app.app_context(), suppress(RenderError):  # the first sheet says what is wrong
        renderer().warm_up()


def _prepare(settings: Settings, *, is_new: bool) -> Flask:
    secret = settings.instance / SECRET
    if secret.exists():
        secret_of(settings)
    with _opening(settings):
        is_first = check_before_serving(settings, is_new=is_new)
        _tell(upgrade(settings))
        if is_first:
            print(f"A new, empty database was created in {place_of(settings)}")
        elif not settings.secret and not secret.exists():
            log.warning("%s was lost; %s", secret, CODES_END)
        app = create_app(settings)
        _greet_restored(app, settings)
    return app


def _upgrade_served(settings: Settings, *, is_new: bool) -> None:
    """Others may serve a PostgreSQL beside us; an embedded database is ours alone."""
    if settings.is_embedded:
        return
    with hold_to_serve(settings), _opening(settings):
        check_before_serving(settings, is_new=is_new)
        is_older = schema.needs_upgrade(settings.database_url)
    if is_older:
        with _opening(settings):
            _tell(upgrade_alone(settings))


def _tell(kept: Path | None) -> None:
    if kept:
        print(f"The database was upgraded; the one before is in {kept}")


@contextmanager
def _opening(settings: Settings) -> Iterator[None]:
    try:
        yield
    except FAULTS as error:
        raise StartRefusedError(
            f"The database cannot be opened ({reason_of(error)}); expected one that"
            f" this user can read and write ({settings.name_of('database_url')})."
        ) from None


def _greet_restored(app: Flask, settings: Settings) -> None:
    """Forget again who was forgotten since the backup, then give the database an id.

    Phones notice by it that revisions which they know count again. Whatever ends this
    before, the next start does it again.
    """
    with app.app_context():
        if find_database_id(db.engine) is None:
            forget_again(db.session(), listed(settings.instance))
            renew_database_id(db.session())


def _in_background(work: Callable[..., None], *about: object) -> None:
    threading.Thread(target=work, args=about, daemon=True).start()


def _fill_in(app: Flask) -> None:
    """Work out what an upgrade emptied; until then seasons lack those games."""
    with app.app_context(), suppress(*FAULTS):
        fill_in_results(db.session())


def _announce(settings: Settings, port: int) -> None:
    local, link = local_address(port), address_for_phones(settings, port)
    keep_address(settings, link or local)
    print(f"On this computer:  {local}/")
    if link:
        print(f"On phones in the same network:  {link}/\n")
        print_qr_code(f"{link}/")
    if settings.fingerprint:
        print(f"Fingerprint of its authority: {settings.fingerprint}")
    print("Stop with Ctrl-C.", flush=True)
