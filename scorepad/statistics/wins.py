"""Wins over many games of any kind."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from typing import Generic, NamedTuple, TypeVar

from scorepad.games.results import GameResult

Who = TypeVar("Who", bound=Hashable)


@dataclass(slots=True)
class Tries:
    """A number of games, and of wins among them."""

    games: int = 0
    wins: int = 0

    def add(self, *, won: bool) -> None:
        """Count a game."""
        self.games += 1
        self.wins += won


class SeatedGame(NamedTuple, Generic[Who]):
    """The players of a finished game, in seat order, and its result."""

    people: tuple[Who, ...]
    result: GameResult


@dataclass(slots=True)
class PlayerWins:
    """A player's wins; equals share a *rank*.

    *sole* wins were shared with no other side. *by_players* is by number of seats,
    *by_turn* by seats after the first player (0). *figures* sums up those of the game.
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
        """Return the wins shared with another side."""
        return self.tries.wins - self.sole


@dataclass(slots=True)
class Wins(Generic[Who]):
    """All games together; *people* and *teams* are sorted, best first.

    *by_players* counts games and wins by number of players, *by_turn* seats by number
    of players and turn (0 begins); *rounds* lists rounds by number of players.
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


def wins_in(games: Iterable[SeatedGame[Who]]) -> Wins[Who]:
    """Sum up *games*; ranks go by wins, then sole wins, then fewer games.

    A team's win counts for each player; it is sole unless another team won, too.
    """
    wins: Wins[Who] = Wins()
    for game in games:
        _enter(wins, game)
    keys = {
        who: (each.tries.wins, each.sole, -each.tries.games)
        for who, each in wins.people.items()
    }
    for who, each in wins.people.items():
        each.rank = 1 + sum(other > keys[who] for other in keys.values())
    wins.people = dict(sorted(wins.people.items(), key=lambda each: each[1].rank))
    wins.teams = dict(
        sorted(wins.teams.items(), key=lambda e: (-e[1].wins, e[1].games))
    )
    return wins


def _enter(wins: Wins[Who], game: SeatedGame[Who]) -> None:
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
    wins: Wins[Who], game: SeatedGame[Who], seat: int, who: Who, *, is_sole: bool
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
