"""The standings of a season: sums over its finished games that count."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import chain
from typing import Generic, TypeVar

from scorepad.rules.wizard.scoring import points_for
from scorepad.rules.wizard.sheet import Row, Sheet
from scorepad.rules.wizard.standings import league_points, ranks
from scorepad.stats.rating import Step

Player = TypeVar("Player")

FORM = 5
"""How many of the last games tell somebody's form."""

BELOW_ALL = Fraction(-(10**9))


class RankedBy(StrEnum):
    """What the standings of a season compare."""

    AVERAGE = "average"
    SHARE = "share"
    WINS = "wins"
    LEAGUE = "league"
    RATING = "rating"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one seat has from one game.

    *bids_made* counts the rounds of which it is known whether the bid was met; a
    game known by its final totals alone has none. *winners* is how many won the game
    with this seat, 0 if it lost; only whoever has *played* a round takes part at all.
    *possible* is the best total there could have been: every trick of every round, all
    of them foreseen; it makes tables and schedules of different sizes comparable.
    *league* are the league's points for the place, :func:`league_points`.
    """

    total: int
    bids_met: int = 0
    bids_made: int = 0
    winners: int = 0
    played: bool = True
    rank: int = 1
    possible: int = 0
    league: int = 0


@dataclass(frozen=True, slots=True)
class Standing(Generic[Player]):
    """One player's season.

    *wins* includes *shared_wins*. *average* and *best* are of totals, and ``None``
    like the *rank* for whoever has not finished a game. *share* is the average part of
    the best possible total, at most 1; *league* the sum of league points. *form* has
    the ranks in the last games, the latest last; *trend* is how much more (or less) of
    the possible these brought than all games did. The *rank* is also ``None`` for
    whoever has fewer games than it takes. *step* is where they stood in the end, of all
    games ever.
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
    share: Fraction | None = None
    league: int = 0
    form: tuple[int, ...] = ()
    trend: Fraction | None = None
    step: Step | None = None

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
    outcomes = [_outcome(sheet, seat) for seat in range(len(sheet.players))]
    playing = [seat for seat, outcome in enumerate(outcomes) if outcome.played]
    # By rank, so that whoever left is beaten by all who stayed.
    merits = [-sheet.ranks[seat] for seat in playing]
    placed = zip(playing, ranks(merits), league_points(merits), strict=True)
    for seat, rank, points in placed:
        outcomes[seat] = replace(outcomes[seat], rank=rank, league=points)
    return tuple(outcomes)


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
        possible=_possible(closed or sheet.rows, seat),
    )


def _possible(rows: Sequence[Row], seat: int) -> int:
    return sum(points_for(row.cards, row.cards) for row in rows if seat in row.present)


def is_met(row: Row, seat: int) -> bool | None:
    """Whether the bid was met; ``None`` where nobody can say."""
    if row.points is None or row.points[seat] is None:
        return None
    # An old sheet may tell that a bid was missed, but not by which tricks.
    tricks = row.tricks[seat]
    return tricks is not None and row.final_bids[seat] == tricks


def standings(
    games: Iterable[Sequence[tuple[Player, Outcome]]],
    players: Iterable[Player],
    *,
    by: RankedBy = RankedBy.AVERAGE,
    least_games: int = 1,
    steps: Mapping[Player, Step] | None = None,
) -> tuple[Standing[Player], ...]:
    """Rank *players* over *games*, each of them a sequence of who had what.

    The games are in the order they were played. The highest figure comes first; equal
    ones share a rank and the next one is left out (1, 1, 3). On a shared rank more
    games come first, then the order of *players*. Whoever has not played has nothing
    from a game; those with fewer than *least_games* come last and have no rank. The
    *steps* are where players stood after the last game, as far as that is known.
    """
    seasons: dict[Player, list[Outcome]] = {player: [] for player in players}
    for player, outcome in chain.from_iterable(games):
        of_player = seasons.setdefault(player, [])
        of_player += [outcome] if outcome.played else []
    known = steps or {}
    summed = [
        replace(_summed(player, played), step=known.get(player))
        for player, played in seasons.items()
    ]
    return _ranked(summed, by, max(1, least_games))


def _summed(player: Player, played: Sequence[Outcome]) -> Standing[Player]:
    totals = [each.total for each in played]
    share = _share(played)
    return Standing(
        player,
        games=len(played),
        wins=sum(each.winners > 0 for each in played),
        shared_wins=sum(each.winners > 1 for each in played),
        average=_mean(totals),
        best=max(totals, default=None),
        bids_met=sum(each.bids_met for each in played),
        bids_made=sum(each.bids_made for each in played),
        share=share,
        league=sum(each.league for each in played),
        form=tuple(each.rank for each in played[-FORM:]),
        trend=_trend(played, share),
    )


def _share(played: Sequence[Outcome]) -> Fraction | None:
    return _mean(
        [Fraction(each.total, each.possible) for each in played if each.possible]
    )


def _trend(played: Sequence[Outcome], share: Fraction | None) -> Fraction | None:
    lately = _share(played[-FORM:])
    if len(played) < 2 * FORM or lately is None or share is None:
        return None
    return lately - share


def _mean(numbers: Sequence[int] | Sequence[Fraction]) -> Fraction | None:
    return Fraction(sum(numbers), len(numbers)) if numbers else None


def _ranked(
    seasons: Sequence[Standing[Player]], by: RankedBy, least_games: int
) -> tuple[Standing[Player], ...]:
    figures = [_figure(each, by) for each in seasons if each.games >= least_games]
    placed = [
        replace(each, rank=1 + sum(other > _figure(each, by) for other in figures))
        for each in seasons
        if each.games >= least_games
    ]
    placed.sort(key=lambda each: (each.rank or 0, -each.games))
    waiting = [each for each in seasons if each.games < least_games]
    return (*placed, *sorted(waiting, key=lambda each: -each.games))


def _figure(standing: Standing[Player], by: RankedBy) -> Fraction:
    """What is compared; whoever lacks it comes after all who have it."""
    figures = {
        RankedBy.AVERAGE: standing.average,
        RankedBy.SHARE: standing.share,
        RankedBy.WINS: Fraction(standing.wins),
        RankedBy.LEAGUE: Fraction(standing.league),
        RankedBy.RATING: Fraction(standing.step.rating.safe) if standing.step else None,
    }
    found = figures[by]
    return BELOW_ALL if found is None else found
