"""Ratings, par and wins: how strong players are, and how often they have won.

Ratings follow the Bradley-Terry model of Weng and Lin, which splits a game into pairs:
the player ahead beat the other, a shared rank is half a win ("A Bayesian Approximation
Method for Online Ranking", Journal of Machine Learning Research 12, 2011, Algorithm 1).

Par is what equal players usually score, whose bids and tricks in each round were
simulated once (``docs/fair-seasons.md``).
"""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from math import exp, sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from scorepad.games import GameResult, names
from scorepad.games.wizard.schedule import Schedule, cards_per_round
from scorepad.games.wizard.scoring import AnyScoring, points

MEAN: Final = 1000.0
SPREAD: Final = 100.0  # initial standard deviation of a strength
LUCK: Final = 175.0
"""Spread of one game: with 100 points more, a player is ahead in 60 of 100 games."""
DRIFT: Final = 1.0  # uncertainty added by every game, because people learn and forget
LEAST_LEFT: Final = 0.0001  # smallest part of the uncertainty left by one game


class Rating(NamedTuple):
    """A strength *mu* and its standard deviation *sigma*, after *games* with *wins*."""

    mu: float = MEAN
    sigma: float = SPREAD
    games: int = 0
    wins: int = 0

    @property
    def shown(self) -> int:
        """Return the figure that is displayed."""
        return round(self.mu)

    @property
    def margin(self) -> int:
        """Return two standard deviations: the figure ± it covers 19 of 20 strengths."""
        return round(2 * self.sigma)

    @property
    def safe(self) -> int:
        """Return the lower end, which is ranked: one lucky game should not lead."""
        return self.shown - self.margin


NEW: Final = Rating()  # the rating of a new player


