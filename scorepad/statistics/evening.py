"""The evenings of a group: which games belong to one, and who leads it.

An evening has all games of a date. It goes on after midnight for as long as the pauses
between its games are short; then the next date begins an evening of its own. So the
date of its first game names it.

The points of an evening are fair across games, whatever their totals: one for each
player you finished above, half a point for each you finished level with. A game of *n*
players thus gives *n(n-1)/2* points in all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Final, NamedTuple

from scorepad.games.names import Person
from scorepad.games.wizard.scoring import ranks

PAUSE: Final = timedelta(hours=4)
"""After midnight, a pause this long ends the evening."""

LONGEST: Final = timedelta(hours=12)
"""A game that took longer was interrupted: it counts from its beginning only."""

TIE: Final = Fraction(1, 2)


class Sitting(NamedTuple):
    """When a game was played: its local *day*, and its times if they are known."""

    day: date
    began: datetime | None = None
    ended: datetime | None = None

    @property
    def last(self) -> datetime | None:
        """Return the last known moment of play."""
        if self.began is None or self.ended is None:
            return self.began
        took = self.ended - self.began
        return self.ended if timedelta(0) <= took < LONGEST else self.began


def evenings_of(played: Sequence[Sitting]) -> tuple[date, ...]:
    """Return the evening of each game. A game without times belongs to its day.

    >>> days = date(2026, 11, 21), date(2026, 11, 22)
    >>> at = lambda day, hour: Sitting(days[day], datetime(2026, 11, 21 + day, hour))
    >>> [each.day for each in evenings_of([at(0, 21), at(1, 0), at(1, 20)])]
    [21, 21, 22]
    """
    found = [each.day for each in played]
    timed = sorted((each.began, n) for n, each in enumerate(played) if each.began)
    evening, last = date.min, None
    for began, number in timed:
        if last is None or began - last >= PAUSE:
            evening, last = played[number].day, began
        found[number] = evening
        last = max(last, played[number].last or began)
    return tuple(found)


def points_above(places: Sequence[int | None]) -> tuple[Fraction, ...]:
    """Return the points of each seat of a game by its rank; ``None`` took no part.

    >>> [str(points) for points in points_above([1, 2, 2, None])]
    ['2', '1/2', '1/2', '0']
    """
    known = Counter(place for place in places if place is not None)
    points = {
        own: (level - 1) * TIE + sum(known[n] for n in known if n > own)
        for own, level in known.items()
    }
    return tuple(Fraction(0) if own is None else points[own] for own in places)


class EveningPlace(NamedTuple):
    """A player's place in the evening, by the *points* of their finished *games*."""

    player: Person
    rank: int
    points: Fraction
    games: int


def standings_of(
    games: Iterable[Mapping[Person, int | None]],
) -> tuple[EveningPlace, ...]:
    """Return who leads the evening, by the ranks of each game; ties by name."""
    points, played = defaultdict[Person, Fraction](Fraction), Counter[Person]()
    for game in games:
        for player, own in zip(game, points_above([*game.values()]), strict=True):
            points[player] += own
            played[player] += game[player] is not None
    people = sorted(
        (each for each in points if played[each]),
        key=lambda each: (-points[each], each.name.casefold(), each.id_),
    )
    placed = ranks([points[each] for each in people])
    return tuple(
        EveningPlace(player, rank, points[player], played[player])
        for player, rank in zip(people, placed, strict=True)
    )
