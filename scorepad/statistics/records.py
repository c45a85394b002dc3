"""Records: the best, worst and strangest of all games, of a group or a player."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from scorepad.games.wizard.sheet import Row, Sheet
from scorepad.statistics.predictions import MET, UNKNOWN
from scorepad.statistics.story import (
    has_played,
    is_met,
    runs_through,
    story_of,
    totals_of_present,
)

Key = TypeVar("Key", bound=Hashable)


class RecordKind(StrEnum):
    """Something that can be a record."""

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
"""What a player can have records of."""
SMALLEST_WINS = frozenset(
    {RecordKind.LOWEST_TOTAL, RecordKind.CLOSEST_FINISH, RecordKind.NONE_RIGHT}
)


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that a game has of a kind.

    *value* is points (totals, rounds, comebacks, finishes), a bid, a count (runs, lead
    changes), or the cards of the round in which everybody, or nobody, was right. The
    *seats* did it together; where it is the whole table, there are none. *round_* is
    where it happened, if it happened in one.
    """

    kind: RecordKind
    value: int
    seats: tuple[int, ...] = ()
    round_: int | None = None


def marks_of(sheet: Sheet) -> Iterator[Mark]:
    """Whatever a finished game has that can be a record; empty without a result.

    A comeback is how far the winner was behind the leader at worst; a finish, how far
    the second was behind the winner (0 where they won together).
    """
    if sheet.winners:
        yield from _of_totals(sheet)
        yield from _of_rounds([row for row in sheet.rows if row.is_closed], sheet)


def bests_of(sheet: Sheet) -> tuple[dict[RecordKind, int], ...]:
    """The best value of every kind that each seat has, or shares with the table."""
    best: tuple[dict[RecordKind, int], ...] = tuple({} for _ in sheet.players)
    for mark in marks_of(sheet):
        for seat in mark.seats or range(len(best)):
            known = best[seat].get(mark.kind)
            if known is None or beats(mark.kind, mark.value, known):
                best[seat][mark.kind] = mark.value
    return best


def record_games(
    games: Sequence[Key], values: Mapping[RecordKind, Sequence[int | None]]
) -> dict[RecordKind, tuple[Key, int]]:
    """Which game set each record first, and the record.

    *values* of each kind are one for each of the *games*, in the order of play; whoever
    only equals a record does not take it.
    """
    found = {}
    for kind, column in values.items():
        known = [value for value in column if value is not None]
        if known:
            best = min(known) if kind in SMALLEST_WINS else max(known)
            found[kind] = games[column.index(best)], best
    return found


def beats(kind: str, value: int, known: int) -> bool:
    """Whether a value is better than what is *known* of the same kind."""
    return value < known if kind in SMALLEST_WINS else value > known


def _of_totals(sheet: Sheet) -> Iterator[Mark]:
    """The totals of everybody who played; the finish is between those who stayed."""
    seats = range(len(sheet.players))
    # Three at least; perhaps none of them has played a round that was closed.
    stayed = [sheet.totals[seat] for seat in seats if seat not in sheet.gone]
    first, second, *_ = sorted(stayed, reverse=True)
    yield Mark(RecordKind.CLOSEST_FINISH, first - second)
    for seat in seats:
        if has_played(sheet, seat):
            yield Mark(RecordKind.HIGHEST_TOTAL, sheet.totals[seat], (seat,))
            yield Mark(RecordKind.LOWEST_TOTAL, sheet.totals[seat], (seat,))


def _of_rounds(closed: Sequence[Row], sheet: Sheet) -> Iterator[Mark]:
    for row in closed:
        yield from _of_round(row)
    for seat in range(len(sheet.players)):
        yield from _runs(closed, seat)
    for seat in sheet.winners:
        yield from _comebacks(closed, seat)
    story = story_of(sheet)
    if story.lead_changes:
        yield Mark(RecordKind.LEAD_CHANGES, len(story.lead_changes))
    cards = {row.number: row.cards for row in closed}
    for number in story.all_right:
        yield Mark(RecordKind.ALL_RIGHT, cards[number], round_=number)
    for number in story.none_right:
        yield Mark(RecordKind.NONE_RIGHT, cards[number], round_=number)


def _of_round(row: Row) -> Iterator[Mark]:
    for seat, points in enumerate(row.points or ()):
        if points is not None:
            yield Mark(RecordKind.BEST_ROUND, points, (seat,), row.number)
        bid = row.final_bids[seat]
        if bid and is_met(row, seat):
            yield Mark(RecordKind.BRAVEST_BID, bid, (seat,), row.number)


def _runs(closed: Sequence[Row], seat: int) -> Iterator[Mark]:
    """Every run of met bids, as it grows; the longest one wins."""
    met = [is_met(row, seat) for row in closed]
    for row, is_one_more, run in zip(closed, met, runs_through(met), strict=True):
        if is_one_more:
            yield Mark(RecordKind.LONGEST_RUN, run, (seat,), row.number)


def _comebacks(closed: Sequence[Row], seat: int) -> Iterator[Mark]:
    for row in closed:
        totals = totals_of_present(row)
        mine, most = totals[seat], max(each for each in totals if each is not None)
        if mine is not None and most > mine:
            yield Mark(RecordKind.COMEBACK, most - mine, (seat,), row.number)


def longest_run(
    games: Sequence[Key], marks: Sequence[str]
) -> tuple[Key, int, int] | None:
    """The most bids met in a row, across games: the game and round of the last one.

    *marks* are those of each game, as ``predictions.marks_of`` gives them.

    >>> longest_run(["first", "last"], ["x-x", ".xx-x"])
    ('last', 3, 3)
    """
    best, run = None, 0
    for game, line in zip(games, marks, strict=True):
        for number, mark in enumerate(line, 1):
            if mark != UNKNOWN:
                run = run + 1 if mark == MET else 0
                if run > (best[1] if best else 0):
                    best = game, run, number
    return best
