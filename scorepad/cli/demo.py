"""``scorepad demo``: fill a group with a season of simulated games."""

import secrets
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Final
from uuid import uuid4

import click

from scorepad.cli import CommandError, database, server
from scorepad.db.engine import db
from scorepad.db.history import Reader, Writer
from scorepad.games.names import LONGEST, NameRefused, clean_name, name_key
from scorepad.games.wizard import schedule
from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.schedule import CLASSIC_DECK, SEATS_ALLOWED, Schedule, Trump
from scorepad.games.wizard.tricks import FOUR_SUITS
from scorepad.services import groups, results, seasons, sheet_entry
from scorepad.services.requests import SheetEntry
from scorepad.settings import read_settings

MANY_GAMES: Final = 1000  # from here on, evenings are daily instead of weekly

PLAYED: Final = (*[Schedule.STANDARD] * 3, Schedule.QUICK, Schedule.HALF)
JESTER_TURNS_UP: Final = 4 / 60
FORESIGHT_LOST_PER_CARD: Final = 0.975  # factor of the chance of a right bid


def simulated_season(
    players: Sequence[str], *, games: int, seed: int, until: date
) -> Iterator[SheetEntry]:
    """Simulate a season, two games an evening; the last one is running."""
    chance = Random(seed)  # noqa: S311 - repeatable, and protects nothing
    able = {name: chance.uniform(0.45, 0.85) for name in players}
    step = timedelta(days=7 if games < MANY_GAMES else 1)
    for left in reversed(range(games)):
        runs = left == 0 and games > 1
        seats = chance.randint(max(SEATS_ALLOWED[0], len(able) - 2), len(able))
        at_table = tuple(chance.sample(list(able), seats))
        chosen = chance.choice(PLAYED)
        cards = schedule.cards_per_round(chosen, seats)
        abilities = [able[name] for name in at_table]
        played = cards[: len(cards) // 2] if runs else cards
        game = Game(
            players=at_table,
            cards=cards,
            schedule=chosen,
            first_dealer=chance.randrange(seats),
            rounds=tuple(_round(chance, each, abilities) for each in played),
            played_on=until - step * (left // 2),
            minutes=None if runs else schedule.minutes_for(cards, seats),
        )
        counts = runs or chance.randrange(15) > 0  # one game in 15 does not
        yield SheetEntry(game, None, not runs, counts)


def _round(chance: Random, cards: int, table: Sequence[float]) -> Round:
    winners = chance.choices(range(len(table)), k=cards)
    tricks = tuple(winners.count(seat) for seat in range(len(table)))
    bids = []
    for won, able in zip(tricks, table, strict=True):
        is_off = chance.random() >= able * FORESIGHT_LOST_PER_CARD**cards
        off = chance.choice((-1, 1, 1, 2)) if is_off else 0
        bids.append(min(max(won + off, 0), cards))
    is_none = len(table) * cards == CLASSIC_DECK or chance.random() < JESTER_TURNS_UP
    trump = Trump.NONE if is_none else chance.choice(FOUR_SUITS)
    return Round(tuple(bids), tricks, trump=trump)


PLAYERS: Final = ("Ute", "Kevin", "王小明", "Thomas-Alexander", "Zoë")
AT_ONCE: Final = 100

SEATS = f"{SEATS_ALLOWED[0]} to {SEATS_ALLOWED[-1]}"
NAMES = f"{SEATS} names.  [default: {' '.join(PLAYERS)}]"
NUMBER = click.IntRange(1, 20_000)
DATE = click.DateTime(["%Y-%m-%d"])
UNTIL = "The last evening, like 2026-11-21.  [default: today]"
SEED = "Random seed; another seed makes other games."


@click.command("demo")
@click.option("--games", type=NUMBER, default=40, show_default=True, help="How many.")
@click.option("--players", "first", metavar="NAME...", help=NAMES)
@click.argument("more", nargs=-1, metavar="")
@click.option("--seed", type=int, default=1, help=SEED)
@click.option("--until", type=DATE, metavar="DATE", help=UNTIL)
@click.option("--name", default="Friday Wizards", show_default=True, help="Its name.")
@database.options
@click.option("--port", help="Port that 'scorepad serve' will listen on.")
@database.one_sentence()
def demo(
    first: str | None,
    more: tuple[str, ...],
    games: int,
    seed: int,
    until: datetime | None,
    name: str,
    **where: str | None,
) -> None:
    """Fill a group with a season of simulated games, to see what Scorepad looks like.

    \b
    scorepad demo
    scorepad demo --games 200 --players Ute Kevin Anna Tom --seed 7

    Bids and tricks are made up, but follow the rules; the same seed makes the same
    games. Prints a link that opens the group in a browser while Scorepad serves. It
    lets anyone who has it change everything in the group.
    """
    settings = read_settings(**where)
    players = tuple(map(_cleaned, (first, *more) if first else PLAYERS))
    called = _cleaned(name)
    if len(set(map(name_key, players))) < len(players):
        raise CommandError("Two players have the same name; expected each once.")
    if len(players) not in SEATS_ALLOWED:
        raise CommandError(f"{len(players)} names; expected {SEATS}.")
    new = groups.GroupEntry(uuid4(), secrets.token_urlsafe(32), "Europe/Berlin", "en")
    last = (until or datetime.now(UTC)).date()
    season = [*simulated_season(players, games=games, seed=seed, until=last)]
    with database.open_app(settings.model_copy(update={"limits": False})).app_context():
        session, group = db.session(), new.uuid
        created = groups.create_group(Reader(session, None), new)
        by = Writer(session, created.device_id)
        seasons.rename_group(by, group, called)
        begins = seasons.SeasonEntry("", season[0].game.played_on, None)
        seasons.save_season(by, group, 1, begins)
        for done in range(0, len(season), AT_ONCE):
            some = [(uuid4(), entry) for entry in season[done : done + AT_ONCE]]
            sheet_entry.record_sheets(by, group, some)
        results.analyse_tables(session)
        db.engine.dispose()
    print(f"{games} games of {', '.join(players)} are there. While Scorepad serves,")
    print("open this address in a browser to see their season:")
    address = server.known_address(settings)
    server.print_link(f"{address}/g/{new.uuid}/enter#{new.claim}")


def _cleaned(name: str) -> str:
    try:
        return clean_name(name)
    except NameRefused:
        raise CommandError(
            f"{name!r} is no name; expected 1 to {LONGEST} letters on one line."
        ) from None
