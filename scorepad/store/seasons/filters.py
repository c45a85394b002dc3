"""Which games of a season to look at, as conditions of the database."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date

from sqlalchemy import ColumnElement, Text, cast, func, select

from scorepad.rules.wizard.game import AnyScoring, Extra, Schedule, Scoring
from scorepad.store.tables import GameRow, Season, Seat


@dataclass(frozen=True, slots=True)
class Filter:
    """Games of so many *players*, of one *schedule*, *since* a day and *until* one.

    *edition* are exactly the extra cards in the deck. What is ``None`` does not matter;
    without anything it lets every game pass. But games of one *scoring* are never
    summed up with those of another: where none is wanted, sums are of the classic ones.
    """

    players: int | None = None
    schedule: Schedule | None = None
    edition: frozenset[Extra] | None = None
    scoring: AnyScoring | None = None
    since: date | None = None
    until: date | None = None

    @property
    def is_set(self) -> bool:
        """Whether it keeps any game out."""
        return self != EVERY_GAME

    @property
    def summed(self) -> "Filter":
        """The games of it that may be summed up together."""
        return replace(self, scoring=self.counted_by)

    @property
    def listed(self) -> "Filter":
        """The games of it that a page lists: those it sums up, or all there are."""
        return self.summed if self.is_set else self

    @property
    def counted_by(self) -> AnyScoring:
        """The scoring of the games that are summed up."""
        return self.scoring or Scoring.CLASSIC


EVERY_GAME = Filter()


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
    if wanted.edition is not None:
        # PostgreSQL cannot compare JSON, but keeps it letter by letter.
        yield cast(GameRow.edition, Text) == json.dumps(sorted(wanted.edition))
    if wanted.scoring is not None:
        yield GameRow.scoring == wanted.scoring.value
    if wanted.since is not None:
        yield GameRow.played_on >= wanted.since
    if wanted.until is not None:
        yield GameRow.played_on <= wanted.until
