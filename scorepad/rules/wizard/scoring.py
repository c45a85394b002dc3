"""How bid and tricks become points."""

from collections.abc import Collection, Sequence

from scorepad.rules.wizard.game import AnyScoring, BidChange, HouseScoring, Scoring

KEPT_WORD = 20
"""Points for taking exactly the tricks announced, whatever their number."""

PER_TRICK = 10
"""Points for each trick taken as announced, and lost for each trick astray."""

JUNIOR_KEPT_ZERO = 1


def points(scoring: AnyScoring, *, bid: int, tricks: int, cards: int) -> int:
    """Score one seat for one round of *cards*, as the table has agreed.

    >>> points(Scoring.ALTERNATIVE, bid=0, tricks=0, cards=5)
    50
    >>> points(HouseScoring(20, 10, 10, 50), bid=0, tricks=0, cards=5)
    50
    """
    if isinstance(scoring, HouseScoring):
        return points_of_house(scoring, bid, tricks)
    if scoring is Scoring.ALTERNATIVE:
        return points_alternative(bid, tricks, cards=cards)
    if scoring is Scoring.JUNIOR:
        return points_junior(bid, tricks)
    classic = points_for(bid, tricks)
    return classic // PER_TRICK if scoring is Scoring.CLASSIC_DIV10 else classic


def points_for(bid: int, tricks: int) -> int:
    """Score one seat for one round.

    Whoever takes exactly the tricks they announced earns 20 and another 10
    for each of them, so a kept zero is still worth 20. Everybody else loses
    10 for every trick they are away from their bid, in either direction.

    >>> points_for(bid=2, tricks=2)
    40
    >>> points_for(bid=0, tricks=0)
    20
    >>> points_for(bid=3, tricks=1)
    -20
    """
    if bid == tricks:
        return KEPT_WORD + PER_TRICK * tricks
    return -PER_TRICK * abs(bid - tricks)


def points_alternative(bid: int, tricks: int, *, cards: int) -> int:
    """House scoring: 10 for every trick; 10 per card for a kept word.

    A miss costs 10 for the first trick astray, 20 more for the second, and so on.
    """
    if bid == tricks:
        return PER_TRICK * (tricks + cards)
    astray = abs(bid - tricks)
    return PER_TRICK * tricks - PER_TRICK * astray * (astray + 1) // 2


def points_junior(bid: int, tricks: int) -> int:
    """Wizard Junior: a point for each trick announced and taken, 1 for a kept zero."""
    return max(JUNIOR_KEPT_ZERO, tricks) if bid == tricks else 0


def points_of_house(formula: HouseScoring, bid: int, tricks: int) -> int:
    """The table's own formula."""
    if bid != tricks:
        return -formula.per_miss * abs(bid - tricks)
    return formula.base + formula.per_trick * tricks if bid else formula.kept_zero


def final_bids(
    bids: Sequence[int | None], changes: Sequence[BidChange]
) -> tuple[int | None, ...]:
    """The bids that count, after every change a Cloud brought about."""
    moved = [sum(c.by for c in changes if c.seat == seat) for seat in range(len(bids))]
    return tuple(
        None if bid is None else bid + by for bid, by in zip(bids, moved, strict=True)
    )


def ranks(totals: Sequence[int], gone: Collection[int] = ()) -> tuple[int, ...]:
    """Competition ranks: equal totals share a rank, the next one is left out.

    Seats that are *gone* come after all who stayed, whatever they have.

    >>> ranks([150, 150, 90, 40])
    (1, 1, 3, 4)
    >>> ranks([150, 150, 90, 40], gone=[0, 1])
    (3, 3, 1, 2)
    """
    places = [(seat in gone, -total) for seat, total in enumerate(totals)]
    return tuple(1 + sum(other < place for other in places) for place in places)


def winners(totals: Sequence[int], gone: Collection[int] = ()) -> tuple[int, ...]:
    """All seats with the highest total: tied leaders win together (rules of 2026).

    Nobody who is *gone* wins.
    """
    placed = enumerate(ranks(totals, gone))
    return tuple(seat for seat, rank in placed if rank == 1 and seat not in gone)


def league_points(totals: Sequence[int]) -> tuple[int, ...]:
    """One point for everybody beaten, one less for everybody ahead (wizardcards.com).

    Of tied players neither is beaten.
    """
    return tuple(
        sum(other < total for other in totals) - sum(other > total for other in totals)
        for total in totals
    )
