"""Sums over the results of one player, and what depends on the order of games."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any, Final, NamedTuple, TypeVar

from scorepad.stats.predictions import (
    MET,
    MISSED,
    UNKNOWN,
    BidCounts,
    Sums,
    counted_bids,
    sums_of,
)
from scorepad.stats.probability import Tally, is_enough, luck_of

Player = TypeVar("Player", bound=Hashable)


class Columns(NamedTuple):
    """What players have from games that count, in the order they were played.

    As in :class:`~scorepad.stats.story.Outcome`, but *winners* is how many won the
    game, with or without this player. *marks* and *bids* are written as in
    :mod:`scorepad.stats.predictions`.
    """

    games: Sequence[int] = ()
    totals: Sequence[int] = ()
    ranks: Sequence[int] = ()
    winners: Sequence[int] = ()
    possible: Sequence[int] = ()
    league: Sequence[int] = ()
    bids_met: Sequence[int] = ()
    bids_made: Sequence[int] = ()
    marks: Sequence[str] = ()
    bids: Sequence[str] = ()


def by_player(
    players: Sequence[Player], results: Sequence[Sequence[Any]]
) -> dict[Player, Columns]:
    """Give everybody their own results; *players* tells whose each of them is."""
    places: defaultdict[Player, list[int]] = defaultdict(list)
    for place, player in enumerate(players):
        places[player].append(place)
    return {
        player: Columns._make([column[place] for place in own] for column in results)
        for player, own in places.items()
    }


Rival = TypeVar("Rival", bound=Hashable)

PODIUM = 3

Meetings = tuple[int, int, int, int]
"""Games against a rival, how many ended ahead, how many behind, and by how much."""

Shares = tuple[int, int]
"""Games of one best possible total, and the sum of totals in them."""


@dataclass(frozen=True, slots=True)
class PlayerSums:
    """What a player has from many games.

    *totals* tells how often each total was reached; *shares* has games and points by
    the best total that was possible.
    """

    games: int = 0
    wins: int = 0
    shared_wins: int = 0
    podiums: int = 0
    league: int = 0
    bids_met: int = 0
    bids_made: int = 0
    totals: Mapping[int, int] = field(default_factory=dict)
    shares: Mapping[int, Shares] = field(default_factory=dict)
    bids: BidCounts = field(default_factory=dict)

    @property
    def predictions(self) -> Sums:
        """Count the bids by everything they are counted by."""
        return sums_of(self.bids)


def sums_over(own: Columns) -> PlayerSums:
    """Sum up the games of a player."""
    ranks = Counter(zip(own.ranks, own.winners, strict=True))
    return PlayerSums(
        games=len(own.games),
        wins=sum(n for (rank, winners), n in ranks.items() if rank == 1 <= winners),
        shared_wins=sum(n for (rank, won), n in ranks.items() if rank == 1 < won),
        podiums=sum(n for (rank, _), n in ranks.items() if rank <= PODIUM),
        league=sum(own.league),
        bids_met=sum(own.bids_met),
        bids_made=sum(own.bids_made),
        totals=Counter(own.totals),
        shares=_shares(own),
        bids=counted_bids(own.bids),
    )


def _shares(own: Columns) -> dict[int, Shares]:
    found: dict[int, Shares] = {}
    reached = Counter(zip(own.possible, own.totals, strict=True))
    for (possible, total), times in reached.items():
        games, points = found.get(possible, (0, 0))
        found[possible] = games + times, points + times * total
    return found


def meetings_of(player: Rival, had: Mapping[Rival, Columns]) -> dict[Rival, Meetings]:
    """How a player did against everybody else, by what everybody *had*."""
    own = had.get(player, Columns())
    mine = dict(zip(own.games, own.totals, strict=True))
    found: defaultdict[Rival, list[int]] = defaultdict(list)
    for rival, theirs in had.items():
        for game, total in zip(theirs.games, theirs.totals, strict=True):
            if rival != player and game in mine:
                found[rival].append(mine[game] - total)
    return {rival: _meetings(margins) for rival, margins in found.items()}


def _meetings(margins: list[int]) -> Meetings:
    ahead = sum(margin > 0 for margin in margins)
    behind = sum(margin < 0 for margin in margins)
    return len(margins), ahead, behind, sum(margins)


def points_of(shares: Mapping[int, Shares]) -> int:
    """The sum of all totals.

    >>> points_of({100: (2, 90), 400: (1, -10)})
    80
    """
    return sum(points for _, points in shares.values())


def share_of(shares: Mapping[int, Shares]) -> Fraction | None:
    """The average part of the best possible total, at most 1.

    >>> share_of({100: (2, 100), 50: (1, 25), 0: (1, 0)})
    Fraction(1, 2)
    """
    known = {possible: each for possible, each in shares.items() if possible}
    games = sum(number for number, _ in known.values())
    if not games:
        return None
    parts = (Fraction(points, possible) for possible, (_, points) in known.items())
    return sum(parts, Fraction(0)) / games


def middle_of(totals: Mapping[int, int]) -> Fraction:
    """The median of totals that were reached so often.

    >>> middle_of({10: 1, 20: 2, 50: 1})
    Fraction(20, 1)
    """
    count = sum(totals.values())
    lower, upper = _nth(totals, (count - 1) // 2), _nth(totals, count // 2)
    return Fraction(lower + upper, 2)


def _nth(totals: Mapping[int, int], place: int) -> int:
    for total in sorted(totals):
        place -= totals[total]
        if place < 0:
            return total
    raise IndexError(place)


def spread_of(totals: Mapping[int, int]) -> float:
    """One standard deviation of all totals.

    >>> spread_of({10: 1, 30: 1})
    10.0
    """
    games = sum(totals.values())
    points = sum(total * times for total, times in totals.items())
    squares = sum(total**2 * times for total, times in totals.items())
    return sqrt(Fraction(squares * games - points**2, games**2))


FORM = 5
"""How many of the last ranks tell somebody's form."""

