"""Games as values of the rules, loaded in bulk, and filters of games of a season."""

import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from sqlalchemy import ColumnElement, Text, cast, func, select
from sqlalchemy.orm import Session, lazyload

from scorepad.db.rounds import rounds_of
from scorepad.db.rows import settings_value
from scorepad.db.tables import WIZARD, GameRow, Season, Seat
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.schedule import Extra, Schedule
from scorepad.games.wizard.scoring import AnyScoring, Scoring
from scorepad.games.wizard.seating import with_rounds


def load_games(
    session: Session, row_ids: Collection[int]
) -> list[tuple[GameRow, Game]]:
    """Return rows and values of games by row id, in that order, by three queries."""
    games = select(GameRow).where(GameRow.id.in_(row_ids)).order_by(GameRow.id)
    rows = session.scalars(games.options(lazyload(GameRow.rounds))).all()
    played = rounds_of(session, row_ids)
    found = []
    for row in rows:
        rounds = {n: each.value for n, each in played[row.id].items()}
        found.append((row, with_rounds(settings_value(row), rounds)))
    return found


@dataclass(frozen=True, slots=True)
class Filter:
    """A selection of games: *players* is a number, *since* and *until* are included.

    A field of ``None`` does not filter. Sums never mix scorings: classic if ``None``.
    """

    players: int | None = None
    schedule: Schedule | None = None
    edition: frozenset[Extra] | None = None
    scoring: AnyScoring | None = None
    since: date | None = None
    until: date | None = None

    @property
    def is_set(self) -> bool:
        """Whether it excludes any game."""
        return self != EVERY_GAME

    @property
    def summed(self) -> "Filter":
        """The filter for sums, limited to one scoring."""
        return replace(self, scoring=self.counted_by)

    @property
    def listed(self) -> "Filter":
        """The filter for lists: that for sums, or none at all."""
        return self.summed if self.is_set else self

    @property
    def counted_by(self) -> AnyScoring:
        """The scoring of the games that are summed up."""
        return self.scoring or Scoring.CLASSIC

    @property
    def is_rated(self) -> bool:
        """Whether the ratings cover the games that are summed up."""
        return self.counted_by == Scoring.CLASSIC


EVERY_GAME = Filter()


class Selection(NamedTuple):
    """The *wanted* games of a group (row id) in a *season*, or in all seasons."""

    group_id: int
    season: Season | None = None
    wanted: Filter = EVERY_GAME


def games_within(
    group_id: int, season: Season | None, wanted: Filter
) -> Iterator[ColumnElement[bool]]:
    """Yield conditions for games of Wizard in a *season*, or in all seasons."""
    yield GameRow.game == WIZARD
    yield GameRow.is_listed()
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
        # PostgreSQL cannot compare JSON, but stores it verbatim.
        yield cast(GameRow.edition, Text) == json.dumps(sorted(wanted.edition))
    if wanted.scoring is not None:
        yield GameRow.scoring == wanted.scoring.value
    if wanted.since is not None:
        yield GameRow.played_on >= wanted.since
    if wanted.until is not None:
        yield GameRow.played_on <= wanted.until
