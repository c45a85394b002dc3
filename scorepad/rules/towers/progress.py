"""A game followed event by event: how far everybody is, whose turn, who has won."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorepad.rules.towers import happenings
from scorepad.rules.towers.ending import (
    Standing,
    side_standings,
    sides_at_goal,
    still_to_play,
)
from scorepad.rules.towers.game import Event, Game, Happening
from scorepad.rules.towers.happenings import Holding
from scorepad.rules.towers.problems import Objection, Problem
from scorepad.rules.towers.table import partner_of, potions_each

_NEARER = frozenset({Happening.HOME, Happening.FILLED})
"""What can bring a side to the goal; bottles spent or handed over count as before."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a game stands.

    *turn* is the seat whose turn it is and *turns_over* how many have ended: both
    mean something only where the table tracks turns. *trigger* is the seat whose turn
    met the goal; ``None`` before that, and where nobody has said it.
    """

    holdings: tuple[Holding, ...]
    turn: int
    turns_over: int = 0
    at_goal: bool = False
    trigger: int | None = None
    over: bool = False
    objections: tuple[Objection, ...] = ()

    @property
    def standings(self) -> tuple[Standing, ...]:
        """What each seat has reached."""
        return tuple(each.standing for each in self.holdings)


def progress_of(game: Game) -> Progress:
    """Follow *game* through all its events.

    An event that cannot have happened is objected to and changes nothing. With
    tracked turns the game is over when the round in which the goal was met is
    complete, else when the table says so.
    """
    if game.final is not None:
        return _told_at_the_end(game)
    progress = Progress(happenings.at_first(len(game.players)), turn=game.start)
    for number, event in enumerate(game.events):
        progress = _next(progress, number, event, game)
    if progress.at_goal and progress.trigger is None:
        progress = replace(progress, trigger=game.last_turn)
    return replace(progress, over=progress.over or game.finished)


def remaining(progress: Progress, game: Game) -> tuple[int, ...]:
    """The seats that still play once the goal has been met, as far as anybody knows."""
    if progress.trigger is None or progress.over:
        return ()
    players = len(game.players)
    left = still_to_play(players, start=game.start, trigger=progress.trigger)
    if not game.tracks_turns:
        return left
    here = progress.turn
    return left[left.index(here) :] if here in left else left


def rounds_played(progress: Progress, game: Game) -> int | None:
    """How many rounds were begun: counted where turns are tracked, else as told."""
    if not game.tracks_turns:
        return game.rounds
    ended, players = progress.turns_over, len(game.players)
    begun = ended if progress.over else ended + 1
    return -(-begun // players)


def _told_at_the_end(game: Game) -> Progress:
    standings = game.final or ()
    return Progress(
        tuple(Holding(each, bottles=each.filled) for each in standings),
        turn=game.start,
        at_goal=bool(sides_at_goal(standings, game.sides)),
        trigger=game.last_turn,
        over=True,
        objections=tuple(_too_many_filled(game)),
    )


def _too_many_filled(game: Game) -> Iterator[Objection]:
    """Bottles of one seat may have been its partner's; those of a side are its own."""
    own = potions_each(len(game.players))
    reached = side_standings(game.final or (), game.sides)
    for seats, standing in zip(game.sides, reached, strict=True):
        if standing.filled > own * len(seats):
            yield Objection(Problem.POTIONS_RANGE, seat=seats[0])


def _next(progress: Progress, number: int, event: Event, game: Game) -> Progress:
    problem = _problem(progress, event, game)
    if problem is not None:
        objection = Objection(problem, number, event.seat)
        return replace(progress, objections=(*progress.objections, objection))
    if event.what is Happening.TURN_OVER:
        return _with_next_turn(progress, game)
    holdings = happenings.after(event, progress.holdings, game)
    progress = replace(progress, holdings=holdings)
    return _with_goal(progress, game) if event.what in _NEARER else progress


def _problem(progress: Progress, event: Event, game: Game) -> Problem | None:
    if progress.over:
        return Problem.AFTER_THE_END
    if game.tracks_turns and not _in_turn(event, progress.turn, game):
        return Problem.TURN_ORDER
    return happenings.problem_with(event, progress.holdings, game)


def _in_turn(event: Event, turn: int, game: Game) -> bool:
    """Whether it can happen to the event's seat while it is the turn of *turn*.

    Anybody's wizard can be brought home on any turn, and bottles be handed over. Who
    moves a tower fills a bottle of their own or their partner's; masters cast, and so
    move towers, on others' turns too.
    """
    what, seat = event.what, event.seat
    if what is Happening.TURN_OVER:
        return seat == turn
    if game.master or what in {Happening.HOME, Happening.GIVEN} or seat == turn:
        return True
    is_partner = game.teams and partner_of(seat, len(game.players)) == turn
    return what is Happening.FILLED and is_partner


def _with_goal(progress: Progress, game: Game) -> Progress:
    if progress.at_goal:
        return progress
    if not sides_at_goal(progress.standings, game.sides):
        return progress
    trigger = progress.turn if game.tracks_turns else None
    return replace(progress, at_goal=True, trigger=trigger)


def _with_next_turn(progress: Progress, game: Game) -> Progress:
    turn = (progress.turn + 1) % len(game.players)
    ended = progress.turns_over + 1
    over = progress.at_goal and turn == game.start
    return replace(progress, turn=turn, turns_over=ended, over=over)
