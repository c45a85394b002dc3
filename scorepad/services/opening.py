"""Opening the ledger of a season to read; what is stale is worked out and kept."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from heapq import merge
from typing import Any

from sqlalchemy import Row
from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Scoring
from scorepad.services.bookkeeping import VERSION
from scorepad.services.catching_up import catch_up, worked_out
from scorepad.services.ledger_words import (
    Kinds,
    Records,
    course_in,
    course_words,
    in_words,
    kind_word,
    kinds_in,
    marks_in,
    predictions_in,
    record_words,
    records_in,
    results_of,
    sum_words,
    sums_in,
)
from scorepad.services.naming import Person
from scorepad.services.tallying import Summary
from scorepad.stats.course import Course
from scorepad.stats.ledger import Ledger
from scorepad.stats.predictions import Sums, together
from scorepad.stats.records import set_records
from scorepad.stats.sums import PlayerSums
from scorepad.store.db import write_transaction
from scorepad.store.faults import FAULTS
from scorepad.store.filters import EVERY_GAME, Filter
from scorepad.store.kept_games import KeptGame
from scorepad.store.ledgers import (
    begin_ledger,
    find_ledger,
    held_ledger,
    people_by_row,
    player_in_ledger,
    players_in_ledger,
    replace_ledger,
)
from scorepad.store.marks import marks_by_game
from scorepad.store.ratings import hold_mark
from scorepad.store.tables import ALL_GAMES, Group, Season
from scorepad.store.tallies import Tallied, kinds_of, tallies_by_game

Worked = tuple[KeptGame, tuple[Tallied, ...], Summary]
"""A game, its tallies and what else follows from it."""


@dataclass(frozen=True, slots=True)
class OpenLedger:
    """What is read from the ledger of a season, by the rows of players.

    *predictions* are those of everybody; *last* is the place of the last game. *kinds*
    are those of all games of the season, whichever were wanted.
    """

    ledger: Ledger[int]
    people: Mapping[int, Person]
    predictions: Sums
    kinds: Kinds = ()
    last: tuple[date, int] | None = None
    records: Records | None = None


@dataclass(frozen=True, slots=True)
class OpenPage:
    """One player's page of the ledger, and everybody's predictions.

    *missing* are games that the database knows no tallies of. *kinds* are those of all
    games of the season.
    """

    sums: PlayerSums[int]
    course: Course
    predictions: Sums
    kinds: Kinds = ()
    missing: tuple[Worked, ...] = ()


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where a ledger is: of a *group*, one *season* or all of them.

    *missing* are games whose tallies the database does not have, and does not take.
    """

    group: Group
    season: Season | None
    missing: tuple[Worked, ...] = ()

    @property
    def number(self) -> int:
        """The number that it is found by."""
        return ALL_GAMES if self.season is None else self.season.number


