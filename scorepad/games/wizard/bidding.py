"""Common even-bid rules, and hidden bids.

Hidden bids are revealed when all are in, or when the tricks are. No source says whom
the ±1 rule restricts then, as nobody bids last. It is checked after the reveal: the
dealer may change the bid by one, or the table accepts it.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType

from scorepad.games.problems import Problem
from scorepad.games.wizard.models import BidMode, EvenBidMode, EvenBidRule, Game, Round
from scorepad.games.wizard.seating import has_all_tricks

PRESETS: Mapping[str, EvenBidRule | None] = MappingProxyType(
    {
        "off": None,
        "amigo": EvenBidRule(),
        "championship_2015": EvenBidRule(min_cards=2),
        "championship_2014": EvenBidRule(zero_always_allowed=True),
        "hardcore": EvenBidRule(min_cards=4),
        "canadian": EvenBidRule(EvenBidMode.LEADING_DEALER, zero_always_allowed=True),
        "canadian_sole": EvenBidRule(EvenBidMode.SOLE_LEADING_DEALER),
    }
)
"""Common even-bid rules by name."""


def has_bids(round_: Round | None) -> bool:
    """Return whether any bid of a round is visible; old totals imply that all are."""
    if round_ is None or round_.unwritten:
        return False
    return round_.totals is not None or any(bid is not None for bid in round_.bids)


def is_due(game: Game, round_: Round, present: Collection[int]) -> bool:
    """Return whether saving *round_* reveals the hidden bids.

    Secret bids are revealed with the tricks; others once the missing ones are entered.
    """
    if has_all_tricks(round_, tuple(present)):
        return True
    return game.bid_mode is not BidMode.SECRET and has_bids(round_)


def opened(
    game: Game, round_: Round, sealed: Mapping[int, int], present: Collection[int]
) -> Round:
    """Return *round_* with the *sealed* (hidden) bids by seat; typed ones are late.

    If the tricks are in, even bids are accepted.
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
