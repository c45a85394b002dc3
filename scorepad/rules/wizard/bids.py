"""What a seat may bid, and the ±1 rule that keeps bids from being even."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from scorepad.rules.wizard.game import EvenBidMode, EvenBidRule

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
"""The even-bid rules people play, by a short name."""


def forbidden_bid(  # noqa: PLR0913 - what the rule itself asks about
    prior_bids: Sequence[int],
    *,
    cards: int,
    players: int,
    rule: EvenBidRule | None,
    leads: bool = False,
    leads_alone: bool = False,
) -> int | None:
    """The one bid that the next bidder may not make, if there is one.

    Under the ±1 rule the bids of a round must not add up to its cards. Only the
    last bidder, the dealer, can bring that about, so only the dealer is restricted;
    the Canadian rules restrict a dealer who *leads* (who *leads_alone*) before
    the round. In round 1 everybody leads, nobody alone.

    *prior_bids* are those already made, in any order.
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


def legal_bids(  # noqa: PLR0913 - what the rule itself asks about
    prior_bids: Sequence[int],
    *,
    cards: int,
    players: int,
    rule: EvenBidRule | None,
    leads: bool = False,
    leads_alone: bool = False,
) -> tuple[int, ...]:
    """List what the next bidder may say: 0 to *cards* but the forbidden bid.

    At least one bid is always left.

    >>> legal_bids([1, 1, 1], cards=3, players=4, rule=EvenBidRule())
    (1, 2, 3)
    """
    forbidden = forbidden_bid(
        prior_bids,
        cards=cards,
        players=players,
        rule=rule,
        leads=leads,
        leads_alone=leads_alone,
    )
    return tuple(bid for bid in range(cards + 1) if bid != forbidden)
