"""Validation of a round, with all objections at once."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from scorepad.games.wizard import ASKABLE, Objection, Problem, scoring, seating
from scorepad.games.wizard.models import EvenBidMode, EvenBidRule, Game, Round
from scorepad.games.wizard.schedule import Trump


class Row(NamedTuple):
    """A scheduled round, played or not; tuples have one entry per seat.

    *leaders* are those before it. *bids* are as made, *final_bids* after changes.
    *points* and *totals* are ``None`` until the round is closed: by bids and tricks of
    all present, or by old totals. On an old sheet a seat may have points without tricks
    (a miss, over or under unknown), or neither: its total then moves as written.
    *totals* include adjustments up to this round; that of an absent seat is ``None``
    before it joins. If the entries do not fit the table, all are blank, also *noted*.
    """

    number: int
    cards: int
    dealer: int
    present: tuple[int, ...]
    bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...]
    noted: Round
    scoring: scoring.AnyScoring
    bid_order: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()
    final_bids: tuple[int | None, ...] = ()
    points: tuple[int | None, ...] | None = None
    totals: tuple[int | None, ...] | None = None
    objections: tuple[Objection, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Return whether the round counts."""
        return self.totals is not None

    def is_met(self, seat: int) -> bool | None:
        """Return whether the bid of a *seat* was met; ``None`` if unknown."""
        if self.points is None or self.points[seat] is None:
            return None
        # An old sheet may show a miss without its tricks.
        tricks = self.tricks[seat]
        return tricks is not None and self.final_bids[seat] == tricks


def objections_to_round(game: Game, row: Row) -> tuple[Objection, ...]:
    """Return every objection to a noted round that the table has not accepted.

    Bids may be missing as long as tricks are; with tricks, old totals, or a later round
    the round must be complete, unless it is *unwritten*. Only the seats present may
    have entries. The *row* already has the objections to old totals.
    """
    round_, present = game.rounds[row.number - 1], row.present
    if not fits_table(round_, len(game.players)):
        return (Objection(Problem.BID_COUNT),)
    if round_.totals is not None:
        round_ = replace(round_, tricks=row.tricks)
    absent = set(range(len(game.players))).difference(present)
    away = [Objection(Problem.NOT_AT_TABLE, s) for s in absent if round_.names(s)]
    if round_.unwritten:
        entries = {*round_.bids, *(round_.tricks or ())} != {None}
        return (*away, *([Objection(Problem.UNWRITTEN_ENTRIES)] * entries))
    later = (bid for each in game.rounds[row.number :] for bid in each.bids)
    followed = any(bid is not None for bid in later)
    is_done = seating.has_all_tricks(round_, present) or round_.totals is not None
    forbidden = forbidden_bid(game.even_bid_rule, row, row.bids)
    is_even = forbidden is not None and row.bids[row.dealer] == forbidden
    has_trump = round_.trump not in {None, Trump.NONE}
    is_wrong = has_trump and seating.trump_without_card(game, row.number) is Trump.NONE
    found = (
        *away,
        *_to_bids(row, needed=is_done or followed),
        *([Objection(Problem.BIDS_EVEN, row.dealer)] * is_even),
        *_to_bid_changes(row),
        *_to_tricks(row, followed=followed),
        *([Objection(Problem.NO_TURN_UP)] * is_wrong),
        *row.objections,
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


def _to_bids(row: Row, *, needed: bool) -> Iterator[Objection]:
    changed = {change.seat for change in row.noted.bid_changes}
    for seat in row.present:
        bid = row.bids[seat]
        if bid is None and (needed or seat in changed):
            yield Objection(Problem.BID_MISSING, seat)
        if bid is not None and not 0 <= bid <= row.cards:
            yield Objection(Problem.BID_RANGE, seat)


def forbidden_bid(
    rule: EvenBidRule | None, row: Row, bids: Sequence[int | None]
) -> int | None:
    """Return the bid that the last bidder, the dealer, may not make, if any.

    Under the ±1 rule the *bids* of a round must not add up to its cards; the Canadian
    rules restrict the dealer only if leading (alone) before the round.
    """
    others = [bids[seat] for seat in row.present if seat != row.dealer]
    known = [bid for bid in others if bid is not None]
    if rule is None or len(known) < len(others) or row.cards < rule.min_cards:
        return None
    restricted = {
        EvenBidMode.LAST_BIDDER: True,
        EvenBidMode.LEADING_DEALER: row.dealer in row.leaders,
        EvenBidMode.SOLE_LEADING_DEALER: row.leaders == (row.dealer,),
    }[rule.mode]
    even = row.cards - sum(known)
    if not restricted or not 0 <= even <= row.cards:
        return None
    return None if even == 0 and rule.zero_always_allowed else even


def _to_bid_changes(row: Row) -> Iterator[Objection]:
    changes = row.noted.bid_changes
    if changes and any(row.bids[seat] is None for seat in row.present):
        yield Objection(Problem.BID_CHANGE_EARLY)
    for seat in row.present if changes else ():
        bid = row.bids[seat]
        steps = [change.by for change in changes if change.seat == seat]
        if any(step not in {-1, 1} for step in steps):
            yield Objection(Problem.BID_CHANGE_STEP, seat)
        elif bid is not None and 0 <= bid <= row.cards:
            after = accumulate(steps, initial=bid)
            if not all(0 <= each <= row.cards for each in after):
                yield Objection(Problem.BID_CHANGE_RANGE, seat)


def _to_tricks(row: Row, *, followed: bool) -> Iterator[Objection]:
    tricks = [row.tricks[seat] for seat in row.present]
    begun = followed or any(taken is not None for taken in tricks)
    for seat, taken in zip(row.present, tricks, strict=True):
        # Old sheets have no tricks; unknown ones are another objection.
        if taken is None and begun and row.noted.totals is None:
            yield Objection(Problem.TRICKS_MISSING, seat)
        if taken is not None and not 0 <= taken <= row.cards:
            yield Objection(Problem.TRICKS_RANGE, seat)
    void = row.noted.void_tricks
    if not 0 <= void <= row.cards:
        yield Objection(Problem.VOID_RANGE)
    known = [taken for taken in tricks if taken is not None]
    if len(known) == len(tricks) and sum(known) + void != row.cards:
        yield Objection(Problem.TRICKS_SUM)
