"""Fill a group with a season of simulated games, to see what Scorepad looks like.

    scorepad demo
    scorepad demo --games 200 --players Ute Kevin Anna Tom --seed 7

Bids and tricks are made up, but true to the rules; the same seed makes the same games.
Prints an address with which a browser comes into the group while Scorepad serves.
Whoever has that address may change everything in the group.
"""

import argparse
import os
import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import chain, islice
from typing import Final
from uuid import UUID, uuid4

from flask import Flask
from sqlalchemy.orm import Session

from scorepad.app import create_app
from scorepad.commands.addresses import known_address, print_link
from scorepad.commands.backing_up import upgrade, upgrade_alone
from scorepad.commands.database_options import add_database_options
from scorepad.commands.database_state import DatabaseRefusedError, check_before_serving
from scorepad.commands.printing import refuse
from scorepad.commands.progress import Progress
from scorepad.commands.serving.holding import HoldRefusedError
from scorepad.commands.simulation import SimulatedGame, simulated_season
from scorepad.rules.names import LONGEST, NameRefused, clean_name, name_key
from scorepad.rules.wizard.schedule import SEATS_ALLOWED
from scorepad.services.entering import SheetEntry
from scorepad.services.exchange.importing import record_sheets
from scorepad.services.groups.holding import known_device
from scorepad.services.groups.hosting import (
    Claim,
    Founding,
    enter_group,
    found_group,
)
from scorepad.services.refusing import ChangedElsewhereError, NotThereError
from scorepad.services.seasons.arranging import SeasonEntry, change_season, rename_group
from scorepad.services.seasons.results import measure_tables
from scorepad.settings import SettingRefusedError, Settings, read_settings
from scorepad.store import schema
from scorepad.store.db import db
from scorepad.store.play.history import Stamp
from scorepad.store.upkeep.backups import BackupRefusedError
from scorepad.store.upkeep.faults import FAULTS, reason_of

PLAYERS: Final = ("Ute", "Kevin", "王小明", "Thomas-Alexander", "Zoë")
MOST_GAMES: Final = 20_000
AT_ONCE: Final = 100
TIME_ZONE: Final = "Europe/Berlin"


class DemoRefusedError(Exception):
    """The demo cannot be made; the message is one sentence."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take how much to simulate, for whom, and where."""
    parser.add_argument("--games", type=_games, default=40, help="how many (40)")
    parser.add_argument(
        "--players",
        nargs="+",
        default=PLAYERS,
        metavar="NAME",
        help=f"{SEATS_ALLOWED[0]} to {SEATS_ALLOWED[-1]} names ({', '.join(PLAYERS)})",
    )
    parser.add_argument("--seed", type=int, default=1, help="another one, other games")
    parser.add_argument(
        "--until",
        type=_day,
        metavar="DATE",
        help="the last evening, like 2026-11-21 (today)",
    )
    parser.add_argument(
        "--name", default="Friday Wizards", help="name of the group (Friday Wizards)"
    )
    parser.add_argument(
        "--group", type=UUID, help="id of the group (a new one); needs its --claim"
    )
    parser.add_argument(
        "--claim", help="the secret of the group, 43 letters and digits (a new one)"
    )
    add_database_options(parser)
    parser.add_argument("--port", help="port that 'scorepad serve' will listen on")


def _games(text: str) -> int:
    number = int(text)
    if not 1 <= number <= MOST_GAMES:
        raise argparse.ArgumentTypeError(f"expected 1 to {MOST_GAMES}")
    return number


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError("expected a day like 2026-11-21") from None


def run(args: argparse.Namespace) -> int:
    """Simulate, store, and print the way in."""
    try:
        settings = read_settings(
            os.environ,
            instance=args.instance,
            database_url=args.database_url,
            port=args.port,
        )
        founding = _founding(args)
        players = _checked(args.players)
        with _opened(settings).app_context():
            count = _fill(db.session(), founding, players, args)
            measure_tables(db.session())
            db.engine.dispose()
    except (
        SettingRefusedError,
        DemoRefusedError,
        schema.SchemaMismatchError,
    ) as refused:
        return refuse("demo", str(refused))
    print(f"{count} games of {', '.join(players)} are there. While Scorepad serves,")
    print("open this address in a browser to see their season:")
    address = known_address(settings)
    print_link(f"{address}/g/{founding.uuid}/enter#{founding.claim}")
    return 0


