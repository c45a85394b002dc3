"""Runs of met bids, in one place: within a game, and on from game to game."""

from collections.abc import Iterable, Iterator


def runs_through(met: Iterable[bool | None], *, before: int = 0) -> Iterator[int]:
    """How many bids in a row were met after each, *before* of them until then.

    A bid of which nobody knows (``None``) neither goes on nor ends a run.

    >>> list(runs_through([True, None, True, False, True], before=2))
    [3, 3, 4, 0, 1]
    """
    run = before
    for is_met in met:
        if is_met is not None:
            run = run + 1 if is_met else 0
        yield run
