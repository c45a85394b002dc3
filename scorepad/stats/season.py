"""The standings of a season: sums over its finished games that count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain
from typing import Generic, TypeVar

from scorepad.rules.wizard.sheet import Row, Sheet

Player = TypeVar("Player")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one seat has from one game.

    *bids_made* counts the rounds of which it is known whether the bid was met; a
    game known by its final totals alone has none. *winners* is how many won the game
    with this seat, 0 if it lost; only whoever has *played* a round takes part at all.
    """

    total: int
    bids_met: int = 0
    bids_made: int = 0
    winners: int = 0
    played: bool = True


@dataclass(frozen=True, slots=True)
class Standing(Generic[Player]):
    """One player's season.

    *wins* includes *shared_wins*. *average* and *best* are of totals, and ``None``
    like the *rank* for whoever has not finished a game.
    """

    player: Player
    rank: int | None = None
    games: int = 0
    wins: int = 0
    shared_wins: int = 0
    average: Fraction | None = None
    best: int | None = None
    bids_met: int = 0
    bids_made: int = 0

    @property
    def share_met(self) -> Fraction | None:
        """The part of this player's bids that were met, 0 to 1."""
        return Fraction(self.bids_met, self.bids_made) if self.bids_made else None


def outcomes_of(sheet: Sheet) -> tuple[Outcome, ...]:
    """What every seat has from a finished game, in seat order.

    Empty where no round was ever closed: such a game has no result.
    """
    if not sheet.winners:
        return ()
    return tuple(_outcome(sheet, seat) for seat in range(len(sheet.players)))


def _outcome(sheet: Sheet, seat: int) -> Outcome:
    met = [is_met(row, seat) for row in sheet.rows]
    closed = [row for row in sheet.rows if row.is_closed]
    return Outcome(
        total=sheet.totals[seat],
        bids_met=met.count(True),
        bids_made=len(met) - met.count(None),
        winners=len(sheet.winners) if seat in sheet.winners else 0,
        # Where only the result is known, everybody has one.
        played=not closed or any(seat in row.present for row in closed),
    )


def is_met(row: Row, seat: int) -> bool | None:
    """Whether the bid was met; ``None`` where nobody can say."""
    if row.points is None or row.points[seat] is None:
        return None
    # An old sheet may tell that a bid was missed, but not by which tricks.
    tricks = row.tricks[seat]
    return tricks is not None and row.final_bids[seat] == tricks


def standings(
    games: Iterable[Sequence[tuple[Player, Outcome]]], players: Iterable[Player]
) -> tuple[Standing[Player], ...]:
    """Rank *players* over *games*, each of them a sequence of who had what.

    Ranked by the average total, the highest first; equal averages share a rank and
    the next one is left out (1, 1, 3). On a shared rank more games come first, then
    the order of *players*. Whoever has not played has nothing from a game, and without
    a game comes last and has no rank.
    """
    seasons: dict[Player, list[Outcome]] = {player: [] for player in players}
    for player, outcome in chain.from_iterable(games):
        of_player = seasons.setdefault(player, [])
        of_player += [outcome] if outcome.played else []
    return _ranked([_summed(player, played) for player, played in seasons.items()])


def _summed(player: Player, played: Sequence[Outcome]) -> Standing[Player]:
    totals = [each.total for each in played]
    return Standing(
        player,
        games=len(played),
        wins=sum(each.winners > 0 for each in played),
        shared_wins=sum(each.winners > 1 for each in played),
        average=Fraction(sum(totals), len(totals)) if totals else None,
        best=max(totals, default=None),
        bids_met=sum(each.bids_met for each in played),
        bids_made=sum(each.bids_made for each in played),
    )


def _ranked(seasons: Sequence[Standing[Player]]) -> tuple[Standing[Player], ...]:
    averages = [each.average for each in seasons if each.average is not None]
    placed = [
        replace(each, rank=1 + sum(other > each.average for other in averages))
        for each in seasons
        if each.average is not None
    ]
    placed.sort(key=lambda each: (each.rank, -each.games))
    return (*placed, *(each for each in seasons if each.average is None))
