"""Validation of a round, with all objections at once."""

from collections.abc import Collection, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from scorepad.games.wizard import ASKABLE, Objection, Problem
from scorepad.games.wizard.models import EvenBidMode, EvenBidRule, Round
from scorepad.games.wizard.scoring import AnyScoring, Scoring, points
from scorepad.games.wizard.seating import has_all_tricks


def objections_to_round(  # noqa: PLR0913 - inputs of the rule
    round_: Round,
    *,
    cards: int,
    players: int,
    dealer: int,
    rule: EvenBidRule | None = None,
    leaders: Sequence[int] = (),
    followed: bool = False,
    present: Collection[int] | None = None,
    impossible_trump: bool = False,
    derived: Sequence[Objection] = (),
) -> tuple[Objection, ...]:
    """Return every objection to *round_* that the table has not accepted.

    Bids may be missing as long as tricks are; with tricks, old totals, or a later round
    (*followed*) the round must be complete, unless it is *unwritten*. *leaders* are the
    seats with the highest total before the round. Only the seats *present* (default:
    all) may have entries. *impossible_trump*: a suit is noted although no card is
    turned up.
    """
    if not fits_table(round_, players):
        return (Objection(Problem.BID_COUNT),)
    seats = range(players) if present is None else sorted(present)
    absent = [seat for seat in range(players) if seat not in seats]
    away = [
        Objection(Problem.NOT_AT_TABLE, seat) for seat in absent if round_.names(seat)
    ]
    if round_.unwritten:
        entries = {*round_.bids, *(round_.tricks or ())} != {None}
        return (*away, *([Objection(Problem.UNWRITTEN_ENTRIES)] * entries))
    is_done = has_all_tricks(round_, seats) or round_.totals is not None
    others = [round_.bids[seat] for seat in seats if seat != dealer]
    forbidden = forbidden_bid(
        [bid for bid in others if bid is not None],
        cards=cards,
        players=len(seats),
        rule=rule,
        leads=dealer in leaders,
        leads_alone=tuple(leaders) == (dealer,),
    )
    is_even = forbidden is not None and round_.bids[dealer] == forbidden
    found = (
        *away,
        *_to_bids(round_, seats, cards, needed=is_done or followed),
        *([Objection(Problem.BIDS_EVEN, dealer)] * is_even),
        *_to_bid_changes(round_, seats, cards),
        *_to_tricks(round_, seats, cards, followed=followed),
        *([Objection(Problem.NO_TURN_UP)] * impossible_trump),
        *derived,
    )
    # Impossible entries cannot be accepted.
    accepted = ASKABLE.intersection(round_.accepted)
    return tuple(each for each in found if each.problem not in accepted)


def fits_table(round_: Round, players: int, winners: Collection[int] = ()) -> bool:
    """Return whether every row has one entry per seat, and no seat is out of range."""
    rows = (round_.bids, round_.tricks, round_.totals)
    changed = (change.seat for change in round_.bid_changes)
    named = {round_.named_by, round_.dealer} - {None}
    seats = (*changed, *round_.late_bids, *named, *winners)
    return all(row is None or len(row) == players for row in rows) and all(
        seat in range(players) for seat in seats
    )


def _to_bids(
    round_: Round, seats: Sequence[int], cards: int, *, needed: bool
) -> Iterator[Objection]:
    changed = {change.seat for change in round_.bid_changes}
    for seat in seats:
        bid = round_.bids[seat]
        if bid is None and (needed or seat in changed):
            yield Objection(Problem.BID_MISSING, seat)
        if bid is not None and not 0 <= bid <= cards:
            yield Objection(Problem.BID_RANGE, seat)


def forbidden_bid(  # noqa: PLR0913 - inputs of the rule
    prior_bids: Sequence[int],
    *,
    cards: int,
    players: int,
    rule: EvenBidRule | None,
    leads: bool = False,
    leads_alone: bool = False,
) -> int | None:
    """Return the bid that the last bidder, the dealer, may not make, if any.

    Under the ±1 rule the bids of a round must not add up to its cards; the Canadian
    rules restrict the dealer only if leading (*leads*, *leads_alone*) before the round.
    """
    if rule is None or len(prior_bids) != players - 1 or cards < rule.min_cards:
        return None
    restricted = {
        EvenBidMode.LAST_BIDDER: True,
        EvenBidMode.LEADING_DEALER: leads,
        EvenBidMode.SOLE_LEADING_DEALER: leads_alone,
    }[rule.mode]
    even = cards - sum(prior_bids)
    if not restricted or not 0 <= even <= cards:
        return None
    return None if even == 0 and rule.zero_always_allowed else even


