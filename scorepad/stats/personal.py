"""What one player's best and worst were, and in which game and round."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scorepad.rules.wizard.scoring import points_for
from scorepad.stats.records import Kind, Mark, better

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Played(Generic[Key]):
    """One finished game of a player: the total, and every bid with what was taken."""

    game: Key
    total: int
    bids: Sequence[tuple[int, int]] = ()


@dataclass(frozen=True, slots=True)
class Personal(Generic[Key]):
    """A player's record: the *game*, and at which of the bids given for it.

    *bid* counts from 0; it is the last one of a run, and ``None`` for totals.
    """

    kind: Kind
    value: int
    game: Key
    bid: int | None = None


def personal_records(games: Iterable[Played[Key]]) -> tuple[Personal[Key], ...]:
    """The records of a player over *games*, in the order they were played.

    Totals, the best round, the highest bid that was met, and the most bids met in a
    row, across games. Whoever only equals a record does not take it.
    """
    found: dict[Kind, Personal[Key]] = {}
    run = 0
    for game in games:
        runs = _runs(game.bids, run)
        run = runs[-1] if runs else run
        for each in _of_game(game, runs):
            known = found.get(each.kind)
            if known is None or better(_mark(each), _mark(known)):
                found[each.kind] = each
    return tuple(found[kind] for kind in Kind if kind in found)


def _runs(bids: Sequence[tuple[int, int]], run: int) -> list[int]:
    """How many bids in a row were met after each, *run* of them before the first."""
    runs = []
    for bid, taken in bids:
        run = run + 1 if bid == taken else 0
        runs.append(run)
    return runs


def _of_game(game: Played[Key], runs: Sequence[int]) -> Iterator[Personal[Key]]:
    """The best of one game."""
    yield Personal(Kind.HIGHEST_TOTAL, game.total, game.game)
    yield Personal(Kind.LOWEST_TOTAL, game.total, game.game)
    points = [points_for(bid, taken) for bid, taken in game.bids]
    kept = [bid if bid == taken else 0 for bid, taken in game.bids]
    found = {Kind.BEST_ROUND: points, Kind.BRAVEST_BID: kept, Kind.LONGEST_RUN: runs}
    for kind, values in found.items():
        best = max(values, default=0)
        if best or (values and kind is Kind.BEST_ROUND):
            yield Personal(kind, best, game.game, list(values).index(best))


def _mark(each: Personal[Key]) -> Mark:
    return Mark(each.kind, each.value)
