"""How well each ranking of a season finds the better players.

    .venv/bin/python -m bench.fairness

Eight players of known strength play 300 seasons of 40 games, three to six at a table:
whole games, every second round, and five rounds. One game in six has a latecomer, one
in four Bomb and Cloud. Everything after bids and tricks is Scorepad's own. It prints a
table of ``docs/fair-seasons.md``.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from math import sqrt
from random import Random
from statistics import mean, stdev
from types import SimpleNamespace
from typing import Any

from scorepad.games.wizard.models import BidChange, Game, Joined, Round
from scorepad.games.wizard.schedule import Extra, Schedule, cards_per_round
from scorepad.games.wizard.seating import with_cards
from scorepad.games.wizard.sheet import sheet_of
from scorepad.services.player_stats import SUMMED
from scorepad.services.results import results_of
from scorepad.statistics.career import by_player
from scorepad.statistics.rating import NEW, after_game
from scorepad.statistics.season import Standing

SEASONS, GAMES, PLAYERS = 300, 40, 8
SEATS, SCHEDULES = range(3, 7), (Schedule.STANDARD, Schedule.QUICK, Schedule.FIRST5)
EDITION = frozenset({Extra.BOMB, Extra.CLOUD})
LATE, SPECIAL = 1 / 6, 1 / 4
LOST_PER_CARD = 0.975
"""Factor of the probability of a right bid per card, as in ``scorepad demo``."""

FIGURES = ("par", "share_met", "share", "league", "average", "rating", "wins")


def main() -> None:
    found: dict[str, list[float]] = {name: [] for name in FIGURES}
    for seed in range(SEASONS):
        chance = Random(seed)  # noqa: S311 - must be repeatable
        strengths = [chance.uniform(0.45, 0.85) for _ in range(PLAYERS)]
        standings = season_of(chance, strengths)
        for name in FIGURES:
            figures = [getattr(each, name) for each in standings]
            found[name].append(tau(strengths, figures))
    for name, taus in found.items():
        error = stdev(taus) / sqrt(SEASONS)
        print(f"{name:<10} {mean(taus):.2f} ± {error:.2f}")


def season_of(chance: Random, strengths: Sequence[float]) -> list[Standing[int]]:
    results: list[dict[str, Any]] = []
    ratings = [NEW] * PLAYERS
    for number in range(GAMES):
        seats = chance.sample(range(PLAYERS), chance.choice(SEATS))
        row = [SimpleNamespace(player_id=player) for player in seats]
        game = game_of(chance, [strengths[player] for player in seats])
        rows = results_of(SimpleNamespace(id=number, seats=row), game)
        after = after_game([ratings[p] for p in seats], [each["rank"] for each in rows])
        for player, rating in zip(seats, after, strict=True):
            ratings[player] = rating
        results += rows
    had = by_player({c.key: [each[c.key] for each in results] for c in SUMMED})
    return [
        Standing.of(player, had[player])._replace(rating=ratings[player].safe)
        for player in range(PLAYERS)
    ]


def game_of(chance: Random, table: Sequence[float]) -> Game:
    """Return a game of these strengths; the last seat may come late."""
    seats, schedule = len(table), chance.choice(SCHEDULES)
    is_late = seats > SEATS.start and chance.random() < LATE
    game = Game(
        players=tuple(map(str, range(seats))),
        cards=cards_per_round(schedule, seats - is_late),
        schedule=schedule,
        edition=EDITION if chance.random() < SPECIAL else frozenset(),
    )
    first = chance.randint(2, len(game.cards) // 2) if is_late else 0
    while (number := len(game.rounds) + 1) <= len(game.cards):
        if number == first:
            lowest = min(sheet_of(game).totals[:-1])
            game = replace(game, joined=(Joined(seats - 1, first, lowest),))
            game = with_cards(game)
        present = range(seats - 1 if number < first else seats)
        new = round_of(chance, game, present, table)
        game = replace(game, rounds=(*game.rounds, new))
    return game


def round_of(
    chance: Random, game: Game, present: Sequence[int], table: Sequence[float]
) -> Round:
    """Return a round: tricks by chance, and bids that strong players often meet."""
    cards = game.cards[len(game.rounds)]
    bombs, clouds = (game.edition and chance.random() < 0.3 for _ in EDITION)
    taken = chance.choices(present, k=cards - bool(bombs))
    bids, tricks = [None] * len(table), [None] * len(table)
    for seat in present:
        bid = tricks[seat] = taken.count(seat)
        if chance.random() >= table[seat] * LOST_PER_CARD**cards:
            bid = min(max(bid + chance.choice((-1, 1, 1, 2)), 0), cards)
        bids[seat] = bid
    changes = [BidChange(seat, 1 if bids[seat] < cards else -1) for seat in taken[:1]]
    return Round(
        bids=tuple(bids),
        tricks=tuple(tricks),
        bid_changes=tuple(changes if clouds else ()),
        void_tricks=int(bool(bombs)),
    )


def tau(truth: Sequence[float], found: Sequence[Any]) -> float:
    """Return Kendall's tau: pairs in the right order less those in the wrong one."""
    pairs = list(combinations(zip(truth, found, strict=True), 2))
    signs = [((b > d) - (b < d)) * (1 if a > c else -1) for (a, b), (c, d) in pairs]
    return sum(signs) / len(pairs)


if __name__ == "__main__":
    main()
