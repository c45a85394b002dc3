"""The tallies of a season summed up."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from typing import Any

from sqlalchemy.orm import Session

from scorepad.services.naming import Person
from scorepad.services.seasons.ledger_words import (
    Kinds,
    Records,
    kind_word,
    marks_in,
    results_of,
    to_keep,
)
from scorepad.services.seasons.shelving import Shelf, Worked, missing_of, of_season
from scorepad.stats.columns import Columns, by_player, joined, without
from scorepad.stats.ledger import Ledger, ledger_of
from scorepad.stats.predictions import Sums, together
from scorepad.stats.records import beats, set_records
from scorepad.store.seasons.filters import Filter
from scorepad.store.seasons.ledgers import people_by_row
from scorepad.store.seasons.marks import KeptMark, marks_by_game
from scorepad.store.seasons.tallies import games_in_order, kinds_of, tallies_by_player


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
    had, listed = _what_everybody_has(session, shelf, wanted, missing)
    ledger = ledger_of(
        _in_order(session, shelf, had),
        had,
        scoring=wanted.counted_by,
        rivals_of=None if whole else rivals_of,
    )
    for id_, games in listed.items():
        ledger.sums[id_].listed = games
    known = people_by_row(session, ledger.sums) if ledger.sums else {}
    return OpenLedger(
        ledger,
        people={id_: Person(each.uuid, each.name) for id_, each in known.items()},
        predictions=together(sums.predictions for sums in ledger.sums.values()),
        records=read_records(session, shelf, wanted) if whole else None,
    )


def _what_everybody_has(
    session: Session, shelf: Shelf, wanted: Filter, missing: Sequence[Worked]
) -> tuple[dict[int, Columns], Counter[int]]:
    """What everybody has from the games that count, and how many games they are in."""
    entries = [each for _, entries, _ in missing for each in entries]
    had = by_player(results_of(entries))[1]
    listed = Counter(each.player_id for each in entries)
    outdated = {each.game_id for each in entries}
    known = tallies_by_player(session, shelf.group.id, shelf.number, wanted)
    for id_, ranked, games, values in known:
        listed[id_] += len(games) - len(outdated.intersection(games))
        own = without(Columns(games, *values), outdated)
        if ranked and own.games:
            had[id_] = joined(had[id_], own) if id_ in had else own
    return had, +listed  # without those who are in none any more


def _in_order(
    session: Session, shelf: Shelf, had: Mapping[int, Columns]
) -> Sequence[int]:
    """The games that somebody has something from, in the order they were played."""
    if not had:
        return ()
    played = set[int]().union(*(own.games for own in had.values()))
    known = games_in_order(session, shelf.group.id)
    found = [game for game in known if game in played]
    return [*found, *sorted(played.difference(found))]  # begun meanwhile, so last


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
    in_order = merge(others, own, key=lambda each: each[:2]) if own else others
    records: Records = {}
    best: dict[str, int] = {}
    for _, row_id, marks in in_order:
        if found := _beating(best, marks):
            set_records(records, row_id, marks_in(found))
    return records


def _beating(
    best: dict[str, int], marks: Sequence[Sequence[Any]]
) -> Sequence[KeptMark]:
    """Marks that are records; the others, almost all, are not worth reading on."""
    found = [
        KeptMark(*each)
        for each in marks
        if each[0] not in best or beats(each[0], each[1], best[each[0]])
    ]
    best.update((each.kind, each.value) for each in found)
    return found
