"""A ledger of a season on its shelf, and the games whose tallies are not stored."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorepad.services.seasons.tallying import Summary
from scorepad.store.play.kept_games import KeptGame
from scorepad.store.seasons.filters import Filter
from scorepad.store.seasons.tallies import Tallied
from scorepad.store.tables import ALL_GAMES, Group, Season

Worked = tuple[KeptGame, tuple[Tallied, ...], Summary]
"""A game, its tallies and what else follows from it."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """Where a ledger is: of a *group*, one *season* or all of them.

    *missing* are games whose tallies the database does not have, and does not take.
    """

    group: Group
    season: Season | None
    missing: tuple[Worked, ...] = ()

    @property
    def number(self) -> int:
        """The number that it is found by."""
        return ALL_GAMES if self.season is None else self.season.number


def missing_of(shelf: Shelf, wanted: Filter) -> Iterator[Worked]:
    """The missing games that a filter lets be summed up."""
    for kept, entries, summary in of_season(shelf):
        if wanted.sums_up(kept.game, kept.played_on):
            yield kept, entries, summary


def of_season(shelf: Shelf) -> Iterator[Worked]:
    """The missing games of its season, whichever are wanted."""
    for worked in shelf.missing:
        kept, *_ = worked
        if not kept.deleted and shelf.number in {kept.number, ALL_GAMES}:
            yield worked
