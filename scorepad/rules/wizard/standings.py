"""Who is where: ranks, winners, and the league's points for a place."""

from collections.abc import Collection, Sequence


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
