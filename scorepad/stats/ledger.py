"""A season's ledger: sums and courses of everybody, entered game by game."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from scorepad.rules.wizard.game import AnyScoring, Scoring
from scorepad.stats.course import Course
from scorepad.stats.outcomes import Outcome
from scorepad.stats.race import block_of
from scorepad.stats.sums import PlayerSums

Player = TypeVar("Player", bound=Hashable)

Result = tuple[Player, Outcome, str]
"""Who had what from a game, and how they predicted in it (packed)."""


@dataclass(slots=True)
class Ledger(Generic[Player]):
    """What follows from the *games* of a season that count and have a result.

    They are entered in the order they were played. With *rivals* everybody's games
    against everybody are kept as well, else only those of one player, *rivals_of*. All
    of them have the same *scoring*.
    """

    rivals: bool = True
    rivals_of: Player | None = None
    scoring: AnyScoring = Scoring.CLASSIC
    games: int = 0
    sums: defaultdict[Player, PlayerSums[Player]] = field(
        default_factory=lambda: defaultdict(PlayerSums)
    )
    courses: defaultdict[Player, Course] = field(
        default_factory=lambda: defaultdict(Course)
    )
    _bids: defaultdict[Player, Counter[str]] = field(
        default_factory=lambda: defaultdict(Counter)
    )

    def enter(self, results: Sequence[Result[Player]]) -> None:
        """Enter one game, the results of those who played a round of it."""
        if not results:
            return
        self.games += 1
        block = block_of(self.games)
        for player, outcome, bids in results:
            self.sums[player].enter(outcome)
            self.courses[player].go_on(self.games, outcome, bids, block)
            if bids:
                self._bids[player].update(bids.split())
        if self.rivals:
            compare(self.sums, results)
        elif self.rivals_of is not None:
            for one in results:
                if one[0] == self.rivals_of:
                    _compare_one(self.sums, one, results, 1)

    def settle(self) -> None:
        """Sum up the predictions, which is done for all games together."""
        for player, bids in self._bids.items():
            self.sums[player].foresee(bids, scoring=self.scoring)
        self._bids.clear()


def compare(
    sums: dict[Player, PlayerSums[Player]],
    results: Sequence[Result[Player]],
    times: int = 1,
) -> None:
    """Enter for everybody in a game how they did against everybody else."""
    for one in results:
        _compare_one(sums, one, results, times)


def _compare_one(
    sums: dict[Player, PlayerSums[Player]],
    one: Result[Player],
    results: Sequence[Result[Player]],
    times: int,
) -> None:
    player, mine, _ = one
    for rival, theirs, _ in results:
        if rival != player:
            sums[player].meet(rival, mine.total - theirs.total, times)
