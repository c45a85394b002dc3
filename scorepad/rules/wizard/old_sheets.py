"""Old paper blocks: bids and running totals, from which the tricks are worked out.

A total minus the one above it is the points of the round. A kept word says the
tricks outright. A miss only says how far: over or under is decided by the round's
trick sum, or not at all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorepad.rules.problems import Objection, Problem
from scorepad.rules.wizard.game import AnyScoring, Scoring
from scorepad.rules.wizard.scoring import points


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """What an old round tells; every tuple has one place per seat.

    *tricks* and *points* are ``None`` where nothing decides. The points of a seat
    may be known where its tricks are not: a miss costs the same both ways.
    """

    tricks: tuple[int | None, ...]
    points: tuple[int | None, ...]
    objections: tuple[Objection, ...]


def tricks_from_totals(  # noqa: PLR0913 - what an old block leaves open
    bids: Sequence[int | None],
    *,
    steps: Sequence[int],
    cards: int,
    void_tricks: int = 0,
    known: Sequence[int | None] | None = None,
    scoring: AnyScoring = Scoring.CLASSIC,
) -> WorkedOut:
    """Work out the tricks of an old round from the *steps* between its totals.

    *bids* are those that count (after bid changes); *steps* are what the writer
    added to the total above. *known* are tricks somebody remembers, ``None`` for
    the other seats; they go before what the totals say.

    A step that no number of tricks explains is ``total_mismatch``; the seat's
    tricks may still follow from everybody else's. Tricks that stay open are
    ``tricks_unknown``. Where no choice adds up to the cards, ``tricks_sum``.

    >>> tricks_from_totals([0, 1, 1], steps=[20, -10, 30], cards=1).tricks
    (0, 0, 1)
    """
    remembered = known or (None,) * len(bids)
    worth = tuple(_worth(bid, cards, scoring) for bid in bids)
    told = tuple(map(_told, worth, steps))
    open_ = tuple(
        (taken,) if taken is not None else could or tuple(range(cards + 1))
        for taken, could in zip(remembered, told, strict=True)
    )
    left = _left_by_sum(open_, cards - void_tricks)
    tricks = tuple(could[0] if len(could) == 1 else None for could in (left or open_))
    scored = tuple(map(_points, worth, steps, told, tricks))
    personal = tuple(_objections(bids, tricks, told))
    # All tricks known: the round's own check counts them.
    if left is None and None in tricks:
        return WorkedOut(tricks, scored, (*personal, Objection(Problem.TRICKS_SUM)))
    return WorkedOut(tricks, scored, personal)


def _worth(bid: int | None, cards: int, scoring: AnyScoring) -> tuple[int, ...]:
    """What every number of tricks is worth to whoever bid so."""
    if bid is None:
        return ()
    return tuple(
        points(scoring, bid=bid, tricks=taken, cards=cards)
        for taken in range(cards + 1)
    )


def _told(worth: Sequence[int], step: int) -> tuple[int, ...]:
    return tuple(taken for taken, points_ in enumerate(worth) if points_ == step)


def _left_by_sum(
    open_: Sequence[tuple[int, ...]], target: int
) -> tuple[tuple[int, ...], ...] | None:
    """Keep of each seat's choices those that can be part of *target* tricks."""
    before = _sums(open_)
    after = tuple(reversed(_sums(tuple(reversed(open_)))))
    left = tuple(
        tuple(
            t
            for t in could
            if any(target - t - other in after[seat + 1] for other in before[seat])
        )
        for seat, could in enumerate(open_)
    )
    return left if all(left) else None


def _sums(open_: Sequence[tuple[int, ...]]) -> tuple[frozenset[int], ...]:
    """What the first 0, 1, 2 … seats can have taken together."""
    reached = [frozenset({0})]
    for could in open_:
        reached.append(frozenset(a + b for a in reached[-1] for b in could))
    return tuple(reached)


def _points(
    worth: Sequence[int], step: int, told: Sequence[int], taken: int | None
) -> int | None:
    if not worth:
        return None
    if taken is not None and 0 <= taken < len(worth):
        return worth[taken]
    return step if told else None


def _objections(
    bids: Sequence[int | None],
    tricks: Sequence[int | None],
    told: Sequence[Sequence[int]],
) -> Iterator[Objection]:
    for seat, (bid, taken) in enumerate(zip(bids, tricks, strict=True)):
        explained = bool(told[seat]) if taken is None else taken in told[seat]
        if bid is not None and not explained:
            yield Objection(Problem.TOTAL_MISMATCH, seat)
        if taken is None:
            yield Objection(Problem.TRICKS_UNKNOWN, seat)
