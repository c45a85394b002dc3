"""The standings of a season: sums over its finished games that count."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Generic, TypeVar

from scorepad.rules.wizard.sheet import Row, Sheet
from scorepad.rules.wizard.standings import winners

Player = TypeVar("Player")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one seat has from one game.

    *bids_made* counts the rounds of which it is known whether the bid was met; a
    game known by its final totals alone has none.
    """

    total: int
    bids_met: int = 0
    bids_made: int = 0


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
    kept = [[_is_met(row, seat) for row in sheet.rows] for seat in _seats(sheet)]
    return tuple(
        Outcome(total, met.count(True), len(met) - met.count(None))
        for total, met in zip(sheet.totals, kept, strict=True)
    )


def _seats(sheet: Sheet) -> range:
    return range(len(sheet.players))


def _is_met(row: Row, seat: int) -> bool | None:
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
    the order of *players*. Whoever has no game comes last and has no rank.
    """
    seasons: dict[Player, list[_Played]] = {player: [] for player in players}
    for game in games:
        winning = winners([outcome.total for _, outcome in game])
        for seat, (player, outcome) in enumerate(game):
            share = len(winning) if seat in winning else 0
            seasons.setdefault(player, []).append(_Played(outcome, share))
    return _ranked([_summed(player, played) for player, played in seasons.items()])


@dataclass(frozen=True, slots=True)
class _Played:
    """A game of one player; *winners* is how many won it with them, 0 if they lost."""

    outcome: Outcome
    winners: int


def _summed(player: Player, played: Sequence[_Played]) -> Standing[Player]:
    totals = [each.outcome.total for each in played]
    return Standing(
        player,
        games=len(played),
        wins=sum(each.winners > 0 for each in played),
        shared_wins=sum(each.winners > 1 for each in played),
        average=Fraction(sum(totals), len(totals)) if totals else None,
        best=max(totals, default=None),
        bids_met=sum(each.outcome.bids_met for each in played),
        bids_made=sum(each.outcome.bids_made for each in played),
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
