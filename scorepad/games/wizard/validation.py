"""Validation of a round, with all objections at once."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from scorepad.games.wizard import ASKABLE, Objection, Problem
from scorepad.games.wizard.models import EvenBidMode, EvenBidRule, Game, Round
from scorepad.games.wizard.schedule import Trump
from scorepad.games.wizard.scoring import AnyScoring, points
from scorepad.games.wizard.seating import has_all_tricks, trump_without_card


class WorkedOut(NamedTuple):
    """The tricks and points of an old round by seat, ``None`` if unknown.

    Points may be known without tricks: a miss costs the same both ways.
    """

    tricks: tuple[int | None, ...]
    points: tuple[int | None, ...]
    objections: tuple[Objection, ...]


def objections_to_round(  # noqa: PLR0913 - inputs of the rule
    game: Game,
    number: int,
    *,
    dealer: int,
    leaders: Sequence[int],
    present: Sequence[int],
    worked: WorkedOut,
) -> tuple[Objection, ...]:
    """Return every objection to a noted round that the table has not accepted.

    Bids may be missing as long as tricks are; with tricks, old totals, or a later round
    the round must be complete, unless it is *unwritten*. *leaders* are the seats with
    the highest total before the round. Only the seats *present* may have entries.
    """
    round_, cards = game.rounds[number - 1], game.cards[number - 1]
    if not fits_table(round_, len(game.players)):
        return (Objection(Problem.BID_COUNT),)
    if round_.totals is not None:
        round_ = replace(round_, tricks=worked.tricks)
    absent = set(range(len(game.players))).difference(present)
    away = [Objection(Problem.NOT_AT_TABLE, s) for s in absent if round_.names(s)]
    if round_.unwritten:
        entries = {*round_.bids, *(round_.tricks or ())} != {None}
        return (*away, *([Objection(Problem.UNWRITTEN_ENTRIES)] * entries))
    later = (bid for each in game.rounds[number:] for bid in each.bids)
    followed = any(bid is not None for bid in later)
    is_done = has_all_tricks(round_, present) or round_.totals is not None
    forbidden = forbidden_bid(
        game.even_bid_rule,
        round_.bids,
        cards=cards,
        dealer=dealer,
        leaders=leaders,
        present=present,
    )
    is_even = forbidden is not None and round_.bids[dealer] == forbidden
    has_trump = round_.trump not in {None, Trump.NONE}
    is_wrong = has_trump and trump_without_card(game, number) is Trump.NONE
    found = (
        *away,
        *_to_bids(round_, present, cards, needed=is_done or followed),
        *([Objection(Problem.BIDS_EVEN, dealer)] * is_even),
        *_to_bid_changes(round_, present, cards),
        *_to_tricks(round_, present, cards, followed=followed),
        *([Objection(Problem.NO_TURN_UP)] * is_wrong),
        *worked.objections,
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
    rule: EvenBidRule | None,
    bids: Sequence[int | None],
    *,
    cards: int,
    dealer: int,
    leaders: Sequence[int],
    present: Collection[int],
) -> int | None:
    """Return the bid that the last bidder, the dealer, may not make, if any.

    Under the ±1 rule the bids of a round must not add up to its cards; the Canadian
    rules restrict the dealer only if leading (alone) before the round.
    """
    others = [bids[seat] for seat in present if seat != dealer]
    known = [bid for bid in others if bid is not None]
    if rule is None or len(known) < len(others) or cards < rule.min_cards:
        return None
    restricted = {
        EvenBidMode.LAST_BIDDER: True,
        EvenBidMode.LEADING_DEALER: dealer in leaders,
        EvenBidMode.SOLE_LEADING_DEALER: tuple(leaders) == (dealer,),
    }[rule.mode]
    even = cards - sum(known)
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


def tricks_from_totals(  # noqa: PLR0913 - inputs of the rule
    bids: Sequence[int | None],
    *,
    steps: Sequence[int],
    cards: int,
    void_tricks: int,
    known: Sequence[int | None],
    scoring: AnyScoring,
) -> WorkedOut:
    """Derive the tricks of an old round from the *steps* between its totals.

    *bids* are those that count, after changes. *known* tricks, which a player
    remembers, take precedence. A step that no number of tricks explains is a
    ``total_mismatch``; the tricks may still follow from the others'. If no choice adds
    up to the cards, it is ``tricks_sum``.
    """
    dealt = range(cards + 1)
    worth = [
        [points(scoring, bid=bid, tricks=taken, cards=cards) for taken in dealt]
        if bid is not None
        else []
        for bid in bids
    ]
    possible = [
        [taken for taken, scored in enumerate(each) if scored == step]
        for each, step in zip(worth, steps, strict=True)
    ]
    open_ = [
        [taken] if taken is not None else could or [*dealt]
        for taken, could in zip(known, possible, strict=True)
    ]
    left = _left_by_sum(open_, cards - void_tricks)
    tricks: list[int | None] = []
    scored: list[int | None] = []
    objections: list[Objection] = []
    for seat, could in enumerate(left or open_):
        taken = could[0] if len(could) == 1 else None
        tricks.append(taken)
        if taken is not None and 0 <= taken < len(worth[seat]):
            scored.append(worth[seat][taken])
        else:
            scored.append(steps[seat] if possible[seat] else None)
        explained = possible[seat] if taken is None else taken in possible[seat]
        if bids[seat] is not None and not explained:
            objections.append(Objection(Problem.TOTAL_MISMATCH, seat))
        if taken is None:
            objections.append(Objection(Problem.TRICKS_UNKNOWN, seat))
    # If all tricks are known, the check of the round counts them.
    if left is None and None in tricks:
        objections.append(Objection(Problem.TRICKS_SUM))
    return WorkedOut(tuple(tricks), tuple(scored), tuple(objections))


def _left_by_sum(open_: Sequence[list[int]], target: int) -> list[list[int]] | None:
    """Return each seat's choices that can be part of *target* tricks in total."""
    left = []
    for seat, could in enumerate(open_):
        sums = {0}  # of the others
        for other in (*open_[:seat], *open_[seat + 1 :]):
            sums = {some + more for some in sums for more in other}
        left.append([taken for taken in could if target - taken in sums])
    return left if all(left) else None
