"""The story of a game, its awards, and records over all games."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import takewhile
from typing import NamedTuple, TypeVar
from uuid import UUID

from scorepad.games.names import Person
from scorepad.games.wizard.sheet import Sheet
from scorepad.games.wizard.validation import Row
from scorepad.statistics.predictions import MET, UNKNOWN

Key = TypeVar("Key", bound=Hashable)


def _runs(met: Iterable[bool | None]) -> list[int]:
    """Return the run of met bids before and after each; an unknown one ends none."""
    runs = [0]
    for is_met in met:
        goes_on = runs[-1] + 1 if is_met else 0
        runs.append(runs[-1] if is_met is None else goes_on)
    return runs


class Story(NamedTuple):
    """The story of a game, by its closed rounds.

    *decided_in* is the round since whose end only winners have led; ``None`` if nothing
    is closed, or points outside the rounds decided. *overbid* and *underbid* count
    rounds with more, or fewer, tricks bid than there are.
    """

    lead_changes: tuple[int, ...]
    decided_in: int | None
    overbid: int
    underbid: int
    all_right: tuple[int, ...]
    none_right: tuple[int, ...]


def story_of(sheet: Sheet) -> Story:
    """Return the story of a game, finished or not."""
    closed = sheet.closed
    met = {row.number: {row.is_met(seat) for seat in row.present} for row in closed}
    with_bids = (row for row in closed if {*row.bids} != {None})
    surpluses = [sum(n or 0 for n in row.bids) - row.cards for row in with_bids]
    lead_changes: list[int] = []
    holding: set[int] = set()
    for row in closed:
        leading = _leaders(row)
        staying = holding & leading
        if holding and not staying:
            lead_changes.append(row.number)
        # Catching up shares the lead; only passing takes it.
        holding = staying or leading
    led = takewhile(lambda row: _leaders(row) <= {*sheet.winners}, reversed(closed))
    return Story(
        lead_changes=tuple(lead_changes),
        decided_in=min((row.number for row in led), default=None),
        overbid=sum(surplus > 0 for surplus in surpluses),
        underbid=sum(surplus < 0 for surplus in surpluses),
        all_right=tuple(number for number, each in met.items() if each == {True}),
        none_right=tuple(number for number, each in met.items() if each == {False}),
    )


def _totals_of_present(row: Row) -> dict[int, int]:
    """Return the totals after a closed round by seat, of those that played it."""
    totals = enumerate(row.totals or ())
    return {seat: t for seat, t in totals if t is not None and seat in row.present}


def _leaders(row: Row) -> set[int]:
    """Return the seats with the highest total, of those that played a closed round."""
    totals = _totals_of_present(row)
    most = max(totals.values(), default=None)
    return {seat for seat, total in totals.items() if total == most}


LEAST: Mapping[str, int] = {
    "boldest_bid": 2,
    "comeback": 30,
    "reliable_zero": 3,
    "longest_run": 3,
    "sharpest_eye": 3,
    "wildest_miss": 2,
    "so_close": 4,
}
"""The awards at the end of a game, and the smallest value worth each."""


class Mark(NamedTuple):
    """An award, or a candidate for a record; of *seats*, or none for the whole table.

    *value* is points, a bid, a count, or the cards of the round in which all or no
    players met their bids.
    """

    kind: str
    value: int
    seats: tuple[int, ...] = ()
    round_: int | None = None


def awards_of(sheet: Sheet) -> tuple[Mark, ...]:
    """Return the awards of a game, none shared by more than half the table."""
    closed, seats = sheet.closed, range(len(sheet.players))
    off = [
        (Mark("boldest_bid", bid, (seat,), row.number), abs(bid - taken))
        for row in closed
        for seat, bid, taken in zip(seats, row.final_bids, row.tricks, strict=True)
        if bid is not None and taken is not None
    ]
    met = [mark for mark, missed in off if not missed]
    times = {
        "reliable_zero": Counter(mark.seats for mark in met if mark.value == 0),
        "sharpest_eye": Counter(mark.seats for mark in met),
        "so_close": Counter(mark.seats for mark, missed in off if missed == 1),
    }
    feats = [
        *met,
        *_comebacks(closed),
        *(_run_of(closed, seat) for seat in seats),
        *(mark._replace(kind="wildest_miss", value=missed) for mark, missed in off),
        *(Mark(k, own[seat], seat) for k, own in times.items() for seat in own),
    ]
    awards = []
    for kind, least in LEAST.items():
        best = max((feat.value for feat in feats if feat.kind == kind), default=0)
        winning = [feat for feat in feats if (feat.kind, feat.value) == (kind, best)]
        winners = sorted({seat for feat in winning for seat in feat.seats})
        if best >= least and len(winners) <= len(seats) // 2:
            rounds = {feat.round_ for feat in winning}
            round_ = rounds.pop() if len(rounds) == 1 else None
            awards.append(Mark(kind, best, tuple(winners), round_))
    return tuple(awards)


def _run_of(closed: Sequence[Row], seat: int) -> Mark:
    """Return the longest run of met bids of a seat, the first of equals."""
    runs = _runs(row.is_met(seat) for row in closed)
    most = max(runs)
    round_ = closed[runs.index(most) - 1].number if most else None
    return Mark("longest_run", most, (seat,), round_)


def _comebacks(closed: Sequence[Row]) -> Iterator[Mark]:
    """Yield the points made up by seats that passed another, from furthest behind."""
    course = {row.number: _totals_of_present(row) for row in closed}
    last = course[closed[-1].number] if closed else {}
    for seat, total in last.items():
        behind = {
            number: max(totals.values()) - totals[seat]
            for number, totals in course.items()
            if seat in totals
        }
        worst = max(behind, key=behind.__getitem__)
        before = course[worst]
        ahead = sum(each > before[seat] for each in before.values())
        if behind[worst] and sum(each > total for each in last.values()) < ahead:
            made_up = behind[worst] - behind[closed[-1].number]
            yield Mark("comeback", made_up, (seat,), worst)


TOTALS = ("highest_total", "lowest_total")
PERSONAL = (*TOTALS, "best_round", "bravest_bid", "longest_run")
RECORDS = (
    *PERSONAL,
    *("comeback", "closest_finish", "lead_changes", "all_right", "none_right"),
)
"""The kinds of records: of totals, of a single player, and all."""
SMALLEST_WINS = ("lowest_total", "closest_finish", "none_right")
MOST_TABLES = 4  # most sizes and lengths of tables with records of totals


class Record(NamedTuple):
    """A record of *people* at a *table*; of none if the whole table set it."""

    kind: str
    value: int
    people: tuple[Person, ...]
    game: UUID
    played_on: date
    round_: int | None
    table: tuple[int, int] | None


def marks_of(sheet: Sheet) -> Iterator[Mark]:
    """Yield the marks of a finished game, none without a result."""
    if not sheet.winners:
        return
    seats = range(len(sheet.players))
    # At least three, perhaps none of them with a closed round.
    stayed = [sheet.totals[seat] for seat in seats if seat not in sheet.gone]
    first, second, *_ = sorted(stayed, reverse=True)
    yield Mark("closest_finish", first - second)
    for seat in filter(sheet.has_played, seats):
        yield Mark("highest_total", sheet.totals[seat], (seat,))
        yield Mark("lowest_total", sheet.totals[seat], (seat,))
    closed, story = sheet.closed, story_of(sheet)
    yield from (run for seat in seats if (run := _run_of(closed, seat)).value)
    if story.lead_changes:
        yield Mark("lead_changes", len(story.lead_changes))
    for row in closed:
        yield from _of_seats(row, sheet.winners)
        if row.number in story.all_right:
            yield Mark("all_right", row.cards, round_=row.number)
        if row.number in story.none_right:
            yield Mark("none_right", row.cards, round_=row.number)


def bests_of(sheet: Sheet) -> tuple[dict[str, int], ...]:
    """Return the best value of each kind per seat, including those of the table."""
    best: tuple[dict[str, int], ...] = tuple({} for _ in sheet.players)
    for mark in marks_of(sheet):
        better = min if mark.kind in SMALLEST_WINS else max
        for seat in mark.seats or range(len(best)):
            known = best[seat].get(mark.kind, mark.value)
            best[seat][mark.kind] = better(known, mark.value)
    return best


def record_games(
    games: Sequence[Key],
    tables: Iterable[tuple[int, int]],
    values: Mapping[str, Sequence[int | None]],
) -> dict[tuple[str, tuple[int, int] | None], tuple[Key, int]]:
    """Return the first of *games* that set each record, and its value.

    Totals are compared at *tables* of the same size and length, most played ones first.
    """
    places = defaultdict[tuple[int, int], list[int]](list)
    for place, table in enumerate(tables):
        places[table].append(place)
    by_table = sorted(places.items(), key=lambda own: -len({games[n] for n in own[1]}))
    found: dict[tuple[str, tuple[int, int] | None], tuple[Key, int]] = {}
    for kind, column in values.items():
        everywhere = [(None, range(len(games)))]
        for size, own in by_table[:MOST_TABLES] if kind in TOTALS else everywhere:
            known = {n: value for n in own if (value := column[n]) is not None}
            if known:
                better = min if kind in SMALLEST_WINS else max
                first = better(known, key=known.__getitem__)
                found[kind, size] = games[first], known[first]
    return found


def _of_seats(row: Row, winners: Sequence[int]) -> Iterator[Mark]:
    for seat, points in enumerate(row.points or ()):
        if points is not None:
            yield Mark("best_round", points, (seat,), row.number)
        bid = row.final_bids[seat]
        if bid and row.is_met(seat):
            yield Mark("bravest_bid", bid, (seat,), row.number)
    totals = _totals_of_present(row)
    for seat in winners:
        if seat in totals and (behind := max(totals.values()) - totals[seat]):
            yield Mark("comeback", behind, (seat,), row.number)


def longest_run(
    games: Sequence[Key], marks: Sequence[str]
) -> tuple[Key, int, int] | None:
    """Return the longest run of met bids across games: last game, length, round."""
    known = [
        (game, number, None if mark == UNKNOWN else mark == MET)
        for game, line in zip(games, marks, strict=True)
        for number, mark in enumerate(line, 1)
    ]
    runs = _runs(met for *_, met in known)
    if not any(runs):
        return None
    game, number, _ = known[runs.index(max(runs)) - 1]
    return game, max(runs), number
