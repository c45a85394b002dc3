"""Which games of a season to look at, as conditions of the database."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from sqlalchemy import ColumnElement, func, select

from scorepad.rules.wizard.game import Schedule
from scorepad.store.tables import ALL_GAMES, GameRow, Season, Seat, Tally


@dataclass(frozen=True, slots=True)
class Filter:
    """Games of so many *players*, of one *schedule*, *since* a day and *until* one.

    What is ``None`` does not matter; without anything it lets every game pass.
    """

    players: int | None = None
    schedule: Schedule | None = None
    since: date | None = None
    until: date | None = None

    @property
    def is_set(self) -> bool:
        """Whether it keeps any game out."""
        return self != EVERY_GAME

    def lets_pass(self, players: int, schedule: Schedule, day: date) -> bool:
        """Whether such a game is wanted."""
        return (
            self.players in {None, players}
            and self.schedule in {None, schedule}
            and (self.since or date.min) <= day <= (self.until or date.max)
        )


EVERY_GAME = Filter()


def tallies_within(
    group_id: int, number: int, wanted: Filter
) -> Iterator[ColumnElement[bool]]:
    """Tallies of a season, or of all games of the group (*number* 0)."""
    yield Tally.group_id == group_id
    if number != ALL_GAMES:
        yield Tally.number == number
    if wanted.players is not None:
        yield Tally.seats == wanted.players
    if wanted.schedule is not None:
        yield Tally.schedule == wanted.schedule.value
    if wanted.since is not None:
        yield Tally.played_on >= wanted.since
    if wanted.until is not None:
        yield Tally.played_on <= wanted.until


def games_within(
    group_id: int, season: Season | None, wanted: Filter
) -> Iterator[ColumnElement[bool]]:
    """Games of a *season*, or of all, that are not deleted."""
    yield GameRow.deleted_at.is_(None)
    if season is None:
        yield GameRow.group_id == group_id
    else:
        yield GameRow.season_id == season.id
    if wanted.players is not None:
        seats = select(func.count(Seat.seat)).where(Seat.game_id == GameRow.id)
        yield seats.correlate(GameRow).scalar_subquery() == wanted.players
    if wanted.schedule is not None:
        yield GameRow.schedule == wanted.schedule.value
    if wanted.since is not None:
        yield GameRow.played_on >= wanted.since
    if wanted.until is not None:
        yield GameRow.played_on <= wanted.until
