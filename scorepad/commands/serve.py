"""Serve the pad to phones and browsers.

Upgrades the database, prints the address for this computer and the one for phones on
the same network with a QR code, and serves until Ctrl-C.

Exit status: 2 with one sentence when it cannot begin. docs/settings.md lists all
settings.
"""

import argparse
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
from scorepad.services.groups.forgetting import forget_again
from scorepad.services.upkeep.beginning_anew import begin_era
from scorepad.services.upkeep.rebuilding import fill_in
from scorepad.settings import SettingRefusedError, Settings, read_settings, secret_of
from scorepad.store import schema
from scorepad.store.db import db
from scorepad.store.groups.forgotten import listed, note_gone_through, was_put_back
from scorepad.store.upkeep.backups import BackupRefusedError
from scorepad.store.upkeep.dumps import first_complaint, left_aside
from scorepad.store.upkeep.faults import FAULTS, reason_of

REFUSED = 2

REFUSALS = (
    SettingRefusedError,
    StartRefusedError,
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
        _upgrade_served(settings)
        with hold_to_serve(settings):
            _serve(settings)
    except REFUSALS as no:
        print(f"scorepad: {no}", file=sys.stderr)
        return REFUSED
    return 0


def _serve(settings: Settings) -> None:
    app = _prepare(settings)
    server, stopping = create_server(app, settings), stop_signal()
    _announce(settings, port_of(server))
    _in_background(_fill_in, app)
    _in_background(run_jobs, app, stopping)
    serve(server, stopping)


def _prepare(settings: Settings) -> Flask:
    secret_of(settings)
    _check_is_whole(settings.database_url)
    with _opening(settings):
        _tell(upgrade(settings))
        app = create_app(settings)
        if was_put_back(settings.instance):
            _begin_anew(app, settings)
    return app


def _upgrade_served(settings: Settings) -> None:
    """Others may serve a PostgreSQL beside us; an embedded database is ours alone."""
    if settings.is_embedded:
        return
    with hold_to_serve(settings), _opening(settings):
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


def _check_is_whole(url: str) -> None:
    if aside := left_aside(url):
        raise StartRefusedError(
            f"There is no database, only a damaged one that was set aside ({aside});"
            " put a backup back: 'scorepad restore FILE' (docs/backups.md), or move"
            " it away to begin anew."
        )
    if complaint := first_complaint(url):
        raise StartRefusedError(
            f"The database is damaged ({complaint}); put a backup back:"
            " 'scorepad restore FILE --replace' (docs/backups.md)."
        )


def _begin_anew(app: Flask, settings: Settings) -> None:
    """A backup that was put back counts revisions that phones have seen go on.

    And it still knew who has been forgotten since.
    """
    with app.app_context():
        begin_era(db.session())
        forget_again(db.session(), listed(settings.instance))
    note_gone_through(settings.instance)


def _in_background(work: Callable[..., None], *about: object) -> None:
    threading.Thread(target=work, args=about, daemon=True).start()


def _fill_in(app: Flask) -> None:
    """Work out what an upgrade emptied; until then every page does so for itself."""
    with app.app_context(), suppress(*FAULTS):
        fill_in(db.session())


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