def _founding(args: argparse.Namespace) -> Founding:
    if args.group is not None and args.claim is None:
        raise DemoRefusedError("A group named by its id is opened with its --claim.")
    claim = args.claim or secrets.token_urlsafe(32)
    if not re.fullmatch(r"[A-Za-z0-9_-]{43}", claim, re.ASCII):
        raise DemoRefusedError(
            "This --claim cannot be one; expected 43 of A-Z a-z 0-9 _ and -."
        )
    return Founding(args.group or uuid4(), claim, TIME_ZONE, "en")


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except NameRefused:
        raise DemoRefusedError(
            f"{text!r} is no name; expected 1 to {LONGEST} letters on one line."
        ) from None


def _checked(players: list[str]) -> tuple[str, ...]:
    names = tuple(map(_name, players))
    if len({name_key(name) for name in names}) < len(names):
        raise DemoRefusedError("Two players have the same name; expected each once.")
    if len(names) not in SEATS_ALLOWED:
        raise DemoRefusedError(
            f"{len(names)} names; expected {SEATS_ALLOWED[0]} to {SEATS_ALLOWED[-1]}."
        )
    return names


def _opened(settings: Settings) -> Flask:
    try:
        check_before_serving(settings, is_new=False)
        settings.instance.mkdir(parents=True, exist_ok=True)
        upgrade_alone(settings)
        upgrade(settings)
        return create_app(replace(settings, limits=False))
    except (BackupRefusedError, DatabaseRefusedError, HoldRefusedError) as refused:
        raise DemoRefusedError(str(refused)) from None
    except (OSError, *FAULTS) as error:
        raise DemoRefusedError(
            f"The database cannot be opened ({reason_of(error)}); expected one that"
            f" this user can read and write ({settings.name_of('database_url')})."
        ) from None


def _fill(
    session: Session,
    founding: Founding,
    players: tuple[str, ...],
    args: argparse.Namespace,
) -> int:
    now = datetime.now(UTC)
    season = simulated_season(
        players,
        games=args.games,
        seed=args.seed,
        until=args.until or now.date(),
        within=founding.uuid,
    )
    stamp, is_new = _founded(session, founding, now)
    first = next(season)
    if is_new:
        begins = first.game.played_on or now.date()
        rename_group(session, stamp, founding.uuid, args.name)
        change_season(session, stamp, founding.uuid, 1, SeasonEntry("", begins, None))
    games, done = chain([first], season), 0
    progress = Progress("games written")
    while some := tuple(islice(games, AT_ONCE)):
        _record(session, stamp, founding.uuid, some)
        done += len(some)
        progress.show(done, args.games)
    progress.end()
    return done


def _founded(session: Session, founding: Founding, now: datetime) -> tuple[Stamp, bool]:
    """The group, found or made, and a device in it to write with."""
    try:
        token, is_new = _way_in(session, founding, now)
    except NotThereError:
        raise DemoRefusedError("This --claim is not that of the group.") from None
    device_id = known_device(session, token)
    if device_id is None:
        raise DemoRefusedError("The group could not be opened; please try again.")
    return Stamp(device_id, now), is_new


def _way_in(session: Session, founding: Founding, now: datetime) -> tuple[str, bool]:
    # Founding again would take its browser the token, so the door is tried first.
    try:
        token = enter_group(session, None, now, Claim(founding.uuid, founding.claim))
    except NotThereError:
        founded = found_group(session, None, now, founding)
        return founded.token, founded.is_new
    return token or "", False


def _record(
    session: Session, stamp: Stamp, group: UUID, games: Sequence[SimulatedGame]
) -> None:
    sheets = [
        (each.id_, SheetEntry(each.game, None, each.finished, each.counts))
        for each in games
    ]
    try:
        record_sheets(session, stamp, group, sheets)
    except ChangedElsewhereError:
        raise DemoRefusedError(
            "The group has the games of this --seed already; choose another one."
        ) from None
