"""The evenings of a group: their games of all kinds, and who leads.

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
from typing import Any, Final, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, lazyload

from scorepad.db.history import Reader
from scorepad.db.tables import WIZARD, AnyGame, GameRow, Group
from scorepad.games.names import Person
from scorepad.games.wizard.scoring import ranks
from scorepad.services.permissions import Action, group_for
from scorepad.services.seasons import season_or_all, seats_of
from scorepad.services.stored_games import seated_game
from scorepad.statistics.season import EveningPlace, GameInSeason, SeatResult

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


_AROUND: Final = timedelta(days=2)
"""Games so much earlier or later are never looked at: no evening lasts that long."""


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


class Evening(NamedTuple):
    """The evening that began on a *day*, latest game first; *is_on*: it is tonight."""

    group_id: UUID
    group_name: str | None
    day: date
    is_on: bool
    games: tuple[EveningGame, ...]
    standings: tuple[EveningPlace, ...]

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
    group = group_for(by, gid, Action.READ)
    today = by.at.astimezone(ZoneInfo(group.time_zone)).date()
    day = of
    if isinstance(day, UUID):
        day = by.session.scalar(
            _found(group, AnyGame.played_on).where(AnyGame.uuid == day)
        )
    at_now = Sitting(today, by.at)
    evening = _evening(by.session, group, at_now, day or today, of)
    if evening.games or of is not None:
        return evening
    last = by.session.scalar(
        _found(group, func.max(AnyGame.played_on)).where(AnyGame.played_on <= today)
    )
    return _evening(by.session, group, at_now, last, last) if last else evening


def season_evenings(by: Reader, gid: UUID, number: int | None) -> tuple[Evening, ...]:
    """Return the evenings with finished games of one or all seasons, oldest first."""
    group = group_for(by, gid, Action.READ)
    within: list[ColumnElement[bool]] = [AnyGame.finished_at.is_not(None)]
    if season := season_or_all(by.session, group, number):
        within.append(AnyGame.season_id == season.id)
    found = sorted(_by_evening(by.session, group, *within).items())
    return tuple(_told(group, day, _games(by.session, own)) for day, own in found)


def _found(group: Group, *columns: Any) -> Any:
    return select(*columns).where(AnyGame.group_id == group.id, AnyGame.is_listed())


def by_evening(
    by: Reader, gid: UUID, games: Sequence[GameInSeason]
) -> dict[date, list[GameInSeason]]:
    """Return listed games by the evening to which they belong, latest first."""
    group = group_for(by, gid, Action.READ)
    days = [each.played_on for each in games]
    if not days:
        return {}
    played = _by_evening(by.session, group, _around(min(days), max(days)))
    evening_of = {row.uuid: day for day, own in played.items() for row in own}
    found = defaultdict[date, list[GameInSeason]](list)
    for each in games:
        found[evening_of.get(each.id_, each.played_on)].append(each)
    return dict(sorted(found.items(), reverse=True))


def _around(first: date, last: date) -> ColumnElement[bool]:
    """Return the condition for games that may share an evening with these days."""
    return AnyGame.played_on.between(first - _AROUND, last + _AROUND)


def _by_evening(
    session: Session, group: Group, *within: ColumnElement[bool]
) -> dict[date, dict[Any, Sitting]]:
    """Return rows of games and when they were played, by evening."""
    columns = (
        *(AnyGame.id, AnyGame.uuid, AnyGame.played_on, AnyGame.started_at),
        *(AnyGame.created_at, AnyGame.finished_at, AnyGame.changed_at),
    )
    rows = session.execute(_found(group, *columns).where(*within)).all()
    zone = ZoneInfo(group.time_zone)
    sittings = {row: _sitting(row, zone) for row in rows}
    found = defaultdict[date, dict[Any, Sitting]](dict)
    days = evenings_of([*sittings.values()])
    for (row, sitting), day in zip(sittings.items(), days, strict=True):
        found[day][row] = sitting
    return found


def _evening(
    session: Session, group: Group, now: Sitting, day: date, of: date | UUID | None
) -> Evening:
    played = _by_evening(session, group, _around(day, day))
    *_, tonight = evenings_of(
        [*(at for own in played.values() for at in own.values()), now]
    )
    wanted = tonight if of is None else day
    if of is not None and of not in played:  # After midnight, or a game.
        same = ((each, row) for each, own in played.items() for row in own)
        wanted = next((e for e, row in same if of in (row.uuid, row.played_on)), day)
    games = _games(session, played.get(wanted, {}))
    return _told(group, wanted, games, is_on=wanted == tonight and bool(games))


def _told(
    group: Group, day: date, games: tuple[EveningGame, ...], *, is_on: bool = False
) -> Evening:
    counting = [each for each in games if each.finished and each.counts]
    return Evening(
        group.uuid,
        group.name,
        day,
        is_on=is_on,
        games=games,
        standings=standings_of(
            {seat.person: seat.rank for seat in each.seats} for each in counting
        ),
    )


def _sitting(row: Any, zone: ZoneInfo) -> Sitting:
    # A time of another day than that of the game is when it was typed in.
    times = (row.started_at, row.created_at)
    here = (t for t in times if t and t.astimezone(zone).date() == row.played_on)
    began = next(here, None)
    return Sitting(row.played_on, began, row.finished_at or row.changed_at)


def _games(session: Session, played: Mapping[Any, Sitting]) -> tuple[EveningGame, ...]:
    sittings = {row.id: sitting for row, sitting in played.items()}
    found = select(AnyGame).where(AnyGame.id.in_(sittings))
    rows = session.scalars(found.options(lazyload(GameRow.rounds))).all()
    seats = seats_of(session, sittings)

    def moment(row: AnyGame) -> tuple[date, float, int]:
        began = sittings[row.id].began
        return row.played_on, began.timestamp() if began else 0, row.id

    in_order = sorted(rows, key=moment, reverse=True)
    return tuple(_game(row, seats[row.id], sittings[row.id]) for row in in_order)


def _game(row: AnyGame, seats: Sequence[SeatResult], sitting: Sitting) -> EveningGame:
    finished = row.finished_at is not None
    if finished and row.game != WIZARD:
        result = seated_game(row).result
        seats = [
            each._replace(rank=result.ranks[at], won=at in result.winners)
            for at, each in enumerate(seats)
        ]
    by_rank = sorted(seats, key=lambda each: (each.rank is None, each.rank or 0))
    known = row.uuid, row.game, finished, row.counts
    return EveningGame(*known, tuple(by_rank), sitting)
