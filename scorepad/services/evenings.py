"""The evenings of a group: their games of all kinds, and who leads."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session, lazyload

from scorepad.db.history import Reader
from scorepad.db.tables import WIZARD, AnyGame, GameRow, Group
from scorepad.services.permissions import Action, group_for
from scorepad.services.seasons import season_or_not_there, seats_of
from scorepad.services.stored_games import seated_game
from scorepad.statistics.evening import EveningPlace, Sitting, evenings_of, standings_of
from scorepad.statistics.season import GameInSeason, SeatResult

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
    if number is not None:
        season = season_or_not_there(by.session, group, number)
        within.append(AnyGame.season_id == season.id)
    sittings = _sittings(by.session, group, *within)
    days = defaultdict[date, dict[int, Sitting]](dict)
    evenings = evenings_of([*sittings.values()])
    for (row, at), day in zip(sittings.items(), evenings, strict=True):
        days[day][row.id] = at
    return tuple(
        _told(group, day, _games(by.session, own)) for day, own in sorted(days.items())
    )


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
    sittings = _sittings(by.session, group, _around(min(days), max(days)))
    evenings = evenings_of([*sittings.values()])
    evening_of = {r.uuid: e for r, e in zip(sittings, evenings, strict=True)}
    found = defaultdict[date, list[GameInSeason]](list)
    for each in games:
        found[evening_of.get(each.id_, each.played_on)].append(each)
    return dict(sorted(found.items(), reverse=True))


def _around(first: date, last: date) -> ColumnElement[bool]:
    """Return the condition for games that may share an evening with these days."""
    return AnyGame.played_on.between(first - _AROUND, last + _AROUND)


def _sittings(
    session: Session, group: Group, *within: ColumnElement[bool]
) -> dict[Any, Sitting]:
    columns = (
        *(AnyGame.id, AnyGame.uuid, AnyGame.played_on, AnyGame.started_at),
        *(AnyGame.created_at, AnyGame.finished_at, AnyGame.changed_at),
    )
    rows = session.execute(_found(group, *columns).where(*within)).all()
    zone = ZoneInfo(group.time_zone)
    return {row: _sitting(row, zone) for row in rows}


def _evening(
    session: Session, group: Group, now: Sitting, day: date, of: date | UUID | None
) -> Evening:
    sittings = _sittings(session, group, _around(day, day))
    *days, tonight = evenings_of([*sittings.values(), now])
    if of is None:
        wanted = tonight
    elif of in days:
        wanted = day
    else:  # After midnight, or a game.
        same = zip(sittings, days, strict=True)
        wanted = next((e for row, e in same if of in (row.uuid, row.played_on)), day)
    own = zip(sittings.items(), days, strict=True)
    games = _games(session, {r.id: at for (r, at), each in own if each == wanted})
    is_on = wanted == tonight and bool(games)
    return _told(group, wanted, games, is_on=is_on)


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


def _games(
    session: Session, sittings: Mapping[int, Sitting]
) -> tuple[EveningGame, ...]:
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
