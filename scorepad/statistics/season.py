"""Standings, race, honours and the book of a season."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate
from typing import Generic, NamedTuple, TypeVar
from uuid import UUID

from scorepad.games.names import Person
from scorepad.games.wizard.scoring import AnyScoring, ranks
from scorepad.statistics import predictions, story
from scorepad.statistics.career import Career, Columns, LastGame, Trend, change_of
from scorepad.statistics.rating import Rating

Player = TypeVar("Player", bound=Hashable)

FORM = 5  # how many of the last ranks make the form
LAST = 10  # the number of totals that show the form of a player
MOST_AT_ONCE = 12  # games of a race; one of more begins later
STEPS_AT_MOST = 60  # most points of a line: more cannot be told apart


class SeatResult(NamedTuple):
    """A player's result; *total* is ``None`` while a game runs, or without rounds."""

    person: Person
    total: int | None
    won: bool
    rank: int | None = None


class GameInSeason(NamedTuple):
    """A game in a list; *next_round* is the round that a running game is in."""

    id_: UUID
    played_on: date
    finished: bool
    counts: bool
    scoring: AnyScoring
    rounds: int
    next_round: int
    seats: tuple[SeatResult, ...]

    @property
    def by_total(self) -> list[SeatResult]:
        """Return the seats by total, highest first; seats without one come last."""
        return sorted(self.seats, key=lambda e: (e.total is None, -(e.total or 0)))


def spread(count: int, steps: int) -> Sequence[int]:
    """Return at most *steps* indices below *count*, evenly spread with both ends."""
    if count <= steps:
        return range(count)
    return [round(step * (count - 1) / (steps - 1)) for step in range(steps)]


class Race(NamedTuple):
    """The running averages of the best *people* after games with these *numbers*."""

    people: tuple[Person, ...] = ()
    rows: tuple[tuple[int | None, ...], ...] = ()
    numbers: tuple[int, ...] = ()

    @property
    def settled(self) -> "Race":
        """Without the first games of many, after which an average is mostly luck."""
        first = len(self.rows) // 6 if len(self.rows) > MOST_AT_ONCE else 0
        return self._replace(rows=self.rows[first:], numbers=self.numbers[first:])

    @classmethod
    def of(
        cls, results: Mapping[Person, Columns], games: Sequence[int], *, above_par: bool
    ) -> "Race":
        """Return the race in these *games*; ``None`` before a player's first one."""
        numbers = tuple(place + 1 for place in spread(len(games), STEPS_AT_MOST))
        number_of = {game: number for number, game in enumerate(games, 1)}
        columns = []
        for own in results.values():
            played = [number_of[game] for game in own.game_id]
            sums = [0, *accumulate(own.above_par if above_par else own.total)]
            had = [bisect_right(played, number) for number in numbers]
            unit = 100 if above_par else 1
            columns.append([round(sums[n] / n / unit) if n else None for n in had])
        rows = tuple(zip(*columns, strict=True)) or ((),) * len(numbers)
        return cls(tuple(results), rows, numbers)


class RankedBy(StrEnum):
    """The figure that ranks the standings of a season; new ones by the first."""

    PAR = "par"
    AVERAGE = "average"
    SHARE = "share"
    WINS = "wins"
    LEAGUE = "league"
    RATING = "rating"


