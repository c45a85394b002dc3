"""The tallies of a season summed up, game by game as they were played."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from heapq import merge

from sqlalchemy.orm import Session

from scorepad.services.ledger_words import (
    Kinds,
    Records,
    kind_word,
    marks_in,
    results_of,
)
from scorepad.services.naming import Person
from scorepad.services.shelving import Shelf, missing_of, of_season
from scorepad.stats.ledger import Ledger
from scorepad.stats.predictions import Sums, together
from scorepad.stats.records import set_records
from scorepad.store.filters import Filter
from scorepad.store.ledgers import (
    people_by_row,
)
from scorepad.store.marks import marks_by_game
from scorepad.store.tallies import Tallied, kinds_of, tallies_by_game


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


def counted_kinds(session: Session, shelf: Shelf) -> dict[str, int]:
    """How many games of each kind a season has."""
    known = kinds_of(session, shelf.group.id, shelf.number)
    counts = Counter({kind_word(*kind): games for kind, games in known.items()})
    for _, entries, _ in of_season(shelf):
        counts[kind_word(entries[0].scoring, entries[0].edition)] += 1
    return dict(sorted(counts.items()))


def read_tallies(
    session: Session,
    shelf: Shelf,
    wanted: Filter,
    *,
    rivals_of: int | None = None,
    whole: bool = False,
) -> OpenLedger:
    """The ledger of the games that a filter lets pass; *whole*, with its records."""
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
    missing = {kept.row_id: each for kept, each, _ in missing_of(shelf, wanted)}
    others = (each for each in known if each[0].game_id not in missing)
    return merge(others, sorted(missing.values(), key=_order), key=_order)


def _order(entries: Sequence[Tallied]) -> tuple[date, int]:
    return entries[0].played_on, entries[0].game_id


def read_records(session: Session, shelf: Shelf, wanted: Filter) -> Records:
    """The records of the games of a season that count."""
    missing = {kept.row_id: (kept, each) for kept, _, each in missing_of(shelf, wanted)}
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
