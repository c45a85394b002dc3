"""What one player's best and worst were, and in which game and round."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scorepad.rules.wizard.game import AnyScoring, Scoring
from scorepad.stats.bids import bid_met, rounds_of, worth
from scorepad.stats.outcomes import runs_through
from scorepad.stats.records import Kind, beats

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Played(Generic[Key]):
    """One finished game of a player: the total, and every bid, as they are written.

    *marks* and *bids* as in :mod:`scorepad.stats.bids`.
    """

    game: Key
    total: int
    marks: str = ""
    bids: str = ""


@dataclass(frozen=True, slots=True)
class Personal(Generic[Key]):
    """A player's record: the *game*, and its round; none for totals.

    That of a run is where it was the longest.
    """

    kind: Kind
    value: int
    game: Key
    round_: int | None = None


def personal_records(
    games: Iterable[Played[Key]], scoring: AnyScoring = Scoring.CLASSIC
) -> tuple[Personal[Key], ...]:
    """The records of a player over *games* of one scoring, in the order of playing.

    Totals, the best round, the highest bid that was met, and the most bids met in a
    row, across games. Whoever only equals a record does not take it.
    """
    found: dict[Kind, Personal[Key]] = {}
    run = 0
    for game in games:
        bids = game.bids.split()
        runs = list(runs_through((bid_met(b) is not None for b in bids), before=run))
        run = runs[-1] if runs else run
        for kind, value, bid in _of_game(game.total, bids, runs, scoring):
            known = found.get(kind)
            if known is None or beats(kind, value, known.value):
                number = None if bid is None else rounds_of(game.marks)[bid]
                found[kind] = Personal(kind, value, game.game, number)
    return tuple(found[kind] for kind in Kind if kind in found)


def _of_game(
    total: int, bids: Sequence[str], runs: Sequence[int], scoring: AnyScoring
) -> Iterator[tuple[Kind, int, int | None]]:
    """The best of one game, and at which bid."""
    yield Kind.HIGHEST_TOTAL, total, None
    yield Kind.LOWEST_TOTAL, total, None
    if not bids:
        return
    yield Kind.BEST_ROUND, *_highest([worth(each, scoring) for each in bids])
    for kind, values in (
        (Kind.BRAVEST_BID, [bid_met(each) or 0 for each in bids]),
        (Kind.LONGEST_RUN, runs),
    ):
        best, place = _highest(values)
        if best:
            yield kind, best, place


def _highest(values: Sequence[int]) -> tuple[int, int]:
    """The highest of some values, and where it stands first."""
    best = max(values)
    return best, values.index(best)