def after_game(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """Return the ratings after a game with these *ranks* of those who played.

    >>> ute, kevin = after_game([NEW, NEW], [1, 2])
    >>> ute.shown, kevin.shown, ute.wins
    (1018, 982, 1)
    """
    drift = DRIFT * DRIFT if len(before) > 1 else 0.0
    seats = [
        (mu, sigma * sigma + drift, rank)
        for (mu, sigma, _, _), rank in zip(before, ranks, strict=True)
    ]
    gains, losses = [0.0] * len(seats), [0.0] * len(seats)
    for seat, (mu, variance, rank) in enumerate(seats):
        for other in range(seat):
            their_mu, their_variance, their_rank = seats[other]
            c2 = variance + their_variance + 2 * LUCK * LUCK
            c = sqrt(c2)
            expected = 1 / (1 + exp((their_mu - mu) / c))
            score = 0.5 if rank == their_rank else rank < their_rank
            gain = (score - expected) / c
            loss = expected * (1 - expected) / (c2 * c)
            gains[seat] += gain
            gains[other] -= gain
            losses[seat] += loss
            losses[other] += loss
    found = []
    for (mu, variance, rank), gain, loss, (_, _, games, wins) in zip(
        seats, gains, losses, before, strict=True
    ):
        sigma = sqrt(variance * max(1 - variance * sqrt(variance) * loss, LEAST_LEFT))
        found.append(Rating(mu + variance * gain, sigma, games + 1, wins + (rank == 1)))
    return found


Hands = Sequence[tuple[AnyScoring, int, int]]
"""Scoring, number of players and cards of each round."""

FULL_FROM: Final = 5
"""Rounds from which a game counts in full; one of them alone is mostly luck."""


def above_par(hands: Hands, scored: int, scoring: AnyScoring) -> int:
    """Return by how much *scored* is above par, in hundredths of a point.

    It is measured in standard deviations of a seat that plays these *hands*, and told
    in points of a whole game of four. Fewer than ``FULL_FROM`` rounds count in part.
    """
    mean, variance = par_of(hands)
    usual = cards_per_round(Schedule.STANDARD, 4)
    _, unit = par_of([(scoring, 4, cards) for cards in usual])
    part = min(len(hands) / FULL_FROM, 1)
    spreads = (scored - mean) / sqrt(variance) if variance else 0
    return round(100 * part * spreads * sqrt(unit))


def par_of(hands: Hands) -> tuple[float, float]:
    """Return mean and variance of a seat's points in rounds, which are independent."""
    pars = [_par_of_round(*hand) for hand in hands]
    return sum(mean for mean, _ in pars), sum(variance for _, variance in pars)


@lru_cache(maxsize=4096)
def _par_of_round(scoring: AnyScoring, players: int, cards: int) -> tuple[float, float]:
    simulated = _simulated()
    size = min(max(players, 3), len(simulated) + 2)
    shares = simulated[f"{size}"][:cards][-1]
    scored = [
        (points(scoring, bid=bid, tricks=tricks, cards=cards), share)
        for bid, tricks, share in shares
    ]
    whole = sum(share for _, share in scored)
    mean = sum(value * share for value, share in scored) / whole
    return mean, sum((value - mean) ** 2 * share for value, share in scored) / whole


@cache
def _simulated() -> Any:
    """Return triples (bid, tricks, share) by players, then by cards from 1 on."""
    return json.loads(Path(__file__).with_name("par.json").read_text("utf-8"))


@dataclass(slots=True)
class Tries:
    """A number of games, and of wins among them."""

    games: int = 0
    wins: int = 0

    def add(self, *, won: bool) -> None:
        """Count a game."""
        self.games += 1
        self.wins += won


@dataclass(slots=True)
class PlayerWins(Tries):
    """A player's wins and *figures*; *sole* wins were shared with no other side."""

    sole: int = 0
    rank: int = 1
    by_players: dict[int, Tries] = field(default_factory=dict)
    figures: Counter[str] = field(default_factory=Counter)

    @property
    def shared(self) -> int:
        """Return the wins shared with another side."""
        return self.wins - self.sole


@dataclass(slots=True)
class Wins(Tries):
    """All games together, and those with a winner.

    *people* and *teams* are sorted, best first. *by_turn* counts seats by number of
    players and turn (0 begins).
    """

    people: dict[names.Person, PlayerWins] = field(default_factory=dict)
    teams: dict[frozenset[names.Person], Tries] = field(default_factory=dict)
    by_players: dict[int, Tries] = field(default_factory=dict)
    by_turn: dict[tuple[int, int], Tries] = field(default_factory=dict)
    rounds: dict[int, list[int]] = field(default_factory=dict)
    figures: Counter[str] = field(default_factory=Counter)


def wins_in(games: Iterable[tuple[Sequence[names.Person], GameResult]]) -> Wins:
    """Sum up finished games, each given as its people by seat and its result.

    Ranks go by wins, then sole wins, then fewer games.
    """
    wins = Wins()
    for people, result in games:
        players = len(people)
        wins.add(won=bool(result.winners))
        wins.by_players.setdefault(players, Tries()).add(won=bool(result.winners))
        if result.rounds is not None:
            wins.rounds.setdefault(players, []).append(result.rounds)
        size = len(result.sides[0]) if result.sides else 1
        for seat, person in enumerate(people):
            own = wins.people.setdefault(person, PlayerWins())
            won = seat in result.winners
            own.add(won=won)
            own.sole += won and len(result.winners) == size
            own.by_players.setdefault(players, Tries()).add(won=won)
            if result.start is not None:
                turn = players, (seat - result.start) % players
                wins.by_turn.setdefault(turn, Tries()).add(won=won)
            if result.figures:
                own.figures.update(result.figures[seat])
                wins.figures.update(result.figures[seat])
        for side in result.sides:
            team = frozenset(people[seat] for seat in side)
            wins.teams.setdefault(team, Tries()).add(won=side[0] in result.winners)
    keys = {who: (-own.wins, -own.sole, own.games) for who, own in wins.people.items()}
    for who, own in wins.people.items():
        own.rank = 1 + sum(other < keys[who] for other in keys.values())
    wins.people = {who: wins.people[who] for who in sorted(keys, key=keys.__getitem__)}
    teams = sorted(wins.teams.items(), key=lambda each: (-each[1].wins, each[1].games))
    wins.teams = dict(teams)
    return wins