def open_ledger(
    session: Session, shelf: Shelf, wanted: Filter = EVERY_GAME
) -> OpenLedger:
    """The ledger of a season, or of its games that a filter lets pass.

    Two queries where nothing is stale and no filter set.
    """
    row, shelf = _present(session, shelf)
    wanted = _needed(row, wanted)
    if wanted.is_set:
        found = _read_tallies(session, shelf, wanted)
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
        opened = _read_tallies(session, shelf, wanted, rivals_of=player_id)
        opened = replace(opened, kinds=_kinds(session, shelf, row))
    else:
        opened = write_anew(session, shelf)
    ledger = opened.ledger
    return OpenPage(
        ledger.sums[player_id],
        ledger.courses[player_id],
        opened.predictions,
        opened.kinds,
        tuple(_missing(shelf, wanted)),
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
    return kinds_in(_counted_kinds(session, shelf) if row is None else row.kinds)


def _counted_kinds(session: Session, shelf: Shelf) -> dict[str, int]:
    known = kinds_of(session, shelf.group.id, shelf.number)
    counts = Counter({kind_word(*kind): games for kind, games in known.items()})
    for _, entries, _ in _of_season(shelf):
        counts[kind_word(entries[0].scoring, entries[0].edition)] += 1
    return dict(sorted(counts.items()))


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
    seen = None
    with suppress(TimeoutError, *FAULTS), write_transaction(session, hurried=hurried):
        hold_mark(session, shelf.group.id)
        seen = begin_ledger(session, shelf.group.id, shelf.number)
        session.commit()
    found = _read_tallies(session, shelf, EVERY_GAME, whole=True)
    kinds = _counted_kinds(session, shelf)
    if seen is not None:
        with suppress(TimeoutError, *FAULTS):
            _keep(session, shelf, found, kinds, seen, hurried=hurried)
    return replace(found, kinds=kinds_in(kinds))


def _keep(  # noqa: PLR0913 - what to keep, and where
    session: Session,
    shelf: Shelf,
    found: OpenLedger,
    kinds: Mapping[str, int],
    seen: int,
    *,
    hurried: bool,
) -> None:
    played_on, game = found.last or (None, None)
    ledger = found.ledger
    whole: dict[str, Any] = {
        "version": VERSION,
        "stale": False,
        "games": ledger.games,
        "last_played_on": played_on,
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


def _read_tallies(
    session: Session,
    shelf: Shelf,
    wanted: Filter,
    *,
    rivals_of: int | None = None,
    whole: bool = False,
) -> OpenLedger:
    ledger: Ledger[int] = Ledger(whole, rivals_of, wanted.counted_by)
    last = None
    for entries in games_in_order(session, shelf, wanted):
        for each in entries:
            ledger.sums[each.player_id].listed += 1
        results = results_of(entries)
        if results:
            last = entries[0].played_on, entries[0].game_id
        ledger.enter(results)
    ledger.settle()
    predictions = together(sums.predictions for sums in ledger.sums.values())
    records = read_records(session, shelf, wanted) if whole else None
    known = people_by_row(session, ledger.sums) if ledger.sums else {}
    people = {id_: Person(each.uuid, each.name) for id_, each in known.items()}
    return OpenLedger(ledger, people, predictions, last=last, records=records)


def games_in_order(
    session: Session, shelf: Shelf, wanted: Filter
) -> Iterator[tuple[Tallied, ...]]:
    """The tallies of a season, game by game as they were played."""
    known = tallies_by_game(session, shelf.group.id, shelf.number, wanted)
    if not shelf.missing:
        return known
    missing = {kept.row_id: each for kept, each, _ in _missing(shelf, wanted)}
    others = (each for each in known if each[0].game_id not in missing)
    return merge(others, sorted(missing.values(), key=_order), key=_order)


def _order(entries: Sequence[Tallied]) -> tuple[date, int]:
    return entries[0].played_on, entries[0].game_id


def read_records(session: Session, shelf: Shelf, wanted: Filter) -> Records:
    """The records of the games of a season that count."""
    missing = {kept.row_id: (kept, each) for kept, _, each in _missing(shelf, wanted)}
    others = (
        (played_on, row_id, marks_in(marks))
        for row_id, played_on, marks in marks_by_game(
            session, shelf.group, shelf.season, wanted
        )
        if row_id not in missing
    )
    own = sorted(
        (kept.played_on, row_id, each.marks)
        for row_id, (kept, each) in missing.items()
        if kept.counts
    )
    records: Records = {}
    for _, row_id, marks in merge(others, own, key=lambda each: each[:2]):
        set_records(records, row_id, marks)
    return records


def _missing(shelf: Shelf, wanted: Filter) -> Iterator[Worked]:
    for kept, entries, summary in _of_season(shelf):
        if wanted.sums_up(kept.game, kept.played_on):
            yield kept, entries, summary


def _of_season(shelf: Shelf) -> Iterator[Worked]:
    for worked in shelf.missing:
        kept, *_ = worked
        if not kept.deleted and shelf.number in {kept.number, ALL_GAMES}:
            yield worked
