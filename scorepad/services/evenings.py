"""The evenings of a group: their games of all kinds, and who leads.

An evening has all games of a date. It goes on after midnight for as long as the pauses
between its games are short; then the next date begins an evening of its own. So the
date of its first game names it.

The points of an evening are fair across games, whatever their totals: one for each
player you finished above, half a point for each you finished level with. A game of *n*
players thus gives *n(n-1)/2* points in all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.orm import Session, lazyload

from scorepad.db.history import Reader
from scorepad.db.tables import WIZARD, AnyGame, GameRow, Group
from scorepad.games.names import Person
from scorepad.games.wizard.scoring import ranks
from scorepad.services import permissions, seasons, stored_games
from scorepad.statistics.season import GameInSeason, SeatResult

PAUSE: Final = timedelta(hours=4)  # after midnight, this ends the evening
# A game that took longer was interrupted: it counts from its beginning only.
LONGEST: Final = timedelta(hours=12)
_AROUND: Final = timedelta(days=2)  # no evening lasts that long


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


class EveningPlace(NamedTuple):
    """A player's place in the evening, by the *points* of their finished *games*."""

    player: Person
    rank: int
    points: Fraction
    games: int


def standings_of(
    games: Iterable[Mapping[Person, int | None]],
) -> tuple[EveningPlace, ...]:
    """Return who leads the evening, by the ranks of each game; ties by name.

    Those without a rank took no part.
    """
    points, played = defaultdict[Person, Fraction](Fraction), Counter[Person]()
    for game in games:
        placed = {player: rank for player, rank in game.items() if rank is not None}
        known = [*placed.values()]
        for player, own in placed.items():
            level = Fraction(known.count(own) - 1, 2)
            points[player] += level + sum(rank > own for rank in known)
        played.update(placed.keys())
    people = sorted(points, key=lambda e: (-points[e], e.name.casefold(), e.id_))
    in_order = ranks([points[each] for each in people])
    return tuple(
        EveningPlace(player, rank, points[player], played[player])
        for player, rank in zip(people, in_order, strict=True)
    )


class EveningGame(NamedTuple):
    """A game of the kind *word*; *seats* are by rank once it is *finished*.

    *sitting* is when it was played.
    """

    id_: UUID
    word: str
    finished: bool
    counts: bool
    seats: tuple[SeatResult, ...]
    sitting: Sitting


@dataclass(frozen=True)
class Evening:
    """The evening that began on a *day*, latest game first; *is_on*: it is tonight."""

    group_id: UUID
    group_name: str | None
    day: date
    games: tuple[EveningGame, ...]
    is_on: bool = False

    @cached_property
    def standings(self) -> tuple[EveningPlace, ...]:
        """Return who leads, by the finished games that count."""
        counting = (each for each in self.finished if each.counts)
        return standings_of({e.person: e.rank for e in each.seats} for each in counting)

    @property
    def leaders(self) -> tuple[EveningPlace, ...]:
        """Return the players with most points, if there are any points."""
        return tuple(e for e in self.standings if e.rank == 1 and e.points)

    @property
    def finished(self) -> tuple[EveningGame, ...]:
        """Return the finished games."""
        return tuple(each for each in self.games if each.finished)


def evening_for(by: Reader, gid: UUID, of: date | UUID | None = None) -> Evening:
    """Return the evening *of* a day or game; else tonight's, or the last one.

    It has no games if there are none, or if the game was deleted.
    """
    group = permissions.group_for(by, gid, permissions.Action.READ)
    now = Sitting(group.day_of(by.at), by.at)
    day = of
    if not isinstance(day, date):
        asked = AnyGame.uuid == of if of else AnyGame.played_on <= now.day
        latest = _found(group, asked).order_by(AnyGame.played_on.desc()).limit(1)
        day = by.session.scalar(latest) or now.day
    around = AnyGame.played_on.between(day - _AROUND, day + _AROUND)
    played = _by_evening(by.session, group, around)
    sittings = [sitting for own in played.values() for sitting in own.values()]
    *_, tonight = evenings_of([*sittings, now])
    sought = tonight if of is None and tonight in played else of or day
    named = [each for each in played if each == sought]
    for each, own in played.items():  # after midnight, or a game
        named += [each for row in own if sought in (row.uuid, row.played_on)]
    wanted = named[0] if named else day
    games = tuple(_games(by.session, played.get(wanted, {})))
    is_on = wanted == tonight and bool(games)
    return Evening(group.uuid, group.name, wanted, games, is_on)


