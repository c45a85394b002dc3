"""The standings of a season and its honours: sums over its games that count."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from typing import Generic, TypeVar

from scorepad.rules.results import Result
from scorepad.stats.career import FORM, Change, Columns, change_of
from scorepad.stats.predictions import is_enough
from scorepad.stats.rating import Step

Player = TypeVar("Player", bound=Hashable)

BELOW_ALL = Fraction(-(10**9))


class RankedBy(StrEnum):
    """What the standings of a season compare."""

    AVERAGE = "average"
    SHARE = "share"
    WINS = "wins"
    LEAGUE = "league"
    RATING = "rating"


@dataclass(frozen=True, slots=True)
class Standing(Generic[Player]):
    """One player's season.

    *wins* includes *shared_wins*. *average* and *best* are of totals, and ``None``
    like the *rank* for whoever has not finished a game. *share* is the average part of
    the best possible total, at most 1; *league* the sum of league points. *form* has
    the ranks in the last games, the latest last; *change* how the bids of the last ones
    compare with those before, ``None`` with too few. The *rank* is also ``None`` for
    whoever has fewer games than it takes. *rating* is what they had in the end, only
    where it is what is compared, and *wins_ever* how many games they had won by then.
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
    change: Change | None = None
    rating: Step | None = None
    wins_ever: int | None = None

    @property
    def share_met(self) -> Fraction | None:
        """The part of this player's bids that were met, 0 to 1."""
        return Fraction(self.bids_met, self.bids_made) if self.bids_made else None


def standing_of(player: Player, own: Columns) -> Standing[Player]:
    """What is shown of a player's results, not ranked yet."""
    return Standing(
        player,
        games=len(own.games),
        wins=own.wins,
        shared_wins=own.shared_wins,
        average=own.average,
        best=max(own.totals, default=None),
        bids_met=sum(own.bids_met),
        bids_made=sum(own.bids_made),
        share=own.share,
        league=sum(own.league),
        form=tuple(own.ranks[-FORM:]),
        change=change_of(own),
    )


def ranked(
    seasons: Sequence[Standing[Player]],
    *,
    by: RankedBy = RankedBy.AVERAGE,
    least_games: int = 1,
) -> tuple[Standing[Player], ...]:
    """Put everybody in order, and give those a rank who have played enough.

    The highest figure comes first; equal ones share a rank and the next one is left
    out (1, 1, 3). On a shared rank more games come first, then the order of *seasons*.
    Those with fewer than *least_games*, at least one, come last and have no rank.
    """
    least_games = max(1, least_games)
    figures = sorted(_figure(each, by) for each in seasons if each.games >= least_games)
    placed = [
        replace(each, rank=1 + len(figures) - bisect_right(figures, _figure(each, by)))
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
        RankedBy.RATING: Fraction(standing.rating.safe) if standing.rating else None,
    }
    found = figures[by]
    return BELOW_ALL if found is None else found


class Honour(StrEnum):
    """Something to be honoured for."""

    CHAMPION = "champion"
    MOST_WINS = "most_wins"
    BEST_FORESIGHT = "best_foresight"
    MOST_ZEROS = "most_zeros"
    MOST_GAMES = "most_games"


@dataclass(frozen=True, slots=True)
class Honoured(Generic[Player]):
    """Who is honoured, together with equals, and the figure: a count or a share."""

    honour: Honour
    players: tuple[Player, ...]
    value: Fraction


def honours_of(
    standings: Sequence[Standing[Player]], zeros: Mapping[Player, int]
) -> tuple[Honoured[Player], ...]:
    """The honours of a season; *zeros* is how many bids of 0 everybody has kept.

    Nobody is honoured for nothing, and a share of bids met counts from so many bids
    on that it says something. Where all are equal, nobody stands out.
    """
    figures: dict[Honour, Callable[[Standing[Player]], Fraction | None]] = {
        Honour.CHAMPION: lambda each: Fraction(each.rank == 1),
        Honour.MOST_WINS: lambda each: Fraction(each.wins),
        Honour.BEST_FORESIGHT: lambda each: (
            each.share_met if is_enough(each.bids_made) else None
        ),
        Honour.MOST_ZEROS: lambda each: Fraction(zeros.get(each.player, 0)),
        Honour.MOST_GAMES: lambda each: Fraction(each.games),
    }
    return tuple(
        found
        for honour, figure in figures.items()
        for found in _best(honour, {each.player: figure(each) for each in standings})
    )


