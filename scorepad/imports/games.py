"""A game document from rounds, or from totals, as other programs note them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, product
from typing import Any

from scorepad.games.wizard.document import document_of
from scorepad.games.wizard.models import Adjustment, Game, Joined, Left, Round
from scorepad.games.wizard.schedule import (
    CLASSIC_DECK,
    SEATS_ALLOWED,
    Schedule,
    Trump,
    cards_per_round,
    schedules_for,
)
from scorepad.games.wizard.scoring import (
    FORMULAS,
    AnyScoring,
    HouseScoring,
    points,
)
from scorepad.imports.found import Document, Omission, Skipped


@dataclass(slots=True)
class NotedSeat:
    """What is noted of a player in a round; *gained* leaves out the *adjustment*."""

    bid: int | None = None
    tricks: int | None = None
    gained: int | None = None
    adjustment: int = 0
    total: int | None = None

    @property
    def added(self) -> int:
        """Return what the round adds to the total."""
        return (self.gained or 0) + self.adjustment


@dataclass(slots=True)
class NotedRound:
    """A round as noted, with an entry for each player by name.

    Without a number of *cards*, it is that of their tricks, or of the round.
    """

    number: int
    cards: int | None = None
    trump: Trump | None = None
    dealer: str | None = None
    entries: dict[str, NotedSeat] = field(default_factory=dict)

    @property
    def hand(self) -> int:
        """Return how many cards each player had."""
        if self.cards is not None:
            return self.cards
        tricks = [each.tricks for each in self.entries.values()]
        known = sum(each for each in tricks if each is not None)
        return self.number if None in tricks or not known else known


Line = tuple[int, int, str, NotedSeat]
"""The number of a round, from 1, its cards, a player, and what is noted of them."""


def result_document(totals: Mapping[str, int], beside: Document) -> Document:
    """Return the document of a game of which only the *totals* are known."""
    game = Game(players=tuple(totals), final_totals=tuple(totals.values()))
    return {**document_of(game), **beside}


def round_document(
    rounds: Sequence[NotedRound],
    beside: Document,
    *,
    scoring: AnyScoring | None = None,
    start: Mapping[str, int] | None = None,
) -> Document:
    """Return the document of a game from its rounds.

    A *scoring* that is not given is the one that explains most points. What it does not
    explain becomes an adjustment, so that all totals stay. *start* has the totals that
    latecomers began with.
    """
    noted, rounds, start = rounds, _closed(rounds), start or {}
    lines = _lines(rounds)
    there: dict[str, list[int]] = {}
    for number, _cards, name, _entry in lines:
        there.setdefault(name, []).append(number)
    bids = {entry.bid for *_, entry in lines}
    if not bids:
        raise Skipped(Omission.INCOMPLETE)
    if None in bids and len(bids) > 1:
        raise Skipped(Omission.INCOMPLETE, ", ".join(there))
    if None in bids or not _is_told(noted, rounds, [*there.values()]):
        return _only_totals(noted, there, beside, start)
    if scoring is None:
        candidates: list[AnyScoring] = [*FORMULAS, *_OF_ESCALIER, *_inferred(lines)]
        scoring = max(candidates, key=partial(_explained, lines))
    seats = {name: seat for seat, name in enumerate(there)}
    fines = [(1, name, start.get(name, 0)) for name in rounds[0].entries]
    fines += [
        (number, name, _rest(scoring, cards, e)) for number, cards, name, e in lines
    ]
    game = Game(
        players=tuple(seats),
        **_schedule_of([each.hand for each in rounds], len(rounds[0].entries)),
        joined=tuple(
            Joined(seats[name], own[0], start.get(name, 0))
            for name, own in there.items()
            if own[0] > 1
        ),
        left=tuple(
            Left(seats[name], own[-1])
            for name, own in there.items()
            if own[-1] < len(rounds)
        ),
        first_dealer=seats.get(rounds[0].dealer or "", 0),
        scoring=scoring,
        rounds=tuple(_bodies(rounds, seats)),
        adjustments=tuple(
            Adjustment(seats[name], more, round_=number)
            for number, name, more in fines
            if more
        ),
    )
    return {**document_of(game), **beside}


def _lines(rounds: Iterable[NotedRound]) -> list[Line]:
    return [
        (number, each.hand, name, entry)
        for number, each in enumerate(rounds, 1)
        for name, entry in each.entries.items()
    ]


def _closed(rounds: Sequence[NotedRound]) -> list[NotedRound]:
    """Return the rounds that were played to their end, without absent players."""
    has_bids = any(entry.bid is not None for *_, entry in _lines(rounds))
    found = []
    for each in rounds:
        kept = {
            name: entry
            for name, entry in each.entries.items()
            if (entry.bid, entry.tricks) != (None, None)
            or (entry.gained is not None and not has_bids)
        }
        if any(e.tricks is not None or e.gained is not None for e in kept.values()):
            found.append(replace(each, entries=kept))
    return found


def _only_totals(
    rounds: Sequence[NotedRound],
    players: Iterable[str],
    beside: Document,
    start: Mapping[str, int],
) -> Document:
    totals, lines = {name: start.get(name, 0) for name in players}, _lines(rounds)
    if all(entry.gained is None for *_, entry in lines):
        raise Skipped(Omission.NO_TOTALS, ", ".join(players))
    for *_, name, entry in lines:
        if name in totals:
            totals[name] += entry.added
    return result_document(totals, beside)


def _is_told(
    noted: Sequence[NotedRound],
    rounds: Sequence[NotedRound],
    there: Iterable[Sequence[int]],
) -> bool:
    """Return whether a game of Scorepad can have these *rounds* of those *noted*.

    It has none with fewer than three players, none to whom a player came back, and no
    adjustment for an absent player.
    """
    adjusted, kept = (
        sum(bool(entry.adjustment) for *_, entry in _lines(some))
        for some in (noted, rounds)
    )
    return (
        adjusted == kept
        and all(len(each) == each[-1] - each[0] + 1 for each in there)
        and all(len(each.entries) in SEATS_ALLOWED for each in rounds)
    )


def _bodies(rounds: Iterable[NotedRound], players: Iterable[str]) -> Iterator[Round]:
    totals = dict.fromkeys(players, 0)
    for each in rounds:
        present = each.entries
        for name, entry in present.items():
            totals[name] += entry.added
        seats = [present.get(name, NotedSeat()) for name in totals]
        tricks = tuple(seat.tricks for seat in seats)
        has_tricks = all(entry.tricks is not None for entry in present.values())
        written = tuple(totals[name] if name in present else None for name in totals)
        yield Round(
            bids=tuple(seat.bid for seat in seats),
            tricks=tricks if has_tricks else None,
            trump=each.trump,
            totals=None if has_tricks else written,
        )


def _rest(scoring: AnyScoring, cards: int, entry: NotedSeat) -> int:
    """Return the points that a *scoring* does not explain."""
    if entry.gained is None or entry.tricks is None:
        return entry.adjustment
    usual = points(scoring, bid=entry.bid or 0, tricks=entry.tricks, cards=cards)
    return entry.adjustment + entry.gained - usual


def _explained(lines: Sequence[Line], scoring: AnyScoring) -> int:
    """Return the points of how many lines a *scoring* explains."""
    return sum(
        entry.gained
        in {
            points(scoring, bid=entry.bid, tricks=tricks, cards=cards)
            for tricks in (range(cards + 1) if entry.tricks is None else [entry.tricks])
        }
        for _, cards, _, entry in lines
        if entry.gained is not None and entry.bid is not None
    )


_OF_ESCALIER = (HouseScoring(5, 5, 5, 5), HouseScoring(5, 5, 5, 5, trick_when_missed=5))
"""What Escalier counts by unless the table chooses otherwise."""


def _inferred(lines: Iterable[Line]) -> Iterator[HouseScoring]:
    """Yield the formulas that the points of met and missed bids suggest."""
    known = [
        (entry.bid, entry.tricks, entry.gained)
        for *_, entry in lines
        if entry.bid is not None
        and entry.tricks is not None
        and entry.gained is not None
    ]
    met = {bid: gained for bid, tricks, gained in known if bid == tricks}
    missed = {(abs(b - t), t): gained for b, t, gained in known if b != t}
    steps = {b: g for b, g in met.items() if b}
    if len(steps) < 2:  # noqa: PLR2004 - a line needs two points
        return
    (low, at_low), *_, (high, at_high) = sorted(steps.items())
    slope, rest = divmod(at_high - at_low, high - low)
    if rest:
        return
    base = at_low - slope * low
    costs = {-gained // off for (off, _), gained in missed.items()} or {0}
    for cost, kept in product(sorted(costs)[:4], sorted({0, slope})):
        yield HouseScoring(base, slope, cost, met.get(0, base), trick_when_missed=kept)


def with_points(rounds: Sequence[NotedRound], *, by_heading: bool) -> dict[str, int]:
    """Fill in points that only totals tell; return what players began with.

    Unless headings tell points from running totals, the usual scorings do.
    """
    columns: dict[str, list[NotedSeat]] = {}
    for each in rounds:
        for name, entry in each.entries.items():
            columns.setdefault(name, []).append(entry)
    entries = [entry for column in columns.values() for entry in column]
    has_totals = any(entry.total is not None for entry in entries)
    if by_heading or (has_totals and any(e.gained is not None for e in entries)):
        return _follow(columns)
    noted = [
        [each.gained if each.total is None else each.total for each in column]
        for column in columns.values()
    ]
    ways: list[list[list[int | None]]] = [[*map(_gains, noted)], noted]
    if not has_totals and any(entry.tricks is not None for entry in entries):
        ways.reverse()

    def plausible(way: Iterable[Iterable[int | None]]) -> int:
        for entry, gained in zip(entries, chain.from_iterable(way), strict=True):
            entry.gained = gained
        return _plausible(rounds)

    plausible(max(ways, key=plausible))
    return {}


def _follow(columns: Mapping[str, Sequence[NotedSeat]]) -> dict[str, int]:
    """Follow totals beside points; return what players began with.

    What a later total has beside the points is an adjustment, unless some are noted.
    """
    start = {}
    is_noted = any(e.adjustment for column in columns.values() for e in column)
    for name, column in columns.items():
        added = _gains(entry.total for entry in column)
        for at, (entry, gained) in enumerate(zip(column, added, strict=True)):
            if gained is None:
                continue
            rest = gained - entry.adjustment
            if entry.gained is None:
                entry.gained = rest
            elif at == 0:
                start[name] = rest - entry.gained
            elif not is_noted:
                entry.adjustment = rest - entry.gained
    return start


def _gains(totals: Iterable[int | None]) -> list[int | None]:
    """Return what each round added to running totals."""
    found: list[int | None] = []
    before = 0
    for total in totals:
        found.append(None if total is None else total - before)
        before = before if total is None else total
    return found


def _plausible(rounds: Sequence[NotedRound]) -> int:
    """Return how many points a usual scoring explains."""
    lines = _lines(rounds)
    unbid = sum(
        e.bid is None and _is_usual(e.gained, cards) for _, cards, _, e in lines
    )
    return unbid + max(_explained(lines, each) for each in FORMULAS)


def _is_usual(points_: int | None, cards: int) -> bool:
    """Return whether a round of so many cards can score these points."""
    if points_ is None or points_ % 10:
        return False
    return 20 <= points_ <= 20 + 10 * cards or -10 * cards <= points_ < 0  # noqa: PLR2004 - the classic scoring


def _schedule_of(cards: Sequence[int], seats: int) -> dict[str, Any]:
    """Return the schedule of a game whose rounds had so many *cards*.

    A standard game that stopped early keeps its schedule.
    """
    for schedule in schedules_for(seats):
        if cards_per_round(schedule, seats) == tuple(cards):
            return {"schedule": schedule}
    if [*cards] == [*range(1, len(cards) + 1)] and len(cards) < CLASSIC_DECK // seats:
        return {"ended_after": len(cards)}
    return {"schedule": Schedule.CUSTOM, "cards": tuple(cards)}
