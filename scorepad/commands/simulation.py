"""Games that nobody played: true to the rules, the same for the same seed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Final, NamedTuple
from uuid import UUID, uuid5

from scorepad.rules.wizard.bidding import legal_bids
from scorepad.rules.wizard.game import EvenBidRule, Game, Round, Schedule, Trump
from scorepad.rules.wizard.schedule import (
    cards_per_round,
    has_turn_up,
    minutes_for,
    prescribed_trump,
    schedules_for,
)
from scorepad.rules.wizard.seating import bid_order, dealer_of

WEEK, DAY = timedelta(weeks=1), timedelta(days=1)
MANY_GAMES: Final = 1000
"""Whoever plays as many plays every evening: nobody has played for a century."""

FAVOURITES: Final = {
    Schedule.STANDARD: 10,
    Schedule.QUICK: 4,
    Schedule.HALF: 3,
    Schedule.AMIGO_TOURNAMENT: 2,
    Schedule.MAXIMUS: 1,
}
SUITS: Final = (Trump.BLUE, Trump.GREEN, Trump.RED, Trump.YELLOW)
JESTER_TURNS_UP: Final = 4 / 60
FORESIGHT_LOST_PER_CARD: Final = 0.975
"""How much harder every further card makes it to foresee one's tricks."""

FEWEST_AT_A_TABLE: Final = 3
ONE_IN: Final = 15
"""One game in so many does not count."""


class SimulatedGame(NamedTuple):
    """A game with its id, and whether it counts and is over."""

    id_: UUID
    game: Game
    counts: bool
    finished: bool


def simulated_season(
    players: Sequence[str], *, games: int, seed: int, until: date, within: UUID
) -> Iterator[SimulatedGame]:
    """Simulate a season of weekly evenings (or daily ones), the last one on *until*.

    Everybody foresees their tricks, some better than others.
    The last game is still running. Ids follow from *seed* and from the group
    *within* which they are.
    """
    chance = Random(seed)  # noqa: S311 - must be repeatable, and guards nothing
    able = {name: chance.uniform(0.45, 0.85) for name in players}
    for number, day in enumerate(_evenings(chance, games, until), 1):
        runs = number == games > 1
        game = _game(chance, able, day, runs=runs)
        counts = runs or chance.randrange(ONE_IN) > 0
        yield SimulatedGame(uuid5(within, f"{seed}/{number}"), game, counts, not runs)


def _evenings(chance: Random, games: int, until: date) -> list[date]:
    """The days of so many games, one or two on each evening, oldest first."""
    days: list[date] = []
    while len(days) < games:
        days += [until] * chance.choice((1, 1, 2))
        until -= WEEK if games < MANY_GAMES else DAY
    return days[:games][::-1]


def _game(chance: Random, able: dict[str, float], day: date, *, runs: bool) -> Game:
    seats = chance.randint(max(FEWEST_AT_A_TABLE, len(able) - 2), len(able))
    players = tuple(chance.sample(list(able), seats))
    liked = {s: n for s, n in FAVOURITES.items() if s in schedules_for(seats)}
    schedule = chance.choices(list(liked), list(liked.values()))[0]
    cards = cards_per_round(schedule, seats)
    game = Game(
        players=players,
        cards=cards,
        schedule=schedule,
        first_dealer=chance.randrange(seats),
        even_bid_rule=EvenBidRule() if chance.random() < 1 / 3 else None,
        played_on=day,
        minutes=None if runs else minutes_for(cards, seats),
    )
    last = len(cards) // 2 if runs else len(cards)
    table = [able[name] for name in players]
    rounds = tuple(_round(chance, game, number, table) for number in range(1, last + 1))
    return replace(game, rounds=rounds)


def _round(chance: Random, game: Game, number: int, table: Sequence[float]) -> Round:
    """Hand out the tricks, then let everybody guess in bid order."""
    cards, seats = game.cards[number - 1], len(game.players)
    winners = chance.choices(range(seats), k=cards)
    tricks = tuple(winners.count(seat) for seat in range(seats))
    dealer = dealer_of(number, first_dealer=game.first_dealer, players=seats)
    bids: dict[int, int] = {}
    for seat in bid_order(dealer, range(seats)):
        said, rule = list(bids.values()), game.even_bid_rule
        legal = legal_bids(said, cards=cards, players=seats, rule=rule)
        hoped = _foreseen(chance, tricks[seat], cards, table[seat])
        bids[seat] = min(legal, key=lambda bid: (abs(bid - hoped), bid))
    return Round(
        bids=tuple(bids[seat] for seat in range(seats)),
        tricks=tricks,
        trump=_trump(chance, game.schedule, number, cards=cards, seats=seats),
    )


def _foreseen(chance: Random, tricks: int, cards: int, able: float) -> int:
    if chance.random() < able * FORESIGHT_LOST_PER_CARD**cards:
        return tricks
    return min(max(tricks + chance.choice((-1, 1, 1, 2)), 0), cards)


def _trump(
    chance: Random, schedule: Schedule, number: int, *, cards: int, seats: int
) -> Trump:
    prescribed = prescribed_trump(schedule, number)
    if prescribed is not None:
        return prescribed
    if not has_turn_up(seats, cards) or chance.random() < JESTER_TURNS_UP:
        return Trump.NONE
    return chance.choice(SUITS)