def _to_bid_changes(
    round_: Round, seats: Sequence[int], cards: int
) -> Iterator[Objection]:
    if round_.bid_changes and any(round_.bids[seat] is None for seat in seats):
        yield Objection(Problem.BID_CHANGE_EARLY)
    for seat in seats if round_.bid_changes else ():
        bid = round_.bids[seat]
        steps = [change.by for change in round_.bid_changes if change.seat == seat]
        if any(step not in {-1, 1} for step in steps):
            yield Objection(Problem.BID_CHANGE_STEP, seat)
        elif (
            bid is not None
            and 0 <= bid <= cards
            and not all(0 <= each <= cards for each in accumulate(steps, initial=bid))
        ):
            yield Objection(Problem.BID_CHANGE_RANGE, seat)


def _to_tricks(
    round_: Round, seats: Sequence[int], cards: int, *, followed: bool
) -> Iterator[Objection]:
    tricks = [None if round_.tricks is None else round_.tricks[seat] for seat in seats]
    begun = followed or any(taken is not None for taken in tricks)
    for seat, taken in zip(seats, tricks, strict=True):
        # Old sheets have no tricks; unknown ones are another objection.
        if taken is None and begun and round_.totals is None:
            yield Objection(Problem.TRICKS_MISSING, seat)
        if taken is not None and not 0 <= taken <= cards:
            yield Objection(Problem.TRICKS_RANGE, seat)
    if not 0 <= round_.void_tricks <= cards:
        yield Objection(Problem.VOID_RANGE)
    known = [taken for taken in tricks if taken is not None]
    if len(known) == len(seats) and sum(known) + round_.void_tricks != cards:
        yield Objection(Problem.TRICKS_SUM)


class WorkedOut(NamedTuple):
    """The tricks and points of an old round by seat, ``None`` if unknown.

    Points may be known without tricks: a miss costs the same both ways.
    """

    tricks: tuple[int | None, ...]
    points: tuple[int | None, ...]
    objections: tuple[Objection, ...]


def tricks_from_totals(  # noqa: PLR0913 - inputs of the rule
    bids: Sequence[int | None],
    *,
    steps: Sequence[int],
    cards: int,
    void_tricks: int = 0,
    known: Sequence[int | None] | None = None,
    scoring: AnyScoring = Scoring.CLASSIC,
) -> WorkedOut:
    """Derive the tricks of an old round from the *steps* between its totals.

    *bids* are those that count, after changes. *known* tricks, which a player
    remembers, take precedence. A step that no number of tricks explains is a
    ``total_mismatch``; the tricks may still follow from the others'. If no choice adds
    up to the cards, it is ``tricks_sum``.
    """
    remembered = known or (None,) * len(bids)
    dealt = range(cards + 1)
    worth = [
        []
        if bid is None
        else [points(scoring, bid=bid, tricks=taken, cards=cards) for taken in dealt]
        for bid in bids
    ]
    possible = tuple(
        tuple(taken for taken, points_ in enumerate(each) if points_ == step)
        for each, step in zip(worth, steps, strict=True)
    )
    open_ = tuple(
        (taken,) if taken is not None else could or tuple(range(cards + 1))
        for taken, could in zip(remembered, possible, strict=True)
    )
    left = _left_by_sum(open_, cards - void_tricks)
    tricks = tuple(could[0] if len(could) == 1 else None for could in (left or open_))
    scored = tuple(map(_points, worth, steps, possible, tricks))
    personal = tuple(_objections(bids, tricks, possible))
    # If all tricks are known, the check of the round counts them.
    if left is None and None in tricks:
        return WorkedOut(tricks, scored, (*personal, Objection(Problem.TRICKS_SUM)))
    return WorkedOut(tricks, scored, personal)


def _left_by_sum(
    open_: Sequence[tuple[int, ...]], target: int
) -> tuple[tuple[int, ...], ...] | None:
    """Return each seat's choices that can be part of *target* tricks in total."""
    left = []
    for seat, could in enumerate(open_):
        sums = {0}  # of the others
        for other in (*open_[:seat], *open_[seat + 1 :]):
            sums = {some + more for some in sums for more in other}
        left.append(tuple(taken for taken in could if target - taken in sums))
    return tuple(left) if all(left) else None


def _points(
    worth: Sequence[int], step: int, possible: Sequence[int], taken: int | None
) -> int | None:
    if not worth:
        return None
    if taken is not None and 0 <= taken < len(worth):
        return worth[taken]
    return step if possible else None


def _objections(
    bids: Sequence[int | None],
    tricks: Sequence[int | None],
    possible: Sequence[Sequence[int]],
) -> Iterator[Objection]:
    for seat, (bid, taken) in enumerate(zip(bids, tricks, strict=True)):
        explained = bool(possible[seat]) if taken is None else taken in possible[seat]
        if bid is not None and not explained:
            yield Objection(Problem.TOTAL_MISMATCH, seat)
        if taken is None:
            yield Objection(Problem.TRICKS_UNKNOWN, seat)