def season_evenings(by: Reader, gid: UUID, number: int | None) -> tuple[Evening, ...]:
    """Return the evenings with finished games of one or all seasons, oldest first."""
    group = permissions.group_for(by, gid, permissions.Action.READ)
    season = seasons.season_or_all(by.session, group, number)
    own = [AnyGame.season_id == season.id] if season else []
    within = (AnyGame.finished_at.is_not(None), *own)
    return tuple(
        Evening(group.uuid, group.name, day, tuple(_games(by.session, games)))
        for day, games in sorted(_by_evening(by.session, group, *within).items())
    )


def by_evening(
    by: Reader, gid: UUID, games: Sequence[GameInSeason]
) -> dict[date, list[GameInSeason]]:
    """Return listed games by the evening to which they belong, latest first."""
    group = permissions.group_for(by, gid, permissions.Action.READ)
    if not (days := [each.played_on for each in games]):
        return {}
    around = AnyGame.played_on.between(min(days) - _AROUND, max(days) + _AROUND)
    played = _by_evening(by.session, group, around)
    evening_of = {row.uuid: day for day, own in played.items() for row in own}
    found = defaultdict[date, list[GameInSeason]](list)
    for each in games:
        found[evening_of.get(each.id_, each.played_on)].append(each)
    return dict(sorted(found.items(), reverse=True))


def _found(group: Group, *within: sa.ColumnElement[bool]) -> sa.Select[date]:
    own = AnyGame.group_id == group.id
    return sa.select(AnyGame.played_on).where(own, AnyGame.is_listed(), *within)


def _by_evening(
    session: Session, group: Group, *within: sa.ColumnElement[bool]
) -> dict[date, dict[sa.Row[Any], Sitting]]:
    """Return rows of games and when they were played, by evening."""
    times = (AnyGame.started_at, AnyGame.created_at)
    ends = (AnyGame.finished_at, AnyGame.changed_at)
    games = _found(group, *within).add_columns(AnyGame.id, AnyGame.uuid, *times, *ends)
    sittings = {}
    for row in session.execute(games):
        # A time of another day than that of the game is when it was typed in.
        known = (t for t in (row.started_at, row.created_at) if t)
        here = (t for t in known if group.day_of(t) == row.played_on)
        ended = row.finished_at or row.changed_at
        sittings[row] = Sitting(row.played_on, next(here, None), ended)
    found = defaultdict[date, dict[sa.Row[Any], Sitting]](dict)
    days = evenings_of([*sittings.values()])
    for (row, sitting), day in zip(sittings.items(), days, strict=True):
        found[day][row] = sitting
    return found


def _games(
    session: Session, played: Mapping[sa.Row[Any], Sitting]
) -> Iterator[EveningGame]:
    sittings = {row.id: sitting for row, sitting in played.items()}
    found = sa.select(AnyGame).where(AnyGame.id.in_(sittings))
    rows = session.scalars(found.options(lazyload(GameRow.rounds))).all()
    seats = seasons.seats_of(session, sittings)

    def moment(row: AnyGame) -> tuple[date, float, int]:
        began = sittings[row.id].began
        return row.played_on, began.timestamp() if began else 0, row.id

    for row in sorted(rows, key=moment, reverse=True):
        own, is_finished = seats[row.id], row.finished_at is not None
        if is_finished and row.game != WIZARD:
            result = stored_games.result_of(row)
            own = [
                each._replace(rank=result.ranks[at], won=at in result.winners)
                for at, each in enumerate(own)
            ]
        own.sort(key=lambda each: (each.rank is None, each.rank or 0))
        about = row.uuid, row.game, is_finished, row.counts
        yield EveningGame(*about, tuple(own), sittings[row.id])
