"""A game document from rounds, or from totals, as other programs note them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import product
from typing import Any

from scorepad.games.documents import head_of
from scorepad.games.wizard.schedule import SEATS_ALLOWED
from scorepad.games.wizard.scoring import (
    FORMULAS,
    AnyScoring,
    HouseScoring,
    Scoring,
    points,
)
from scorepad.imports.found import Document, Omission, Skipped, schedule_of

_LONGEST = {"place": 100, "remark": 1000}
_MOST_MINUTES = 10_000
_UNIT = re.compile(r" ?(?:p|pts?|pkt|punkte|points)\.?$", re.IGNORECASE)
_THOUSANDS = re.compile(r"^([-+]?[1-9]\d?)[.,'’\s](\d{3})$", re.ASCII)


@dataclass(slots=True)
class NotedSeat:
    """What is noted of a player in a round; *gained* leaves out the *adjustment*."""

    bid: int | None = None
    tricks: int | None = None
    gained: int | None = None
    adjustment: int = 0

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is noted."""
        return self.is_absent and self.gained is None

    @property
    def is_absent(self) -> bool:
        """Return whether neither bid nor tricks are noted."""
        return self.bid is None and self.tricks is None


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
        if said := " ".join((text or "").split())[: _LONGEST[key]]:
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

    :raises Skipped: a player left and came back, or bids are missing.
    """
    noted, rounds, start = rounds, _closed(rounds), start or {}
    players = [*dict.fromkeys(name for each in rounds for name in each.entries)]
    if not players:
        raise Skipped(Omission.INCOMPLETE)
    entries = [each for round_ in rounds for each in round_.entries.values()]
    if all(each.bid is None for each in entries):
        return _only_totals(noted, players, beside, start)
    if any(each.bid is None for each in entries):
        raise Skipped(Omission.INCOMPLETE, ", ".join(players))
    if not _is_told(noted, rounds, players):
        return _only_totals(noted, players, beside, start)
    hands = [*map(hand_of, rounds)]
    scoring = _best(rounds, hands) if scoring is None else scoring
    present = sum(1 for name in players if name in rounds[0].entries)
    document = {
        **head_of("wizard"),
        "players": players,
        **beside,
        **schedule_of(hands, present),
        **_seating(rounds, players, start),
        **_dealers(rounds, players),
        **_scoring_keys(scoring),
        "rounds": _bodies(rounds, players),
    }
    adjustments = [
        *_starts(rounds, players, start),
        *_adjustments(rounds, players, hands, scoring),
    ]
    return {**document, "adjustments": adjustments} if adjustments else document


def _closed(rounds: Sequence[NotedRound]) -> list[NotedRound]:
    """Return the rounds that were played to their end, without absent players."""
    noted = [entry for each in rounds for entry in each.entries.values()]
    has_bids = any(entry.bid is not None for entry in noted)
    found = []
    for each in rounds:
        kept = {
            name: entry
            for name, entry in each.entries.items()
            if not entry.is_empty and not (has_bids and entry.is_absent)
        }
        if any(e.tricks is not None or e.gained is not None for e in kept.values()):
            found.append(replace(each, entries=kept))
    return found


def _only_totals(
    rounds: Sequence[NotedRound],
    players: Sequence[str],
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


def hand_of(round_: NotedRound) -> int:
    """Return how many cards each player had."""
    if round_.cards is not None:
        return round_.cards
    tricks = [each.tricks for each in round_.entries.values()]
    known = sum(each for each in tricks if each is not None)
    return round_.number if None in tricks or not known else known


def _rounds_of(rounds: Sequence[NotedRound], name: str) -> list[int]:
    return [n for n, each in enumerate(rounds, 1) if name in each.entries]


def _is_told(
    noted: Sequence[NotedRound], rounds: Sequence[NotedRound], players: Sequence[str]
) -> bool:
    """Return whether a game of Scorepad can have these *rounds* of those *noted*.

    It has none with fewer than three players, none to whom a player came back, and no
    adjustment for an absent player.
    """
    there = [_rounds_of(rounds, name) for name in players]
    adjusted = sum(bool(e.adjustment) for r in noted for e in r.entries.values())
    kept = sum(bool(e.adjustment) for r in rounds for e in r.entries.values())
    return (
        adjusted == kept
        and all(len(each) == each[-1] - each[0] + 1 for each in there)
        and all(len(each.entries) in SEATS_ALLOWED for each in rounds)
    )


def _seating(
    rounds: Sequence[NotedRound], players: Sequence[str], start: Mapping[str, int]
) -> Document:
    joined, left = [], []
    for seat, name in enumerate(players):
        there = _rounds_of(rounds, name)
        if there[0] > 1:
            began = start.get(name, 0)
            joined.append({"seat": seat, "round": there[0], "start_total": began})
        if there[-1] < len(rounds):
            left.append({"seat": seat, "after_round": there[-1]})
    return {k: v for k, v in (("joined", joined), ("left", left)) if v}


def _dealers(rounds: Sequence[NotedRound], players: Sequence[str]) -> Document:
    first = rounds[0].dealer
    return {"first_dealer": players.index(first)} if first in players[1:] else {}


def _scoring_keys(scoring: AnyScoring) -> Document:
    if isinstance(scoring, HouseScoring):
        return {"scoring": "custom", "formula": scoring.parts}
    return {} if scoring is Scoring.CLASSIC else {"scoring": scoring.value}


def _bodies(rounds: Sequence[NotedRound], players: Sequence[str]) -> list[Document]:
    totals: dict[str, int] = dict.fromkeys(players, 0)
    bodies = []
    for each in rounds:
        entries = [each.entries.get(name) for name in players]
        for name, entry in each.entries.items():
            totals[name] += (entry.gained or 0) + entry.adjustment
        tricks = [entry and entry.tricks for entry in entries]
        body: Document = {"bids": [entry and entry.bid for entry in entries]}
        if all(e.tricks is not None for e in each.entries.values()):
            body["tricks"] = tricks
        else:
            body["totals"] = [n if n in each.entries else None for n in players]
            body["totals"] = [n and totals[n] for n in body["totals"]]
        if each.trump is not None:
            body["trump"] = each.trump
        bodies.append(body)
    return bodies


def _starts(
    rounds: Sequence[NotedRound], players: Sequence[str], start: Mapping[str, int]
) -> Iterable[Document]:
    """Yield the totals with which players began who were there from round 1."""
    for seat, name in enumerate(players):
        if name in rounds[0].entries and start.get(name):
            yield {"seat": seat, "points": start[name], "round": 1}


def _adjustments(
    rounds: Sequence[NotedRound],
    players: Sequence[str],
    hands: Sequence[int],
    scoring: AnyScoring,
) -> Iterable[Document]:
    for number, (each, cards) in enumerate(zip(rounds, hands, strict=True), 1):
        for name, entry in each.entries.items():
            more = entry.adjustment
            if entry.gained is not None and entry.tricks is not None:
                more += entry.gained - _points(scoring, entry, entry.tricks, cards)
            if more:
                seat = players.index(name)
                yield {"seat": seat, "points": more, "round": number}


def _points(scoring: AnyScoring, entry: NotedSeat, tricks: int, cards: int) -> int:
    return points(scoring, bid=entry.bid or 0, tricks=tricks, cards=cards)


def explained(
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
    return max(candidates, key=lambda each: explained(each, rounds, hands))


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


def gains(totals: Sequence[int | None]) -> list[int | None]:
    """Return what each round added to running totals."""
    found: list[int | None] = []
    before = 0
    for total in totals:
        found.append(None if total is None else total - before)
        before = before if total is None else total
    return found


def whole(value: Any) -> int | None:
    """Return a whole number from text such as ``-10``, ``−10``, ``30,0`` or ``1.120``.

    >>> whole("−10"), whole("30,0"), whole("1.120"), whole("1e3"), whole("")
    (-10, 30, 1120, None, None)
    """
    text = str(value).strip()
    if text.isascii() and text.isdigit() and len(text) < 7:  # noqa: PLR2004 - a million is no total
        return int(text)  # most are
    text = _UNIT.sub("", text).replace("\u2212", "-").replace("\u2013", "-")
    text = _THOUSANDS.sub(r"\1\2", text)
    for zero in (",0", ".0", ",00", ".00"):
        text = text.removesuffix(zero)
    sign, digits = (text[:1], text[1:]) if text[:1] in {*"+-"} else ("", text)
    if not digits.isascii() or not digits.isdigit() or len(digits) > 6:  # noqa: PLR2004 - a million is no total
        return None
    return -int(digits) if sign == "-" else int(digits)