LATELY: Final = 10
"""So many games are the last ones."""

HARDLY_LUCK: Final = 0.1
"""A change that luck shows less often than this is worth an arrow."""

Place = tuple[int, int, int]
"""Rank in one game, bids met and bids made."""


@dataclass(frozen=True, slots=True)
class Course:
    """How one player's games went on, one after the other.

    *form* has what the last games were like. Runs of bids go on from game to game.
    """

    form: tuple[Place, ...] = ()
    longest_run: int = 0
    longest_drought: int = 0


def course_of(own: Columns) -> Course:
    """The course of a player's games."""
    marks = "".join(own.marks).replace(UNKNOWN, "")
    return Course(
        form=form_of(own),
        longest_run=_longest(marks, MET),
        longest_drought=_longest(marks, MISSED),
    )


def form_of(own: Columns) -> tuple[Place, ...]:
    """What a player's last games were like."""
    lately = own.ranks[-LATELY:], own.bids_met[-LATELY:], own.bids_made[-LATELY:]
    return tuple(zip(*lately, strict=True))


def _longest(marks: str, run: str) -> int:
    """The longest *run* of a mark; much faster than to split at the others.

    >>> _longest("xx-xxx-x", "x"), _longest("", "x")
    (3, 0)
    """
    longest = place = 0
    while (place := marks.find(run * (longest + 1), place)) >= 0:
        longest += 1
    return longest


def ranks_in(form: Sequence[Place]) -> tuple[int, ...]:
    """The ranks in the last games, the latest last.

    >>> ranks_in([(4, 0, 0), (1, 0, 0), (2, 0, 0), (1, 0, 0), (3, 0, 0), (1, 0, 0)])
    (1, 2, 1, 3, 1)
    """
    return tuple(rank for rank, *_ in form[-FORM:])


def bids_in(form: Sequence[Place]) -> Tally:
    """How many bids were met in the last games.

    >>> bids_in([(1, 3, 5), (2, 1, 5)])
    Tally(hits=4, tries=10)
    """
    return Tally(sum(met for _, met, _ in form), sum(made for *_, made in form))


@dataclass(frozen=True, slots=True)
class Change:
    """The shares of bids met *lately* and *before*, 0 to 1.

    *is_clear* if luck alone would hardly show such a difference.
    """

    lately: Fraction
    before: Fraction
    is_clear: bool

    @property
    def difference(self) -> Fraction:
        """How much more (or less) were met lately, -1 to 1."""
        return self.lately - self.before


def change_of(lately: Tally, whole: Tally, *, games: int) -> Change | None:
    """How a player's bids changed; *lately* is part of the *whole* of so many *games*.

    ``None`` where there are too few yet: it takes as many games before as are the last
    ones, and on both sides enough bids to tell something.
    """
    before = Tally(whole.hits - lately.hits, whole.tries - lately.tries)
    if games < 2 * LATELY or not all(is_enough(e.tries) for e in (lately, before)):
        return None
    is_clear = luck_of((lately, before)) < HARDLY_LUCK
    return Change(lately.share, before.share, is_clear)
