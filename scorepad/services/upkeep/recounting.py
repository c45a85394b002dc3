"""Are the figures that are kept those of the games? Each is worked out once more.

They are no truth, only shown at once: ``scorepad rebuild`` makes them anew. What says
of itself that it is stale is left alone, since the next look at it works it out.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isclose
from typing import Any, Final, TypeVar
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.exc import InvalidRequestError
from sqlalchemy.orm import Session

from scorepad.services.seasons.bookkeeping import VERSION
from scorepad.services.seasons.climbing import stretches_from
from scorepad.services.seasons.ledger_words import (
    course_in,
    predictions_in,
    records_in,
    sums_in,
    to_keep,
)
from scorepad.services.seasons.shelving import Shelf
from scorepad.services.seasons.summing_up import (
    OpenLedger,
    counted_kinds,
    read_tallies,
)
from scorepad.services.seasons.tallying import summary_of
from scorepad.stats.course import Course
from scorepad.stats.race import race
from scorepad.store.groups.people import find_season, group_rows, season_numbers
from scorepad.store.play.kept_games import kept_in_season
from scorepad.store.seasons.filters import EVERY_GAME
from scorepad.store.seasons.ledgers import find_ledger
from scorepad.store.seasons.marks import marks_rows
from scorepad.store.seasons.rating_steps import KeptStep
from scorepad.store.seasons.ratings import mark_of
from scorepad.store.seasons.tallies import days_of_games, tallied, tally_rows
from scorepad.store.tables import ALL_GAMES, GameRow, Group
from scorepad.store.upkeep.faults import FAULTS, is_damage
from scorepad.store.upkeep.figures import (
    Words,
    groups_summed_up,
    numbers_of_seasons,
    stored_marks,
    stored_players,
    stored_steps,
    stored_tallies,
)
from scorepad.store.upkeep.seals import look_at_one_moment

T = TypeVar("T")

NOT_OURS: Final = (ValueError, LookupError, TypeError, InvalidRequestError)
"""What comes of values that nobody here has written."""

NEARLY: Final = 1e-6
"""Another machine may round the last digits of a rating otherwise; none are shown."""


@dataclass(frozen=True, slots=True)
class KeptFigures:
    """What is kept of some games; *summed_up* are groups that have all their tallies.

    *numbers* are those of their seasons, by the row.
    """

    tallies: Mapping[int, list[Words]]
    marks: Mapping[int, list[Words]]
    numbers: Mapping[int, int]
    summed_up: set[int]


def kept_figures(session: Session, rows: Sequence[GameRow]) -> KeptFigures | None:
    """Read what is kept of some games, if it can be. Four queries for all of them."""
    return _unless_damaged(lambda: _kept_figures(session, rows))


def _kept_figures(session: Session, rows: Sequence[GameRow]) -> KeptFigures:
    ids = [row.id for row in rows]
    return KeptFigures(
        stored_tallies(session, ids),
        stored_marks(session, ids),
        numbers_of_seasons(session, {row.season_id for row in rows}),
        groups_summed_up(session, VERSION),
    )


def is_tallied(row: GameRow, kept: KeptFigures | None) -> bool:
    """Whether tallies and marks are those of the game, or about to be made anew."""
    return kept is not None and bool(_unless_damaged(lambda: _is_tallied(row, kept)))


def _is_tallied(row: GameRow, kept: KeptFigures) -> bool:
    game = kept_in_season(row, kept.numbers[row.season_id])
    summary = summary_of(game)
    tallies, marks = kept.tallies[row.id], kept.marks[row.id]
    if (tallies, marks) == (
        tally_rows(game, tallied(game, summary.tallies)),
        marks_rows(game, to_keep(summary.marks)),
    ):
        return True
    is_current = bool(tallies) and tallies[0]["revision"] == row.revision
    return not (is_current or row.group_id in kept.summed_up)


def wrong_sums(session: Session) -> Iterator[tuple[UUID, str]]:
    """Groups, and which of their figures are wrong: those of a season, or ratings."""
    for row_id in group_rows(session):
        for number in (ALL_GAMES, *season_numbers(session, row_id)):
            what = f"season {number}" if number else "all seasons"
            yield from _wrong(session, row_id, number, _is_summed_up, what)
        yield from _wrong(session, row_id, ALL_GAMES, _is_rated, "ratings")


def _wrong(
    session: Session,
    row_id: int,
    number: int,
    is_right: Callable[[Session, Shelf], bool],
    what: str,
) -> Iterator[tuple[UUID, str]]:
    look_at_one_moment(session)
    group = session.get(Group, row_id)
    if group is not None:
        uuid = group.uuid
        season = find_season(session, group, number) if number else None
        shelf = Shelf(group, season)
        if not _unless_damaged(lambda: is_right(session, shelf)):
            yield uuid, what


def _unless_damaged(look: Callable[[], T]) -> T | None:
    """What a look finds, or nothing where it cannot read what is kept."""
    try:
        return look()
    except (*FAULTS, *NOT_OURS) as fault:
        if isinstance(fault, FAULTS) and not is_damage(fault):
            raise
        return None


def _is_summed_up(session: Session, shelf: Shelf) -> bool:
    """Whether the ledger of a season is that of its tallies, as far as it is current.

    Of a stale one that is what does not depend on the order of games.
    """
    row = find_ledger(session, shelf.group.id, shelf.number)
    if row is None or row.version != VERSION:
        return True
    found = read_tallies(session, shelf, EVERY_GAME, whole=True)
    players = stored_players(session, shelf.group.id, shelf.number)
    return (
        row.kinds == counted_kinds(session, shelf)
        and predictions_in(row.predictions) == found.predictions
        and {id_: sums_in(each) for id_, each in players.items()} == found.ledger.sums
        and (row.stale or _is_in_order(session, shelf, row, players, found))
    )


def _is_in_order(
    session: Session,
    shelf: Shelf,
    row: Row[Any],
    players: Mapping[int, Row[Any]],
    found: OpenLedger,
) -> bool:
    ledger, last = found.ledger, found.ledger.last_game
    days = days_of_games(session, shelf.group.id, only=last) if last else {}
    return (
        (row.games, row.last_game) == (ledger.games, last)
        and row.last_played_on == (days[last] if last else None)
        and records_in(row.records) == found.records
        and all(
            _is_as_shown(course_in(each), ledger.courses[id_], ledger.games)
            for id_, each in players.items()
        )
    )


def _is_as_shown(kept: Course, found: Course, games: int) -> bool:
    """Whether two courses are the same to whoever sees them.

    One that grew game by game has steps that no race shows any more.
    """
    return (
        (kept.form, kept.run) == (found.form, found.run)
        and kept.longest_run == found.longest_run
        and kept.longest_drought == found.longest_drought
        and race([kept.steps], games) == race([found.steps], games)
    )


def _is_rated(session: Session, shelf: Shelf) -> bool:
    """Whether the ratings of a group are those of its games, before they are stale.

    Whoever saves need not wait for all of it; where somebody changed a game meanwhile,
    the next look tells.
    """
    group_id = shelf.group.id
    began, place = mark_of(session, group_id), 0
    for stretch in stretches_from(session, group_id, place):
        mark = mark_of(session, group_id)
        if mark.changes != began.changes:
            break
        until = min(stretch.until, mark.stale_from)
        kept = stored_steps(session, group_id, place, until)
        found = [step for step in stretch.steps if step.place < until]
        if not _are_nearly(kept, found):
            return False
        if until < stretch.until:
            break
        place = until
        look_at_one_moment(session)
    return True


def _are_nearly(kept: Sequence[KeptStep], found: Sequence[KeptStep]) -> bool:
    return len(kept) == len(found) and all(map(_is_nearly, kept, found))


def _is_nearly(kept: KeptStep, found: KeptStep) -> bool:
    return (
        kept._replace(mu=0, sigma=0) == found._replace(mu=0, sigma=0)
        and isclose(kept.mu, found.mu, rel_tol=0, abs_tol=NEARLY)
        and isclose(kept.sigma, found.sigma, rel_tol=0, abs_tol=NEARLY)
    )
