"""A game document from rounds, or from totals, as other programs note them."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache, partial
from itertools import product
from typing import Any

from scorepad.games.wizard import schedule, scoring
from scorepad.games.wizard.document import document_of
from scorepad.games.wizard.models import Adjustment, Game, Joined, Left, Round
from scorepad.games.wizard.scoring import AnyScoring, HouseScoring
from scorepad.imports.found import Document, Skipped


@dataclass(slots=True)
class Noted:
    """What is noted of a player in a round; *points* contain the *adjustment*."""

    round_: int
    player: str
    cards: int | None = None
    bid: int | None = None
    tricks: int | None = None
    points: int | None = None
    adjustment: int = 0
    total: int | None = None
    trump: schedule.Trump | None = None
    dealer: str | None = None

    @property
    def added(self) -> int:
        """Return what the round adds to the total as far as that is known."""
        return self.adjustment if self.points is None else self.points


_LONGEST = {"place": 100, "remark": 1000}
_MOST_MINUTES = 10_000


def about(
    day: date | None = None,
    minutes: int | None = None,
    place: str | None = None,
    remark: str | None = None,
) -> Document:
    """Return the keys of a document about the occasion, without unknown ones."""
    found: Document = {"played_on": day.isoformat()} if day else {}
    if minutes and 0 < minutes <= _MOST_MINUTES:
        found["minutes"] = minutes
    for key, text in (("place", place), ("remark", remark)):
        if said := " ".join(str(text or "").split())[: _LONGEST[key]]:
            found[key] = said
    return found


def from_totals(totals: Mapping[str, int], beside: Document) -> Document:
    """Return the document of a game of which only the *totals* are known."""
    game = Game(players=tuple(totals), final_totals=tuple(totals.values()))
    return {**document_of(game), **beside}


def from_rounds(
    noted: Sequence[Noted],
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
    for entries in _by_round(noted).values():
        cards = _cards(entries)
        for each in entries:
            each.cards = cards
    start = {**_fill_points(noted, by_heading=by_heading), **(start or {})}
    played = _played(noted)
    there: dict[str, list[int]] = {}
    for each in played:
        there.setdefault(each.player, []).append(each.round_)
    bids = {each.bid for each in played}
    if not bids or (None in bids and len(bids) > 1):
        raise Skipped("incomplete", ", ".join(there))
    if None in bids or not _is_possible(noted, played, there.values()):
        if all(each.points is None for each in noted):
            raise Skipped("no_totals", ", ".join(there))
        totals = Counter({name: start.get(name, 0) for name in there})
        for each in noted:
            totals[each.player] += each.added
        return from_totals({name: totals[name] for name in there}, beside)
    return {**document_of(_game(played, there, start, formula)), **beside}


def _by_round(noted: Iterable[Noted]) -> dict[int, list[Noted]]:
    rounds: dict[int, list[Noted]] = {}
    for each in noted:
        rounds.setdefault(each.round_, []).append(each)
    return rounds


def _cards(entries: Sequence[Noted]) -> int:
    """Return the cards of a round: as noted, of all its tricks, or its number."""
    noted = [each.cards for each in entries if each.cards is not None]
    tricks = [e.tricks for e in entries if (e.bid, e.tricks) != (None, None)]
    known = sum(each for each in tricks if each is not None)
    counted = entries[0].round_ if None in tricks or not known else known
    return min(noted[0] if noted else counted, schedule.CLASSIC_DECK)


def _played(noted: Iterable[Noted]) -> list[Noted]:
    """Return the rounds that were played to their end, without absent players."""
    has_bids = any(each.bid is not None for each in noted)
    there = (
        each
        for each in noted
        if (each.bid, each.tricks) != (None, None)
        or (each.points is not None and not has_bids)
    )
    rounds = [
        entries
        for entries in _by_round(there).values()
        if any(each.tricks is not None or each.points is not None for each in entries)
    ]
    return [
        replace(each, round_=number)
        for number, entries in enumerate(rounds, 1)
        for each in entries
    ]


def _is_possible(
    noted: Iterable[Noted], played: Iterable[Noted], there: Iterable[Sequence[int]]
) -> bool:
    """Return whether a game of Scorepad can have the rounds *played*.

    It has none with fewer than three players, none to whom a player came back, and no
    adjustment for an absent player.
    """
    adjusted, kept = ([e for e in some if e.adjustment] for some in (noted, played))
    return (
        len(adjusted) == len(kept)
        and all(len(each) == each[-1] - each[0] + 1 for each in there)
        and all(len(e) in schedule.SEATS_ALLOWED for e in _by_round(played).values())
    )


def _game(
    played: Sequence[Noted],
    there: Mapping[str, Sequence[int]],
    start: Mapping[str, int],
    formula: AnyScoring | None,
) -> Game:
    if formula is None:
        formulas: list[AnyScoring] = [*scoring.FORMULAS, *_OF_ESCALIER]
        formulas += _inferred(played)
        formula = max(formulas, key=partial(_explained, played))
    seats = {name: seat for seat, name in enumerate(there)}
    totals = dict.fromkeys(there, 0)
    rounds = _by_round(played)
    begun = [(seats[e.player], start.get(e.player, 0)) for e in rounds[1]]
    adjustments = [Adjustment(seat, given, round_=1) for seat, given in begun]
    bodies = []
    for number, entries in rounds.items():
        for each in entries:
            totals[each.player] += each.added
            usual = each.added - each.adjustment
            if each.points is not None and each.tricks is not None:
                known = {"tricks": each.tricks, "cards": each.cards or 0}
                usual = scoring.points(formula, bid=each.bid or 0, **known)
            seat, rest = seats[each.player], each.added - usual
            adjustments.append(Adjustment(seat, rest, round_=number))
        by_name = {each.player: each for each in entries}
        in_order = [by_name.get(name, Noted(number, name)) for name in there]
        has_tricks = all(each.tricks is not None for each in entries)
        written = (totals[name] if name in by_name else None for name in there)
        body = Round(
            bids=tuple(each.bid for each in in_order),
            tricks=tuple(each.tricks for each in in_order) if has_tricks else None,
            trump=next((each.trump for each in entries if each.trump), None),
            totals=None if has_tricks else tuple(written),
        )
        bodies.append(body)
    dealers = (seats[e.dealer] for e in rounds[1] if e.dealer in seats)
    cards = tuple(each[0].cards or 0 for each in rounds.values())
    spans = [(name, own[0], own[-1]) for name, own in there.items()]
    joined = [Joined(seats[n], at, start.get(n, 0)) for n, at, _ in spans if at > 1]
    left = [Left(seats[name], end) for name, _, end in spans if end < len(rounds)]
    return Game(
        players=tuple(there),
        **_schedule_of(cards, len(rounds[1])),
        joined=tuple(joined),
        left=tuple(left),
        first_dealer=next(dealers, 0),
        scoring=formula,
        rounds=tuple(bodies),
        adjustments=tuple(each for each in adjustments if each.points),
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


def _explained(played: Sequence[Noted], formula: AnyScoring) -> int:
    """Return the points of how many entries a *formula* explains."""
    return sum(
        each.points - each.adjustment
        in _usual(formula, each.cards or 0, each.bid, each.tricks)
        for each in played
        if each.points is not None
    )


_OF_ESCALIER = (HouseScoring(5, 5, 5, 5), HouseScoring(5, 5, 5, 5, trick_when_missed=5))
"""What Escalier counts by unless the table chooses otherwise."""


def _inferred(played: Iterable[Noted]) -> Iterator[HouseScoring]:
    """Yield the formulas that the points of met and missed bids suggest."""
    met: dict[int, int] = {}
    costs: Counter[int] = Counter()
    for each in played:
        if each.bid is None or each.tricks is None or each.points is None:
            continue
        points = each.points - each.adjustment
        if each.bid == each.tricks:
            met[each.bid] = points
        else:
            costs[-points // abs(each.bid - each.tricks)] += 1
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


def _fill_points(noted: Sequence[Noted], *, by_heading: bool) -> dict[str, int]:
    """Fill in points that only totals tell; return what players began with."""
    columns: dict[str, list[Noted]] = {}
    for each in noted:
        columns.setdefault(each.player, []).append(each)
    has_totals = any(each.total is not None for each in noted)
    if by_heading or (has_totals and any(each.points is not None for each in noted)):
        return _follow(columns)
    has_bids = any(each.bid is not None for each in noted)
    formulas = scoring.FORMULAS if has_bids else (scoring.Scoring.CLASSIC,)
    written = {
        name: [each.points if each.total is None else each.total for each in column]
        for name, column in columns.items()
    }
    ways = [{name: _gains(column) for name, column in written.items()}, written]
    if not has_totals and any(each.tricks is not None for each in noted):
        ways.reverse()

    def explained(way: Mapping[str, Sequence[int | None]]) -> int:
        for name, column in columns.items():
            for each, points in zip(column, way[name], strict=True):
                each.points = points
        return max(_explained(noted, each) for each in formulas)

    explained(max(ways, key=explained))
    return {}


def _follow(columns: Mapping[str, Sequence[Noted]]) -> dict[str, int]:
    """Follow totals beside points; return what players began with.

    What a later total has beside the points is an adjustment, unless some are noted.
    """
    start = {}
    is_noted = any(e.adjustment for column in columns.values() for e in column)
    for name, column in columns.items():
        gains = _gains(each.total for each in column)
        for at, (each, gain) in enumerate(zip(column, gains, strict=True)):
            if gain is None:
                continue
            if each.points is None:
                each.points = gain
            elif at == 0:
                start[name] = gain - each.points
            elif not is_noted:
                each.adjustment = gain - each.points
                each.points = gain
    return start


def _gains(totals: Iterable[int | None]) -> list[int | None]:
    """Return what each round added to running totals."""
    found: list[int | None] = []
    before = 0
    for total in totals:
        found.append(None if total is None else total - before)
        before = before if total is None else total
    return found


def _schedule_of(cards: tuple[int, ...], seats: int) -> dict[str, Any]:
    """Return the schedule that has these *cards*; a standard game may stop early."""
    for each in schedule.schedules_for(seats):
        if schedule.cards_per_round(each, seats) == cards:
            return {"schedule": each}
    if cards == schedule.whole_game(schedule.largest_hand(seats))[: len(cards)]:
        return {"ended_after": len(cards)}
    return {"schedule": schedule.Schedule.CUSTOM, "cards": cards}
