"""Bids that nobody shows before all of them are in, or before the tricks are.

Nobody bids last then, so no source says whom the ±1 rule holds back. It is asked about
only once the bids lie open: the dealer may move by one, or the table lets them stand.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from scorepad.rules.problems import Problem
from scorepad.rules.wizard.game import BidMode, Game, Round
from scorepad.rules.wizard.presence import has_all_tricks


def is_sealed(mode: BidMode) -> bool:
    """Whether bids are kept from the others at first."""
    return mode is not BidMode.OPEN


def has_bids(round_: Round | None) -> bool:
    """Whether any bid of a round lies open; old totals say that all of them do."""
    if round_ is None:
        return False
    return round_.totals is not None or any(bid is not None for bid in round_.bids)


def is_due(game: Game, round_: Round, present: Collection[int]) -> bool:
    """Whether writing down *round_* shows what was sealed.

    Secret bids stay so until the tricks are in, others until somebody types in those
    that were missing.
    """
    if has_all_tricks(round_, tuple(present)):
        return True
    return game.bid_mode is not BidMode.SECRET and has_bids(round_)


def opened(
    game: Game, round_: Round, sealed: Mapping[int, int], present: Collection[int]
) -> Round:
    """*round_* with the *sealed* bids in it, by seat; those typed in now came late.

    Where the tricks are in, the table has to let even bids stand.
    """
    bids = tuple(
        sealed.get(seat, bid) if seat in present else bid
        for seat, bid in enumerate(round_.bids)
    )
    typed = (seat for seat in present if seat not in sealed)
    late = tuple(sorted({*round_.late_bids, *typed})) if sealed else round_.late_bids
    whole = replace(round_, bids=bids, late_bids=late)
    if game.even_bid_rule is None or not has_all_tricks(round_, tuple(present)):
        return whole
    accepted = dict.fromkeys((*round_.accepted, Problem.BIDS_EVEN))
    return replace(whole, accepted=tuple(accepted))
