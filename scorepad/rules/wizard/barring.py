"""What the ±1 rule keeps the dealer from bidding in the round that is played."""

from collections.abc import Sequence
from dataclasses import replace

from scorepad.rules.problems import Problem
from scorepad.rules.wizard.game import Game, Round
from scorepad.rules.wizard.sheet import Row, objections_in


def barred_bid(game: Game, row: Row, bids: Sequence[int | None]) -> int | None:
    """The bid that the dealer of *row* may not make, if all others have bid.

    *bids* are those known by now, one per seat.
    """
    others = [bids[seat] for seat in row.present if seat != row.dealer]
    made = [bid for bid in others if bid is not None]
    even = row.cards - sum(made)
    if len(made) < len(others) or not 0 <= even <= row.cards:
        return None
    tried = tuple(even if s == row.dealer else bid for s, bid in enumerate(bids))
    blank = Round(bids=(None,) * len(bids))
    before = (*game.rounds, *[blank] * row.number)[: row.number - 1]
    rounds = (*before, Round(bids=tried, dealer=row.dealer))
    tried_game = replace(game, rounds=rounds, ended_after=None)
    problems = {each.problem for each in objections_in(tried_game, row.number)}
    return even if Problem.BIDS_EVEN in problems else None