def _best(
    honour: Honour, figures: Mapping[Player, Fraction | None]
) -> Iterator[Honoured[Player]]:
    known = {player: figure for player, figure in figures.items() if figure}
    best = max(known.values(), default=Fraction(0))
    players = tuple(player for player, figure in known.items() if figure == best)
    if players and len(players) < len(figures):
        yield Honoured(honour, players, best)


Who = TypeVar("Who", bound=Hashable)


@dataclass(slots=True)
class Tries:
    """How often something was tried, and won."""

    games: int = 0
    wins: int = 0

    def add(self, *, won: bool) -> None:
        """Count one more."""
        self.games += 1
        self.wins += won


@dataclass(frozen=True, slots=True)
class PlayedGame(Generic[Who]):
    """Who sat at a game that is over, in seat order, and how it ended."""

    people: tuple[Who, ...]
    result: Result


@dataclass(slots=True)
class PlayerWins:
    """What one player has from all games; *rank* among all, equal ones share it.

    *sole* wins are those that nobody of another side shared. *by_players* is by how
    many sat there, *by_turn* by whether they began (0) or came so many seats later.
    *figures* are those that the game counts, summed up.
    """

    tries: Tries = field(default_factory=Tries)
    sole: int = 0
    rank: int = 1
    by_players: defaultdict[int, Tries] = field(
        default_factory=lambda: defaultdict(Tries)
    )
    by_turn: defaultdict[int, Tries] = field(default_factory=lambda: defaultdict(Tries))
    figures: Counter[str] = field(default_factory=Counter)

    @property
    def shared(self) -> int:
        """Wins that somebody of another side had as well."""
        return self.tries.wins - self.sole


@dataclass(slots=True)
class Wins(Generic[Who]):
    """All games together: everybody, the best first, and every team, the best first.

    *by_players* and *by_turn* count seats, *rounds* the games that took so many, by
    how many played.
    """

    games: int = 0
    without_winner: int = 0
    people: dict[Who, PlayerWins] = field(default_factory=dict)
    teams: dict[frozenset[Who], Tries] = field(default_factory=dict)
    by_players: defaultdict[int, Tries] = field(
        default_factory=lambda: defaultdict(Tries)
    )
    by_turn: defaultdict[tuple[int, int], Tries] = field(
        default_factory=lambda: defaultdict(Tries)
    )
    rounds: defaultdict[int, list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    figures: Counter[str] = field(default_factory=Counter)


def wins_in(games: Iterable[PlayedGame[Who]]) -> Wins[Who]:
    """Sum up *games*; ranks go by wins, then by sole ones, then by fewer games.

    A team's win is a win of each of its players, and a sole one unless another
    team won as well.
    """
    wins: Wins[Who] = Wins()
    for game in games:
        _enter(wins, game)
    keys = {who: _strength(each) for who, each in wins.people.items()}
    for who, each in wins.people.items():
        each.rank = 1 + sum(other > keys[who] for other in keys.values())
    wins.people = dict(sorted(wins.people.items(), key=lambda each: each[1].rank))
    wins.teams = dict(
        sorted(wins.teams.items(), key=lambda e: (-e[1].wins, e[1].games))
    )
    return wins


def _strength(each: PlayerWins) -> tuple[int, int, int]:
    return each.tries.wins, each.sole, -each.tries.games


def _enter(wins: Wins[Who], game: PlayedGame[Who]) -> None:
    result, players = game.result, len(game.people)
    wins.games += 1
    wins.without_winner += not result.winners
    wins.by_players[players].add(won=bool(result.winners))
    if result.rounds is not None:
        wins.rounds[players].append(result.rounds)
    sides = result.sides or tuple((seat,) for seat in range(players))
    winning = [side for side in sides if side[0] in result.winners]
    for seat, who in enumerate(game.people):
        _enter_seat(wins, game, seat, who, is_sole=len(winning) == 1)
    for side in result.sides:
        team = frozenset(game.people[seat] for seat in side)
        wins.teams.setdefault(team, Tries()).add(won=side[0] in result.winners)


def _enter_seat(
    wins: Wins[Who], game: PlayedGame[Who], seat: int, who: Who, *, is_sole: bool
) -> None:
    result, players = game.result, len(game.people)
    own = wins.people.setdefault(who, PlayerWins())
    won = seat in result.winners
    own.tries.add(won=won)
    own.sole += won and is_sole
    own.by_players[players].add(won=won)
    if result.start is not None:
        turn = (seat - result.start) % players
        own.by_turn[turn].add(won=won)
        wins.by_turn[players, turn].add(won=won)
    if result.figures:
        own.figures.update(result.figures[seat])
        wins.figures.update(result.figures[seat])
