"""Who is where: ranks, winners, and the league's points for a place."""

from collections.abc import Sequence


def ranks(totals: Sequence[int]) -> tuple[int, ...]:
    """Competition ranks: equal totals share a rank, the next one is left out.

    >>> ranks([150, 150, 90, 40])
    (1, 1, 3, 4)
    """
    return tuple(1 + sum(other > total for other in totals) for total in totals)


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """All seats with the highest total: tied leaders win together (rules of 2026)."""
    return tuple(seat for seat, rank in enumerate(ranks(totals)) if rank == 1)


def league_points(totals: Sequence[int]) -> tuple[int, ...]:
    """One point for everybody beaten, one less for everybody ahead (wizardcards.com).

    Of tied players neither is beaten.
    """
    return tuple(
        sum(other < total for other in totals) - sum(other > total for other in totals)
        for total in totals
    )
