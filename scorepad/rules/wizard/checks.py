"""Everything that can be wrong with a round, all of it at once."""

from collections.abc import Collection, Iterator, Sequence

from scorepad.rules.problems import ASKABLE, Objection, Problem
from scorepad.rules.wizard.bids import forbidden_bid
from scorepad.rules.wizard.game import EvenBidRule, Round


def objections_to_round(  # noqa: PLR0913 - what the rules themselves ask about
    round_: Round,
    *,
    cards: int,
    players: int,
    dealer: int,
    rule: EvenBidRule | None = None,
    leaders: Sequence[int] = (),
    followed: bool = False,
    present: Collection[int] | None = None,
) -> tuple[Objection, ...]:
    """List every objection to *round_* that the table has not accepted.

    Bids come first, then bid changes, then tricks, each in seat order. Bids may be
    missing as long as tricks are; once tricks or old totals are there, or the
    round is *followed* by another one, the round claims to be complete.
    Where rows or seats do not fit the table, ``bid_count`` is the only answer.

    *leaders* are the seats with the highest total before the round. *present* are
    the seats that play it, all of them unless told; of the others nothing may be noted.
    """
    if not fits_table(round_, players):
        return (Objection(Problem.BID_COUNT),)
    seats = range(players) if present is None else sorted(present)
    absent = [seat for seat in range(players) if seat not in seats]
    found = (
        *(
            Objection(Problem.NOT_AT_TABLE, seat)
            for seat in absent
            if round_.names(seat)
        ),
        *_to_bids(round_, seats, cards=cards, followed=followed),
        *_to_even_bids(
            round_, seats, cards=cards, dealer=dealer, rule=rule, leaders=leaders
        ),
        *_to_bid_changes(round_, seats, cards=cards),
        *_to_tricks(round_, seats, cards=cards, followed=followed),
        *_to_sums(round_, seats, cards=cards),
    )
    return without_accepted(found, round_)


def without_accepted(
    objections: Sequence[Objection], round_: Round
) -> tuple[Objection, ...]:
    """Leave out what the table lets stand; what cannot be a game always stays."""
    accepted = ASKABLE.intersection(round_.accepted)
    return tuple(each for each in objections if each.problem not in accepted)


def fits_table(round_: Round, players: int) -> bool:
    """Whether every row has one place per seat and names no seat beyond them."""
    rows = (round_.bids, round_.tricks, round_.totals)
    changed = (change.seat for change in round_.bid_changes)
    named = () if round_.named_by is None else (round_.named_by,)
    seats = (*changed, *round_.late_bids, *named)
    return all(row is None or len(row) == players for row in rows) and all(
        0 <= seat < players for seat in seats
    )


def _tricks_of(round_: Round, seats: Sequence[int]) -> list[int | None]:
    return [None if round_.tricks is None else round_.tricks[seat] for seat in seats]


def _to_bids(
    round_: Round, seats: Sequence[int], *, cards: int, followed: bool
) -> Iterator[Objection]:
    changed = {change.seat for change in round_.bid_changes}
    noted = None not in _tricks_of(round_, seats)
    needed = followed or noted or round_.totals is not None
    for seat in seats:
        bid = round_.bids[seat]
        if bid is None and (needed or seat in changed):
            yield Objection(Problem.BID_MISSING, seat)
        if bid is not None and not 0 <= bid <= cards:
            yield Objection(Problem.BID_RANGE, seat)


def _to_even_bids(  # noqa: PLR0913 - what the rule itself asks about
    round_: Round,
    seats: Sequence[int],
    *,
    cards: int,
    dealer: int,
    rule: EvenBidRule | None,
    leaders: Sequence[int],
) -> Iterator[Objection]:
    last = round_.bids[dealer]
    others = [round_.bids[seat] for seat in seats if seat != dealer]
    made = [bid for bid in others if bid is not None]
    if last is None or len(made) < len(others):
        return
    forbidden = forbidden_bid(
        made,
        cards=cards,
        players=len(seats),
        rule=rule,
        leads=dealer in leaders,
        leads_alone=tuple(leaders) == (dealer,),
    )
    if last == forbidden:
        yield Objection(Problem.BIDS_EVEN, dealer)


def _to_bid_changes(
    round_: Round, seats: Sequence[int], *, cards: int
) -> Iterator[Objection]:
    if round_.bid_changes and any(round_.bids[seat] is None for seat in seats):
        yield Objection(Problem.BID_CHANGE_EARLY)
    for seat in seats:
        bid = round_.bids[seat]
        steps = [change.by for change in round_.bid_changes if change.seat == seat]
        if any(step not in {-1, 1} for step in steps):
            yield Objection(Problem.BID_CHANGE_STEP, seat)
        elif bid is not None and 0 <= bid <= cards and _strays(bid, steps, cards):
            yield Objection(Problem.BID_CHANGE_RANGE, seat)


def _strays(bid: int, steps: Sequence[int], cards: int) -> bool:
    return any(
        not 0 <= bid + sum(steps[:made]) <= cards for made in range(1, len(steps) + 1)
    )


def _to_tricks(
    round_: Round, seats: Sequence[int], *, cards: int, followed: bool
) -> Iterator[Objection]:
    tricks = _tricks_of(round_, seats)
    begun = followed or any(taken is not None for taken in tricks)
    for seat, taken in zip(seats, tricks, strict=True):
        # An old sheet never had tricks; what is unknown there is its own objection.
        if taken is None and begun and round_.totals is None:
            yield Objection(Problem.TRICKS_MISSING, seat)
        if taken is not None and not 0 <= taken <= cards:
            yield Objection(Problem.TRICKS_RANGE, seat)


def _to_sums(round_: Round, seats: Sequence[int], *, cards: int) -> Iterator[Objection]:
    if not 0 <= round_.void_tricks <= cards:
        yield Objection(Problem.VOID_RANGE)
    taken = [tricks for tricks in _tricks_of(round_, seats) if tricks is not None]
    if len(taken) == len(seats) and sum(taken) + round_.void_tricks != cards:
        yield Objection(Problem.TRICKS_SUM)
