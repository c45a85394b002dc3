"""Records of a group or a player over all games."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import NamedTuple, TypeVar
from uuid import UUID

from scorepad.games.names import Person
from scorepad.games.wizard.sheet import Row, Sheet
from scorepad.statistics import story
from scorepad.statistics.predictions import MET, UNKNOWN

Key = TypeVar("Key", bound=Hashable)


class RecordKind(StrEnum):
    """A kind of record."""

    HIGHEST_TOTAL = "highest_total"
    LOWEST_TOTAL = "lowest_total"
    BEST_ROUND = "best_round"
    BRAVEST_BID = "bravest_bid"
    LONGEST_RUN = "longest_run"
    COMEBACK = "comeback"
    CLOSEST_FINISH = "closest_finish"
    LEAD_CHANGES = "lead_changes"
    ALL_RIGHT = "all_right"
    NONE_RIGHT = "none_right"


TOTALS = frozenset({RecordKind.HIGHEST_TOTAL, RecordKind.LOWEST_TOTAL})
PERSONAL = TOTALS | {
    RecordKind.BEST_ROUND,
    RecordKind.BRAVEST_BID,
    RecordKind.LONGEST_RUN,
}
"""The kinds of records of a single player."""
MOST_TABLES = 4  # most sizes and lengths of tables that records of totals are told of
SMALLEST_WINS = frozenset(
    {RecordKind.LOWEST_TOTAL, RecordKind.CLOSEST_FINISH, RecordKind.NONE_RIGHT}
)


class Mark(NamedTuple):
    """A candidate for a record; *seats* share it, none for the whole table.

    *value* is points, a bid, a count, or the cards of the round in which all or no
    players met their bids.
    """

    kind: RecordKind
    value: int
    seats: tuple[int, ...] = ()
    round_: int | None = None


class Record(NamedTuple):
    """A record of *people* at a *table*; of none if the whole table set it."""

    kind: RecordKind
    value: int
    people: tuple[Person, ...]
    game: UUID
    played_on: date
    round_: int | None
    table: tuple[int, int] | None


def marks_of(sheet: Sheet) -> Iterator[Mark]:
    """Yield the marks of a finished game, none without a result."""
    if sheet.winners:
        yield from _of_totals(sheet)
        yield from _of_rounds([row for row in sheet.rows if row.is_closed], sheet)


def bests_of(sheet: Sheet) -> tuple[dict[RecordKind, int], ...]:
    """Return the best value of each kind per seat, including those of the table."""
    best: tuple[dict[RecordKind, int], ...] = tuple({} for _ in sheet.players)
    for mark in marks_of(sheet):
        better = min if mark.kind in SMALLEST_WINS else max
        for seat in mark.seats or range(len(best)):
            known = best[seat].get(mark.kind, mark.value)
            best[seat][mark.kind] = better(known, mark.value)
    return best


def record_games(
    games: Sequence[Key],
    tables: Iterable[tuple[int, int]],
    values: Mapping[RecordKind, Sequence[int | None]],
) -> dict[tuple[RecordKind, tuple[int, int] | None], tuple[Key, int]]:
    """Return the first of *games* that set each record, and its value.

    Totals are compared at *tables* of the same size and length, most played ones first.
    """
    places = defaultdict[tuple[int, int], list[int]](list)
    for place, table in enumerate(tables):
        places[table].append(place)
    by_table = sorted(places.items(), key=lambda own: -len({games[n] for n in own[1]}))
    found: dict[tuple[RecordKind, tuple[int, int] | None], tuple[Key, int]] = {}
    for kind, column in values.items():
        everywhere = [(None, range(len(games)))]
        for size, own in by_table[:MOST_TABLES] if kind in TOTALS else everywhere:
            known = {n: value for n in own if (value := column[n]) is not None}
            if known:
                better = min if kind in SMALLEST_WINS else max
                first = better(known, key=known.__getitem__)
                found[kind, size] = games[first], known[first]
    return found


def _of_totals(sheet: Sheet) -> Iterator[Mark]:
    seats = range(len(sheet.players))
    # At least three, perhaps none of them with a closed round.
    stayed = [sheet.totals[seat] for seat in seats if seat not in sheet.gone]
    first, second, *_ = sorted(stayed, reverse=True)
    yield Mark(RecordKind.CLOSEST_FINISH, first - second)
    for seat in seats:
        if story.has_played(sheet, seat):
            yield Mark(RecordKind.HIGHEST_TOTAL, sheet.totals[seat], (seat,))
            yield Mark(RecordKind.LOWEST_TOTAL, sheet.totals[seat], (seat,))


def _of_rounds(closed: Sequence[Row], sheet: Sheet) -> Iterator[Mark]:
    for row in closed:
        yield from _of_round(row)
    for seat in range(len(sheet.players)):
        run = story.run_of(closed, seat)
        if run.value:
            yield Mark(RecordKind.LONGEST_RUN, run.value, (seat,), run.round_)
    for seat in sheet.winners:
        yield from _comebacks(closed, seat)
    told = story.story_of(sheet)
    if told.lead_changes:
        yield Mark(RecordKind.LEAD_CHANGES, len(told.lead_changes))
    cards = {row.number: row.cards for row in closed}
    for number in told.all_right:
        yield Mark(RecordKind.ALL_RIGHT, cards[number], round_=number)
    for number in told.none_right:
        yield Mark(RecordKind.NONE_RIGHT, cards[number], round_=number)


def _of_round(row: Row) -> Iterator[Mark]:
    for seat, points in enumerate(row.points or ()):
        if points is not None:
            yield Mark(RecordKind.BEST_ROUND, points, (seat,), row.number)
        bid = row.final_bids[seat]
        if bid and story.is_met(row, seat):
            yield Mark(RecordKind.BRAVEST_BID, bid, (seat,), row.number)


def _comebacks(closed: Sequence[Row], seat: int) -> Iterator[Mark]:
    for row in closed:
        totals = story.totals_of_present(row)
        if seat in totals and (behind := max(totals.values()) - totals[seat]):
            yield Mark(RecordKind.COMEBACK, behind, (seat,), row.number)


def longest_run(
    games: Sequence[Key], marks: Sequence[str]
) -> tuple[Key, int, int] | None:
    """Return the longest run of met bids across games: last game, length, round."""
    told = [
        (game, number, None if mark == UNKNOWN else mark == MET)
        for game, line in zip(games, marks, strict=True)
        for number, mark in enumerate(line, 1)
    ]
    runs = [*story.runs_through(met for *_, met in told)]
    if not any(runs):
        return None
    game, number, _ = told[runs.index(max(runs))]
    return game, max(runs), number
