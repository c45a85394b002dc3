"""Opening the ledger of a season to read; what is stale is worked out and kept."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Scoring
from scorepad.services.naming import Person
from scorepad.services.seasons.bookkeeping import VERSION
from scorepad.services.seasons.catching_up import catch_up, worked_out
from scorepad.services.seasons.ledger_words import (
    Kinds,
    Records,
    course_in,
    course_words,
    in_words,
    kinds_in,
    predictions_in,
    record_words,
    records_in,
    sum_words,
    sums_in,
)
from scorepad.services.seasons.shelving import Shelf, Worked, of_season
from scorepad.services.seasons.summing_up import (
    OpenLedger,
    counted_kinds,
    read_records,
    read_tallies,
)
from scorepad.stats.course import Course
from scorepad.stats.ledger import Ledger
from scorepad.stats.predictions import Sums
from scorepad.stats.sums import PlayerSums
from scorepad.store.db import write_transaction
from scorepad.store.play.kept_games import untallied_games
from scorepad.store.seasons.filters import EVERY_GAME, Filter
from scorepad.store.seasons.ledgers import (
    begin_ledger,
    find_ledger,
    held_ledger,
    player_in_ledger,
    players_in_ledger,
    replace_ledger,
)
from scorepad.store.seasons.ratings import hold_mark
from scorepad.store.seasons.tallies import days_of_games
from scorepad.store.upkeep.faults import FAULTS


@dataclass(frozen=True, slots=True)
class OpenPage:
    """One player's page of the ledger, and everybody's predictions.

    *missing* are games of the season that the database knows no tallies of, whichever
    were wanted. *kinds* are those of all its games.
    """

    sums: PlayerSums[int]
    course: Course
    predictions: Sums
    kinds: Kinds = ()
    missing: tuple[Worked, ...] = ()


def open_ledger(
    session: Session, shelf: Shelf, wanted: Filter = EVERY_GAME
) -> OpenLedger:
    """The ledger of a season, or of its games that a filter lets pass.

    Two queries where nothing is stale and no filter set.
    """
    row, shelf = _present(session, shelf)
    wanted = _needed(row, wanted)
    if wanted.is_set:
        found = read_tallies(session, shelf, wanted)
        return replace(found, kinds=_kinds(session, shelf, row))
    if row is None or row.stale:
        return write_anew(session, shelf)
    return _as_kept(session, shelf, row)


def open_page(
    session: Session, shelf: Shelf, player_id: int, wanted: Filter = EVERY_GAME
) -> OpenPage:
    """One player's page of the ledger, of the games that a filter lets pass.

    Two queries where nothing is stale and no filter set.
    """
    row, shelf = _present(session, shelf)
    wanted = _needed(row, wanted)
    if row is not None and not row.stale and not wanted.is_set:
        kept = player_in_ledger(session, player_id, shelf.number)
        predictions = predictions_in(row.predictions)
        kinds = kinds_in(row.kinds)
        if kept is None:
            return OpenPage(PlayerSums(), Course(), predictions, kinds)
        return OpenPage(sums_in(kept), course_in(kept), predictions, kinds)
    if wanted.is_set:
        opened = read_tallies(session, shelf, wanted, rivals_of=[player_id])
        opened = replace(opened, kinds=_kinds(session, shelf, row))
    else:
        opened = write_anew(session, shelf)
    ledger = opened.ledger
    return OpenPage(
        ledger.sums[player_id],
        ledger.courses[player_id],
        opened.predictions,
        opened.kinds,
        tuple(of_season(shelf)),
    )


def open_records(
    session: Session, shelf: Shelf, wanted: Filter = EVERY_GAME
) -> tuple[Records, Kinds]:
    """The records of a season, by the rows of games, and the kinds of all its games.

    One query where nothing is stale and no filter set.
    """
    row, shelf = _present(session, shelf)
    wanted = _needed(row, wanted)
    if wanted.is_set:
        found = read_records(session, shelf, wanted)
        return found, _kinds(session, shelf, row)
    if row is None or row.stale:
        opened = write_anew(session, shelf)
        return opened.records or {}, opened.kinds
    return records_in(row.records), kinds_in(row.kinds)


def _kinds(session: Session, shelf: Shelf, row: Row[Any] | None) -> Kinds:
    """The kinds of games that a season has; counted where its ledger does not know."""
    return kinds_in(counted_kinds(session, shelf) if row is None else row.kinds)


def _present(session: Session, shelf: Shelf) -> tuple[Row[Any] | None, Shelf]:
    """The row of the ledger if it is of this version, with all tallies at hand."""
    row = find_ledger(session, shelf.group.id, shelf.number)
    if row is not None and row.version == VERSION:
        return row, shelf
    with suppress(TimeoutError, *FAULTS):
        catch_up(session, shelf.group, hurried=True)
    return None, replace(shelf, missing=tuple(worked_out(session, shelf.group)))


def _needed(row: Row[Any] | None, wanted: Filter) -> Filter:
    """A filter without what lets every game of a season pass that is summed up."""
    classic = {
        edition
        for scoring, edition, _ in kinds_in({} if row is None else row.kinds)
        if scoring == Scoring.CLASSIC
    }
    if wanted.counted_by == Scoring.CLASSIC:
        wanted = replace(wanted, scoring=None)
        if classic == {wanted.edition}:
            wanted = replace(wanted, edition=None)
    return wanted


def _as_kept(session: Session, shelf: Shelf, row: Row[Any]) -> OpenLedger:
    ledger: Ledger[int] = Ledger(games=row.games)
    people = {}
    for each in players_in_ledger(session, shelf.group.id, shelf.number):
        ledger.sums[each.player_id] = sums_in(each)
        ledger.courses[each.player_id] = course_in(each)
        people[each.player_id] = Person(each.uuid, each.name)
    return OpenLedger(
        ledger,
        people,
        predictions_in(row.predictions),
        kinds_in(row.kinds),
        records=records_in(row.records),
    )


def is_written(session: Session, shelf: Shelf) -> bool:
    """Whether the ledger of a season is there, stale or not."""
    row = find_ledger(session, shelf.group.id, shelf.number)
    return row is not None and row.version == VERSION


def write_anew(session: Session, shelf: Shelf, *, hurried: bool = True) -> OpenLedger:
    """Work the ledger of a season out from its tallies, and keep it if that can be.

    Nobody's save waits for the working out: only if no game has changed meanwhile
    is it kept. *hurried*, neither does it wait for others who write.
    """
    seen = None if shelf.missing else _begun(session, shelf, hurried=hurried)
    found = read_tallies(session, shelf, EVERY_GAME, whole=True)
    kinds = counted_kinds(session, shelf)
    if seen is not None:
        with suppress(TimeoutError, *FAULTS):
            _keep(session, shelf, found, kinds, seen, hurried=hurried)
    return replace(found, kinds=kinds_in(kinds))


def _begun(session: Session, shelf: Shelf, *, hurried: bool) -> int | None:
    """Begin a ledger; tell how many changes it has counted, if it may be kept.

    What is kept is believed, and every change taken out of it that the tallies know. So
    all of these must be there before: players may just have been put together.
    """
    with suppress(TimeoutError, *FAULTS), write_transaction(session, hurried=hurried):
        hold_mark(session, shelf.group.id)
        if not untallied_games(session, of=shelf.group.id, at_most=1):
            seen = begin_ledger(session, shelf.group.id, shelf.number)
            session.commit()
            return seen
    return None


def _keep(  # noqa: PLR0913 - what to keep, and where
    session: Session,
    shelf: Shelf,
    found: OpenLedger,
    kinds: Mapping[str, int],
    seen: int,
    *,
    hurried: bool,
) -> None:
    ledger, game = found.ledger, found.ledger.last_game
    days = days_of_games(session, shelf.group.id, only=game) if game else {}
    whole: dict[str, Any] = {
        "version": VERSION,
        "stale": False,
        "games": ledger.games,
        "last_played_on": days[game] if game else None,
        "last_game": game,
        "records": record_words(found.records or {}),
        "predictions": in_words(found.predictions),
        "kinds": kinds,
        "tail": [],
    }
    players = {
        id_: {**sum_words(sums), **course_words(ledger.courses[id_])}
        for id_, sums in ledger.sums.items()
    }
    with write_transaction(session, hurried=hurried):
        hold_mark(session, shelf.group.id)
        row = held_ledger(session, shelf.group.id, shelf.number)
        if row is not None and row.changes == seen:
            replace_ledger(session, shelf.group.id, shelf.number, whole, players)
            session.commit()
