"""A game document from rounds, or from totals, as other programs note them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import product

from scorepad.games.documents import head_of
from scorepad.games.wizard.schedule import (
    CLASSIC_DECK,
    SEATS_ALLOWED,
    Schedule,
    cards_per_round,
    schedules_for,
)
from scorepad.games.wizard.scoring import (
    FORMULAS,
    AnyScoring,
    HouseScoring,
    Scoring,
    points,
)
from scorepad.imports.found import Document, Omission, Skipped

_LONGEST = {"place": 100, "remark": 1000}
_MOST_MINUTES = 10_000


@dataclass(slots=True)
class NotedSeat:
    """What is noted of a player in a round; *gained* leaves out the *adjustment*."""

    bid: int | None = None
    tricks: int | None = None
    gained: int | None = None
    adjustment: int = 0
    total: int | None = None


@dataclass(slots=True)
class NotedRound:
    """A round as noted, with an entry for each player by name.

    Without a number of *cards*, it is that of their tricks, or of the round.
    """

    number: int
    cards: int | None = None
    trump: str | None = None
    dealer: str | None = None
    entries: dict[str, NotedSeat] = field(default_factory=dict)


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


def result_document(totals: Mapping[str, int], beside: Document) -> Document:
    """Return the document of a game of which only the *totals* are known."""
    return {
        **head_of("wizard"),
        "players": list(totals),
        **beside,
        "rounds": [],
        "final_totals": list(totals.values()),
    }


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
    there: dict[str, list[int]] = {}
    for number, each in enumerate(rounds, 1):
        for name in each.entries:
            there.setdefault(name, []).append(number)
    bids = [entry.bid for each in rounds for entry in each.entries.values()]
    if not bids:
        raise Skipped(Omission.INCOMPLETE)
    has_bids = any(bid is not None for bid in bids)
    if has_bids and None in bids:
        raise Skipped(Omission.INCOMPLETE, ", ".join(there))
    if not has_bids or not _is_told(noted, rounds, [*there.values()]):
        return _only_totals(noted, there, beside, start)
    hands = [*map(_hand_of, rounds)]
    scoring = _best(rounds, hands) if scoring is None else scoring
    players, dealer = [*there], rounds[0].dealer
    document = {
        **head_of("wizard"),
        "players": players,
        **beside,
        **_schedule_of(hands, len(rounds[0].entries)),
        "joined": [
            {"seat": seat, "round": own[0], "start_total": start.get(name, 0)}
            for seat, (name, own) in enumerate(there.items())
            if own[0] > 1
        ],
        "left": [
            {"seat": seat, "after_round": own[-1]}
            for seat, own in enumerate(there.values())
            if own[-1] < len(rounds)
        ],
        "first_dealer": players.index(dealer) if dealer in players else 0,
        **_scoring_keys(scoring),
        "rounds": [*_bodies(rounds, players)],
        "adjustments": [
            {"seat": players.index(name), "points": more, "round": number}
            for number, name, more in _adjustments(rounds, hands, scoring, start)
        ],
    }
    return {key: value for key, value in document.items() if value}


def _closed(rounds: Sequence[NotedRound]) -> list[NotedRound]:
    """Return the rounds that were played to their end, without absent players."""
    has_bids = any(e.bid is not None for each in rounds for e in each.entries.values())
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
    totals = {name: start.get(name, 0) for name in players}
    if all(e.gained is None for each in rounds for e in each.entries.values()):
        raise Skipped(Omission.NO_TOTALS, ", ".join(players))
    for each in rounds:
        for name, entry in each.entries.items():
            if name in totals:
                totals[name] += (entry.gained or 0) + entry.adjustment
    return result_document(totals, beside)


def _hand_of(round_: NotedRound) -> int:
    """Return how many cards each player had."""
    if round_.cards is not None:
        return round_.cards
    tricks = [each.tricks for each in round_.entries.values()]
    known = sum(each for each in tricks if each is not None)
    return round_.number if None in tricks or not known else known


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
        sum(bool(e.adjustment) for each in some for e in each.entries.values())
        for some in (noted, rounds)
    )
    return (
        adjusted == kept
        and all(len(each) == each[-1] - each[0] + 1 for each in there)
        and all(len(each.entries) in SEATS_ALLOWED for each in rounds)
    )


def _scoring_keys(scoring: AnyScoring) -> Document:
    if isinstance(scoring, HouseScoring):
        return {"scoring": "custom", "formula": scoring.parts}
    return {} if scoring is Scoring.CLASSIC else {"scoring": scoring.value}


def _bodies(rounds: Iterable[NotedRound], players: Sequence[str]) -> Iterator[Document]:
    totals = dict.fromkeys(players, 0)
    for each in rounds:
        for name, entry in each.entries.items():
            totals[name] += (entry.gained or 0) + entry.adjustment
        seats = [each.entries.get(name) for name in players]
        body: Document = {"bids": [seat and seat.bid for seat in seats]}
        if all(entry.tricks is not None for entry in each.entries.values()):
            body["tricks"] = [seat and seat.tricks for seat in seats]
        else:
            present = each.entries
            body["totals"] = [totals[n] if n in present else None for n in players]
        yield {**body, "trump": each.trump} if each.trump else body


def _adjustments(
    rounds: Sequence[NotedRound],
    hands: Iterable[int],
    scoring: AnyScoring,
    start: Mapping[str, int],
) -> Iterator[tuple[int, str, int]]:
    """Yield the round, player and points of what the *scoring* does not explain.

    Totals with which players began in round 1 come first.
    """
    for name in rounds[0].entries:
        if start.get(name):
            yield 1, name, start[name]
    for number, (each, cards) in enumerate(zip(rounds, hands, strict=True), 1):
        for name, entry in each.entries.items():
            more = entry.adjustment
            if entry.gained is not None and entry.tricks is not None:
                more += entry.gained - _points(scoring, entry, entry.tricks, cards)
            if more:
                yield number, name, more


def _points(scoring: AnyScoring, entry: NotedSeat, tricks: int, cards: int) -> int:
    return points(scoring, bid=entry.bid or 0, tricks=tricks, cards=cards)


def _explained(
    scoring: AnyScoring, rounds: Sequence[NotedRound], hands: Sequence[int]
) -> int:
    """Return how many points of the rounds a *scoring* explains."""
    return sum(
        entry.gained
        in {
            _points(scoring, entry, tricks, cards)
            for tricks in (range(cards + 1) if entry.tricks is None else [entry.tricks])
        }
        for each, cards in zip(rounds, hands, strict=True)
        for entry in each.entries.values()
        if entry.gained is not None and entry.bid is not None
    )


def _best(rounds: Sequence[NotedRound], hands: Sequence[int]) -> AnyScoring:
    candidates: list[AnyScoring] = [*FORMULAS, *_OF_ESCALIER, *_inferred(rounds)]
    return max(candidates, key=lambda each: _explained(each, rounds, hands))


_OF_ESCALIER = (HouseScoring(5, 5, 5, 5), HouseScoring(5, 5, 5, 5, trick_when_missed=5))
"""What Escalier counts by unless the table chooses otherwise."""


def _inferred(rounds: Sequence[NotedRound]) -> Iterable[HouseScoring]:
    """Yield the formulas that the points of met and missed bids suggest."""
    known = [
        (entry.bid, entry.tricks, entry.gained)
        for each in rounds
        for entry in each.entries.values()
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
        return _follow(columns, adjusts=not any(entry.adjustment for entry in entries))
    noted = {
        name: [each.gained if each.total is None else each.total for each in column]
        for name, column in columns.items()
    }
    running = {name: _gains(column) for name, column in noted.items()}

    def plausible(way: Mapping[str, Sequence[int | None]]) -> int:
        for name, gained in way.items():
            for entry, points_ in zip(columns[name], gained, strict=True):
                entry.gained = points_
        return _plausible(rounds)

    is_usual = has_totals or all(entry.tricks is None for entry in entries)
    ways = (running, noted) if is_usual else (noted, running)
    plausible(max(ways, key=plausible))
    return {}


def _follow(
    columns: Mapping[str, Sequence[NotedSeat]], *, adjusts: bool
) -> dict[str, int]:
    """Follow totals beside points; return what players began with.

    What a later total has beside the points is an adjustment, if that *adjusts*.
    """
    start = {}
    for name, column in columns.items():
        added = _gains([entry.total for entry in column])
        for at, (entry, gained) in enumerate(zip(column, added, strict=True)):
            if gained is None:
                continue
            rest = gained - entry.adjustment
            if entry.gained is None:
                entry.gained = rest
            elif at == 0:
                start[name] = rest - entry.gained
            elif adjusts:
                entry.adjustment = rest - entry.gained
    return start


def _gains(totals: Sequence[int | None]) -> list[int | None]:
    """Return what each round added to running totals."""
    found: list[int | None] = []
    before = 0
    for total in totals:
        found.append(None if total is None else total - before)
        before = before if total is None else total
    return found


def _plausible(rounds: Sequence[NotedRound]) -> int:
    """Return how many points a usual scoring explains."""
    hands = [*map(_hand_of, rounds)]
    without_bids = sum(
        entry.bid is None and _is_usual(entry.gained, cards)
        for each, cards in zip(rounds, hands, strict=True)
        for entry in each.entries.values()
    )
    return without_bids + max(_explained(each, rounds, hands) for each in FORMULAS)


def _is_usual(points_: int | None, cards: int) -> bool:
    """Return whether a round of so many cards can score these points."""
    if points_ is None or points_ % 10:
        return False
    return 20 <= points_ <= 20 + 10 * cards or -10 * cards <= points_ < 0  # noqa: PLR2004 - the classic scoring


def _schedule_of(cards: Sequence[int], seats: int) -> Document:
    """Return the settings of a document whose rounds had so many *cards*.

    A standard game that stopped early keeps its schedule.
    """
    for schedule in schedules_for(seats):
        if cards_per_round(schedule, seats) == tuple(cards):
            usual = schedule is Schedule.STANDARD
            return {} if usual else {"schedule": schedule.value}
    if [*cards] == [*range(1, len(cards) + 1)] and len(cards) < CLASSIC_DECK // seats:
        return {"ended_after": len(cards)}
    return {"schedule": Schedule.CUSTOM.value, "cards": [*cards]}