class Standing(NamedTuple, Generic[Player]):
    """The results of a player in a season; *wins* includes *shared_wins*.

    *par* is how far above par their games are on average, *share* the average share of
    the best possible total. *form* has the last ranks, *last* the last totals. *rank*
    is ``None`` with too few games. *rating* is the final one, only if ranked by it;
    *wins_ever* counts all wins until then.
    """

    player: Player
    rank: int | None = None
    games: int = 0
    wins: int = 0
    shared_wins: int = 0
    average: Fraction | None = None
    par: Fraction | None = None
    best: int | None = None
    bids_met: int = 0
    bids_made: int = 0
    share: Fraction | None = None
    league: int = 0
    form: tuple[int, ...] = ()
    last: tuple[int, ...] = ()
    change: Trend | None = None
    rating: Rating | None = None
    wins_ever: int | None = None

    @property
    def share_met(self) -> Fraction | None:
        """Return the share of bids met, 0 to 1."""
        return Fraction(self.bids_met, self.bids_made) if self.bids_made else None

    @classmethod
    def of(cls, player: Player, own: Columns) -> "Standing[Player]":
        """Return the unranked standing by a player's results."""
        games, above_par = len(own.game_id), Fraction(sum(own.above_par), 100)
        results = zip(own.rank, own.winners, strict=True)
        winners = [n for rank, n in results if rank == 1]
        scored = Counter[int]()  # by the best possible total, for fewer fractions
        for possible, total in zip(own.possible, own.total, strict=True):
            scored[possible] += total
        shares = [Fraction(total, most) for most, total in scored.items() if most]
        with_share = games - own.possible.count(0)
        return cls(
            player,
            games=games,
            wins=len(winners),
            shared_wins=len(winners) - winners.count(1),
            average=Fraction(sum(own.total), games) if games else None,
            par=above_par / games if games else None,
            best=max(own.total, default=None),
            bids_met=sum(own.bids_met),
            bids_made=sum(own.bids_made),
            share=sum(shares, Fraction(0)) / with_share if with_share else None,
            league=sum(own.league),
            form=tuple(own.rank[-FORM:]),
            last=tuple(own.total[-LAST:]),
            change=change_of(own),
        )


def ranked(
    seasons: Sequence[Standing[Player]],
    *,
    by: RankedBy = RankedBy.AVERAGE,
    least_games: int = 1,
) -> tuple[Standing[Player], ...]:
    """Sort standings by the figure *by*, and rank players with enough games.

    Ties are sorted by more games, then as in *seasons*.
    """
    least_games = max(1, least_games)
    playing = [each for each in seasons if each.games >= least_games]
    figures = [getattr(each, by) for each in playing]
    figures = [each.safe if isinstance(each, Rating) else each for each in figures]
    # A missing one ranks below all others.
    places = ranks([-(10**9) if each is None else each for each in figures])
    placed = [each._replace(rank=n) for each, n in zip(playing, places, strict=True)]
    waiting = [each for each in seasons if each.games < least_games]
    placed.sort(key=lambda each: (each.rank or 0, -each.games))
    return (*placed, *sorted(waiting, key=lambda each: -each.games))


class Honoured(NamedTuple):
    """The players of an honour, and their figure: a count or a share."""

    honour: str
    players: tuple[Person, ...]
    value: Fraction


def honours_of(
    standings: Sequence[Standing[Person]], zeros: Mapping[Person, int]
) -> tuple[Honoured, ...]:
    """Return the honours of a season; *zeros* counts the bids of 0 met per player."""
    figures: dict[str, Callable[[Standing[Person]], Fraction | None]] = {
        "champion": lambda each: Fraction(each.rank == 1),
        "most_wins": lambda each: Fraction(each.wins),
        "best_foresight": lambda each: (
            each.share_met if predictions.is_enough(each.bids_made) else None
        ),
        "most_zeros": lambda each: Fraction(zeros.get(each.player, 0)),
        "most_games": lambda each: Fraction(each.games),
    }
    honours = []
    for honour, figure in figures.items():
        known = {each.player: value for each in standings if (value := figure(each))}
        best = max(known.values(), default=Fraction(0))
        players = tuple(player for player, value in known.items() if value == best)
        if players and len(players) < len(standings):
            honours.append(Honoured(honour, players, best))
    return tuple(honours)


class BookPlayer(NamedTuple):
    """A player of the season; *games* are those that count, latest first."""

    standing: Standing[Person]
    career: Career
    games: tuple[LastGame, ...]

    @property
    def person(self) -> Person:
        """Return who it is."""
        return self.standing.player


class Book(NamedTuple):
    """A season book; *games* are the finished ones, *players* are as in standings."""

    group: str | None
    season: str | None
    number: int
    language: str
    paper: str
    ranked_by: RankedBy
    least_games: int
    race: Race
    records: tuple[story.Record, ...]
    honours: tuple[Honoured, ...]
    players: tuple[BookPlayer, ...]
    games: tuple[GameInSeason, ...]
