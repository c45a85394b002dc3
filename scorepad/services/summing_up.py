"""The tallies of a season summed up."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import chain
from typing import Any, Final

from sqlalchemy.orm import Session

from scorepad.services.ledger_words import (
    Kinds,
    Records,
    kind_word,
    marks_in,
    results_of,
    to_keep,
)
from scorepad.services.naming import Person
from scorepad.services.shelving import Shelf, Worked, missing_of, of_season
from scorepad.stats.columns import Had
from scorepad.stats.ledger import Ledger, ledger_of
from scorepad.stats.predictions import Sums, together
from scorepad.stats.records import Kind, beats, set_records
from scorepad.store.filters import Filter
from scorepad.store.ledgers import people_by_row
from scorepad.store.marks import KeptMark, marks_by_game
from scorepad.store.tallies import (
    days_of_games,
    kinds_of,
    ranked_tallies,
    unranked_tallies,
)


@dataclass(frozen=True, slots=True)
class OpenLedger:
    """What is read from the ledger of a season, by the rows of players.

    *predictions* are those of everybody. *kinds* are those of all games of the season,
    whichever were wanted.
    """

    ledger: Ledger[int]
    people: Mapping[int, Person]
    predictions: Sums
    kinds: Kinds = ()
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
    rivals_of: Collection[int] = (),
    whole: bool = False,
) -> OpenLedger:
    """The ledger of the games that a filter lets pass, with some players' rivals.

    *whole*, with those of everybody, and its records.
    """
    missing = tuple(missing_of(shelf, wanted))
    ledger = ledger_of(
        _parts(session, shelf, wanted, missing),
        scoring=wanted.counted_by,
        rivals_of=None if whole else rivals_of,
    )
    listed = Counter({id_: sums.games for id_, sums in ledger.sums.items()})
    listed.update(_unranked(session, shelf, wanted, missing))
    for id_, games in listed.items():
        ledger.sums[id_].listed = games
    known = people_by_row(session, ledger.sums) if ledger.sums else {}
    return OpenLedger(
        ledger,
        people={id_: Person(each.uuid, each.name) for id_, each in known.items()},
        predictions=together(sums.predictions for sums in ledger.sums.values()),
        records=read_records(session, shelf, wanted) if whole else None,
    )


def _parts(
    session: Session, shelf: Shelf, wanted: Filter, missing: Sequence[Worked]
) -> Iterator[Sequence[Sequence[Any]]]:
    """What everybody has from the games that count, in the order they were played."""
    group = shelf.group.id
    known = ranked_tallies(session, group, shelf.number, wanted)
    if not missing:
        yield from known
        return
    own = {kept.row_id: kept.played_on for kept, _, _ in missing}
    days = days_of_games(session, group) | own
    rows = chain.from_iterable(known)
    had = [Had[int]._make(row) for row in rows if row[0] not in own]
    had += [each for _, entries, _ in missing for each in results_of(entries)]
    had.sort(key=lambda each: (days[each.game], each.game))
    yield had


def _unranked(
    session: Session, shelf: Shelf, wanted: Filter, missing: Sequence[Worked]
) -> Iterator[int]:
    """Who sat at a finished game that does not count, once for every game."""
    own = {kept.row_id for kept, _, _ in missing}
    group = shelf.group.id
    for game, player in unranked_tallies(session, group, shelf.number, wanted):
        if game not in own:
            yield player
    for _, entries, _ in missing:
        yield from (each.player_id for each in entries if not each.ranked)


def read_records(session: Session, shelf: Shelf, wanted: Filter) -> Records:
    """The records of the games of a season that count."""
    missing = {kept.row_id: (kept, each) for kept, _, each in missing_of(shelf, wanted)}
    known = marks_by_game(session, shelf.group, shelf.season, wanted)
    others = (each for each in known if each[1] not in missing)
    own = sorted(
        (kept.played_on, row_id, to_keep(each.marks))
        for row_id, (kept, each) in missing.items()
        if kept.counts
    )
    records: Records = {}
    for _, row_id, marks in merge(others, own, key=lambda each: each[:2]):
        set_records(records, row_id, marks_in(_beating(records, marks)))
    return records


def _beating(records: Records, marks: Iterable[KeptMark]) -> Iterator[KeptMark]:
    """Marks that are records; the others, almost all, are not worth reading on."""
    for each in marks:
        kind = KINDS[each.kind]
        known = records.get(kind)
        if known is None or beats(kind, each.value, known.mark.value):
            yield each


KINDS: Final = {kind.value: kind for kind in Kind}
