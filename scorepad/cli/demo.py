"""``scorepad demo``: fill a group with a season of simulated games."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from random import Random
from typing import Final
from uuid import uuid4

import click
from sqlalchemy.orm import Session

from scorepad.cli import CommandError, database, progress_bar
from scorepad.cli.server import known_address, print_link
from scorepad.db.engine import db
from scorepad.db.history import Reader, Writer
from scorepad.games.names import LONGEST, NameRefused, clean_name, name_key
from scorepad.games.wizard import schedule
from scorepad.games.wizard.models import EvenBidRule, Game, Round
from scorepad.games.wizard.schedule import CLASSIC_DECK, SEATS_ALLOWED, Schedule, Trump
from scorepad.games.wizard.seating import bid_order
from scorepad.games.wizard.tricks import FOUR_SUITS
from scorepad.games.wizard.validation import forbidden_bid
from scorepad.services import groups, results, seasons, sheet_entry
from scorepad.services.requests import SheetEntry
from scorepad.settings import read_settings

WEEK, DAY = timedelta(weeks=1), timedelta(days=1)
MANY_GAMES: Final = 1000  # from here on, evenings are daily instead of weekly

PLAYED: Final = (*[Schedule.STANDARD] * 3, Schedule.QUICK, Schedule.HALF)
JESTER_TURNS_UP: Final = 4 / 60
FORESIGHT_LOST_PER_CARD: Final = 0.975  # factor of the chance of a right bid

ONE_IN: Final = 15  # one game in so many does not count


def simulated_season(
    players: Sequence[str], *, games: int, seed: int, until: date
) -> Iterator[SheetEntry]:
    """Simulate a season whose last evening is *until*; the last game is running."""
    chance = Random(seed)  # noqa: S311 - repeatable, and protects nothing
    able = {name: chance.uniform(0.45, 0.85) for name in players}
    for number, day in enumerate(_evenings(chance, games, until), 1):
        runs = number == games > 1
        game = _game(chance, able, day, runs=runs)
        yield SheetEntry(game, None, not runs, runs or chance.randrange(ONE_IN) > 0)


def _evenings(chance: Random, games: int, until: date) -> list[date]:
    days: list[date] = []
    while len(days) < games:
        days += [until] * chance.choice((1, 1, 2))
        until -= WEEK if games < MANY_GAMES else DAY
    return days[:games][::-1]


def _game(chance: Random, able: dict[str, float], day: date, *, runs: bool) -> Game:
    seats = chance.randint(max(SEATS_ALLOWED[0], len(able) - 2), len(able))
    players = tuple(chance.sample(list(able), seats))
    chosen = chance.choice(PLAYED)
    cards = schedule.cards_per_round(chosen, seats)
    game = Game(
        players=players,
        cards=cards,
        schedule=chosen,
        first_dealer=chance.randrange(seats),
        even_bid_rule=EvenBidRule() if chance.random() < 1 / 3 else None,
        played_on=day,
        minutes=None if runs else schedule.minutes_for(cards, seats),
    )
    last = len(cards) // 2 if runs else len(cards)
    table = [able[name] for name in players]
    rounds = tuple(_round(chance, game, number, table) for number in range(1, last + 1))
    return replace(game, rounds=rounds)


def _round(chance: Random, game: Game, number: int, table: Sequence[float]) -> Round:
    cards, seats = game.cards[number - 1], len(game.players)
    winners = chance.choices(range(seats), k=cards)
    tricks = tuple(winners.count(seat) for seat in range(seats))
    dealer = (game.first_dealer + number - 1) % seats
    bids: dict[int, int] = {}
    for seat in bid_order(dealer, range(seats)):
        said, rule = list(bids.values()), game.even_bid_rule
        forbidden = forbidden_bid(said, cards=cards, players=seats, rule=rule)
        legal = [bid for bid in range(cards + 1) if bid != forbidden]
        hoped = tricks[seat]
        if chance.random() >= table[seat] * FORESIGHT_LOST_PER_CARD**cards:
            hoped = min(max(hoped + chance.choice((-1, 1, 1, 2)), 0), cards)
        bids[seat] = min(legal, key=lambda bid: (abs(bid - hoped), bid))
    is_none = seats * cards == CLASSIC_DECK or chance.random() < JESTER_TURNS_UP
    trump = Trump.NONE if is_none else chance.choice(FOUR_SUITS)
    return Round(tuple(bids[seat] for seat in range(seats)), tricks, trump=trump)


PLAYERS: Final = ("Ute", "Kevin", "王小明", "Thomas-Alexander", "Zoë")
MOST_GAMES: Final = 20_000
AT_ONCE: Final = 100
TIME_ZONE: Final = "Europe/Berlin"

SEATS = f"{SEATS_ALLOWED[0]} to {SEATS_ALLOWED[-1]}"
NAMES = f"{SEATS} names.  [default: {' '.join(PLAYERS)}]"
NUMBER = click.IntRange(1, MOST_GAMES)
DATE = click.DateTime(["%Y-%m-%d"])
UNTIL = "The last evening, like 2026-11-21.  [default: today]"
NAME = "Friday Wizards"


@click.command("demo")
@click.option("--games", type=NUMBER, default=40, show_default=True, help="How many.")
@click.option("--players", "first", metavar="NAME...", help=NAMES)
@click.argument("more", nargs=-1, metavar="")
@click.option(
    "--seed", type=int, default=1, help="Random seed; another seed makes other games."
)
@click.option("--until", type=DATE, metavar="DATE", help=UNTIL)
@click.option("--name", default=NAME, show_default=True, help="Name of the group.")
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
) -> int:
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
    if len(set(map(name_key, players))) < len(players):
        raise CommandError("Two players have the same name; expected each once.")
    if len(players) not in SEATS_ALLOWED:
        raise CommandError(f"{len(players)} names; expected {SEATS}.")
    founding = groups.Founding(uuid4(), secrets.token_urlsafe(32), TIME_ZONE, "en")
    season = simulated_season(
        players, games=games, seed=seed, until=(until or datetime.now(UTC)).date()
    )
    with database.open_app(settings.model_copy(update={"limits": False})).app_context():
        _fill(db.session(), founding, _cleaned(name), season, games)
        results.analyse_tables(db.session())
        db.engine.dispose()
    print(f"{games} games of {', '.join(players)} are there. While Scorepad serves,")
    print("open this address in a browser to see their season:")
    address = known_address(settings)
    print_link(f"{address}/g/{founding.uuid}/enter#{founding.claim}")
    return 0


def _cleaned(name: str) -> str:
    try:
        return clean_name(name)
    except NameRefused:
        raise CommandError(
            f"{name!r} is no name; expected 1 to {LONGEST} letters on one line."
        ) from None


def _fill(
    session: Session,
    founding: groups.Founding,
    name: str,
    season: Iterator[SheetEntry],
    games: int,
) -> None:
    group = founding.uuid
    founded = groups.found_group(Reader(session, None), founding)
    by = Writer(session, founded.device_id)
    seasons.rename_group(by, group, name)
    done = 0
    with progress_bar("games written") as show:
        while some := [(uuid4(), entry) for entry in islice(season, AT_ONCE)]:
            if not done:
                begins = seasons.SeasonEntry("", some[0][1].game.played_on, None)
                seasons.change_season(by, group, 1, begins)
            sheet_entry.record_sheets(by, group, some)
            done += len(some)
            show(done, games)
