"""A game document from rounds, or from totals, as other programs note them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import chain, product
from typing import Any

from scorepad.games.wizard import schedule, scoring
from scorepad.games.wizard.document import document_of
from scorepad.games.wizard.models import Adjustment, Game, Joined, Left, Round
from scorepad.games.wizard.scoring import AnyScoring, HouseScoring
from scorepad.imports.found import Document, Omission, Skipped


@dataclass(slots=True)
class NotedSeat:
    """What is noted of a player in a round.

    *points* are what it adds to the *total*, with the *adjustment*.
    """

    bid: int | None = None
    tricks: int | None = None
    points: int | None = None
    adjustment: int = 0
    total: int | None = None

    @property
    def added(self) -> int:
        """Return what the round adds to the total as far as that is known."""
        return self.adjustment if self.points is None else self.points


@dataclass(slots=True)
class NotedRound:
    """A round as noted, with an entry for each player by name.

    Without a number of *cards*, it is that of their tricks, or of the round.
    """

    number: int
    cards: int | None = None
    trump: schedule.Trump | None = None
    dealer: str | None = None
    entries: dict[str, NotedSeat] = field(default_factory=dict)

    @property
    def hand(self) -> int:
        """Return how many cards each player had."""
        if self.cards is not None:
            return min(self.cards, schedule.CLASSIC_DECK)
        tricks = [each.tricks for each in self.entries.values()]
        known = sum(each for each in tricks if each is not None)
        return self.number if None in tricks or not known else known


Line = tuple[int, int, str, NotedSeat]
"""The number of a round, from 1, its cards, a player, and what is noted of them."""


def from_totals(totals: Mapping[str, int], beside: Document) -> Document:
    """Return the document of a game of which only the *totals* are known."""
    game = Game(players=tuple(totals), final_totals=tuple(totals.values()))
    return {**document_of(game), **beside}


def from_rounds(
    noted: Sequence[NotedRound],
    beside: Document,
    *,
    formula: AnyScoring | None = None,
    start: Mapping[str, int] | None = None,
    by_heading: bool = True,
) -> Document:
    """Return the document of a game from its rounds.

    A *formula* that is not given is the one that explains most points. What it does not
    explain becomes an adjustment, so that all totals stay. *start* has the totals that
    latecomers began with. Unless they are told *by_heading*, points and running totals
    are told apart by the usual scorings.
    """
    start = {**_fill_points(noted, by_heading=by_heading), **(start or {})}
    rounds = _played(noted)
    lines = _lines(rounds)
    there: dict[str, list[int]] = {}
    for number, _cards, name, _entry in lines:
        there.setdefault(name, []).append(number)
    bids = {entry.bid for *_, entry in lines}
    if not bids:
        raise Skipped(Omission.INCOMPLETE)
    if None in bids and len(bids) > 1:
        raise Skipped(Omission.INCOMPLETE, ", ".join(there))
    if None in bids or not _is_possible(noted, rounds, there.values()):
        every = _lines(noted)
        if all(entry.points is None for *_, entry in every):
            raise Skipped(Omission.NO_TOTALS, ", ".join(there))
        totals = {
            name: start.get(name, 0) + sum(e.added for *_, n, e in every if n == name)
            for name in there
        }
        return from_totals(totals, beside)
    if formula is None:
        formulas: list[AnyScoring] = [*scoring.FORMULAS, *_OF_ESCALIER]
        formulas += _inferred(lines)
        formula = max(formulas, key=partial(_explained, lines))
    return {**document_of(_game(rounds, there, formula, start)), **beside}


def _game(
    rounds: Sequence[NotedRound],
    there: Mapping[str, Sequence[int]],
    formula: AnyScoring,
    start: Mapping[str, int],
) -> Game:
    seats = {name: seat for seat, name in enumerate(there)}
    totals = dict.fromkeys(there, 0)
    more = [(1, name, start.get(name, 0)) for name in rounds[0].entries]
    bodies = []
    for number, each in enumerate(rounds, 1):
        for name, entry in each.entries.items():
            totals[name] += entry.added
            usual = entry.added - entry.adjustment
            if entry.points is not None and entry.tricks is not None:
                bid, tricks = entry.bid or 0, entry.tricks
                usual = scoring.points(formula, bid=bid, tricks=tricks, cards=each.hand)
            more.append((number, name, entry.added - usual))
        entries = [each.entries.get(name, NotedSeat()) for name in there]
        has_tricks = all(entry.tricks is not None for entry in each.entries.values())
        written = (totals[name] if name in each.entries else None for name in there)
        body = Round(
            bids=tuple(entry.bid for entry in entries),
            tricks=tuple(entry.tricks for entry in entries) if has_tricks else None,
            trump=each.trump,
            totals=None if has_tricks else tuple(written),
        )
        bodies.append(body)
    return Game(
        players=tuple(there),
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
        scoring=formula,
        rounds=tuple(bodies),
        adjustments=tuple(
            Adjustment(seats[name], points, round_=number)
            for number, name, points in more
            if points
        ),
    )


def _lines(rounds: Iterable[NotedRound]) -> list[Line]:
    return [
        (number, each.hand, name, entry)
        for number, each in enumerate(rounds, 1)
        for name, entry in each.entries.items()
    ]


def _played(rounds: Sequence[NotedRound]) -> list[NotedRound]:
    """Return the rounds that were played to their end, without absent players."""
    has_bids = any(entry.bid is not None for *_, entry in _lines(rounds))
    found = []
    for each in rounds:
        kept = {
            name: entry
            for name, entry in each.entries.items()
            if (entry.bid, entry.tricks) != (None, None)
            or (entry.points is not None and not has_bids)
        }
        if any(e.tricks is not None or e.points is not None for e in kept.values()):
            found.append(replace(each, entries=kept))
    return found


def _is_possible(
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
        and all(len(each.entries) in schedule.SEATS_ALLOWED for each in rounds)
    )


@lru_cache(maxsize=1000)
def _usual(
    formula: AnyScoring, cards: int, bid: int | None, tricks: int | None
) -> frozenset[int]:
    """Return the points that a *formula* gives for what is known of a seat."""
    return frozenset(
        scoring.points(formula, bid=one, tricks=other, cards=cards)
        for one in (range(cards + 1) if bid is None else [bid])
        for other in (range(cards + 1) if tricks is None else [tricks])
    )


def _explained(lines: Sequence[Line], formula: AnyScoring) -> int:
    """Return the points of how many lines a *formula* explains."""
    return sum(
        entry.points - entry.adjustment
        in _usual(formula, cards, entry.bid, entry.tricks)
        for _, cards, _, entry in lines
        if entry.points is not None
    )


_OF_ESCALIER = (HouseScoring(5, 5, 5, 5), HouseScoring(5, 5, 5, 5, trick_when_missed=5))
"""What Escalier counts by unless the table chooses otherwise."""


def _inferred(lines: Iterable[Line]) -> Iterator[HouseScoring]:
    """Yield the formulas that the points of met and missed bids suggest."""
    met: dict[int, int] = {}
    costs: Counter[int] = Counter()
    for *_, entry in lines:
        bid, tricks, points = entry.bid, entry.tricks, entry.points
        if bid is None or tricks is None or points is None:
            continue
        if bid == tricks:
            met[bid] = points - entry.adjustment
        else:
            costs[(entry.adjustment - points) // abs(bid - tricks)] += 1
    steps = sorted((bid, points) for bid, points in met.items() if bid)
    if len(steps) < 2:  # noqa: PLR2004 - a line needs two points
        return
    (low, at_low), *_, (high, at_high) = steps
    slope, rest = divmod(at_high - at_low, high - low)
    if rest:
        return
    base = at_low - slope * low
    for (cost, _), kept in product(costs.most_common(4) or [(0, 0)], {0, slope}):
        yield HouseScoring(base, slope, cost, met.get(0, base), trick_when_missed=kept)


def _fill_points(rounds: Sequence[NotedRound], *, by_heading: bool) -> dict[str, int]:
    """Fill in points that only totals tell; return what players began with."""
    columns: dict[str, list[NotedSeat]] = {}
    for each in rounds:
        for name, entry in each.entries.items():
            columns.setdefault(name, []).append(entry)
    entries = [entry for column in columns.values() for entry in column]
    has_totals = any(entry.total is not None for entry in entries)
    if by_heading or (has_totals and any(e.points is not None for e in entries)):
        return _follow(columns)
    noted = [
        [each.points if each.total is None else each.total for each in column]
        for column in columns.values()
    ]
    has_bids = any(entry.bid is not None for entry in entries)
    formulas = scoring.FORMULAS if has_bids else (scoring.Scoring.CLASSIC,)
    ways: list[list[list[int | None]]] = [[*map(_gains, noted)], noted]
    if not has_totals and any(entry.tricks is not None for entry in entries):
        ways.reverse()

    def explained(way: Iterable[Iterable[int | None]]) -> int:
        for entry, points in zip(entries, chain.from_iterable(way), strict=True):
            entry.points = points
        lines = _lines(rounds)
        return max(_explained(lines, each) for each in formulas)

    explained(max(ways, key=explained))
    return {}


def _follow(columns: Mapping[str, Sequence[NotedSeat]]) -> dict[str, int]:
    """Follow totals beside points; return what players began with.

    What a later total has beside the points is an adjustment, unless some are noted.
    """
    start = {}
    is_noted = any(e.adjustment for column in columns.values() for e in column)
    for name, column in columns.items():
        added = _gains(entry.total for entry in column)
        for at, (entry, gain) in enumerate(zip(column, added, strict=True)):
            if gain is None:
                continue
            if entry.points is None:
                entry.points = gain
            elif at == 0:
                start[name] = gain - entry.points
            elif not is_noted:
                entry.adjustment = gain - entry.points
                entry.points = gain
    return start


def _gains(totals: Iterable[int | None]) -> list[int | None]:
    """Return what each round added to running totals."""
    found: list[int | None] = []
    before = 0
    for total in totals:
        found.append(None if total is None else total - before)
        before = before if total is None else total
    return found


def _schedule_of(cards: Sequence[int], seats: int) -> dict[str, Any]:
    """Return the schedule of a game whose rounds had so many *cards*.

    A standard game that stopped early keeps its schedule.
    """
    for each in schedule.schedules_for(seats):
        if schedule.cards_per_round(each, seats) == tuple(cards):
            return {"schedule": each}
    rounds = len(cards)
    if [*cards] == [*range(1, rounds + 1)] and rounds < schedule.CLASSIC_DECK // seats:
        return {"ended_after": rounds}
    return {"schedule": schedule.Schedule.CUSTOM, "cards": tuple(cards)}
