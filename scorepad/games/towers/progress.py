"""The course of a game of Wandering Towers, event by event."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorepad.games.towers.models import (
    Event,
    Happening,
    TowersGame,
    TowersObjection,
    TowersProblem,
    TowersStanding,
    partner_of,
    potions_each,
    turn_order,
    wizards_each,
)

_NEARER = frozenset({Happening.HOME, Happening.FILLED})
"""Events that can meet the goal; spent and given bottles count as before."""


class Holding(NamedTuple):
    """The standing of a seat and its *bottles*, which move when handed over."""

    standing: TowersStanding
    bottles: int


class Progress(NamedTuple):
    """The state of a game after some events.

    *turn* is the seat whose turn it is, *turns_over* how many have ended: both only if
    the table tracks turns. *trigger* is the seat whose turn met the goal, if known.
    """

    holdings: tuple[Holding, ...]
    turn: int
    turns_over: int = 0
    at_goal: bool = False
    trigger: int | None = None
    over: bool = False
    objections: tuple[TowersObjection, ...] = ()

    @property
    def standings(self) -> tuple[TowersStanding, ...]:
        """Return the standing of each seat."""
        return tuple(each.standing for each in self.holdings)


def progress_of(game: TowersGame) -> Progress:
    """Return the state of *game* after all its events.

    An impossible event adds an objection and changes nothing. With tracked turns the
    game is over at the end of the round in which the goal was met, else if declared.
    """
    if game.final is not None:
        return Progress(
            tuple(Holding(each, bottles=each.filled) for each in game.final),
            turn=game.start,
            at_goal=bool(sides_at_goal(game.final, game.sides)),
            trigger=game.last_turn,
            over=True,
            objections=tuple(_too_many_filled(game.final, game.sides)),
        )
    players = len(game.players)
    nothing = Holding(TowersStanding(), potions_each(players))
    progress = Progress((nothing,) * players, turn=game.start)
    for number, event in enumerate(game.events):
        progress = _next(progress, number, event, game)
    if progress.at_goal and progress.trigger is None:
        progress = progress._replace(trigger=game.last_turn)
    return progress._replace(over=progress.over or game.finished)


def remaining(progress: Progress, game: TowersGame) -> tuple[int, ...]:
    """Return the seats still to play after the goal was met, as far as known."""
    if progress.trigger is None or progress.over:
        return ()
    players = len(game.players)
    left = still_to_play(players, start=game.start, trigger=progress.trigger)
    if not game.tracks_turns:
        return left
    here = progress.turn
    return left[left.index(here) :] if here in left else left


def still_to_play(players: int, *, start: int, trigger: int) -> tuple[int, ...]:
    """Return the seats that play once more after the turn that met the goal.

    *trigger* is the seat whose turn it was, whosever wizard came home. The round is
    finished, so that everybody has the same number of turns.

    >>> still_to_play(4, start=2, trigger=3)
    (0, 1)
    """
    order = turn_order(players, start)
    return order[order.index(trigger) + 1 :]


def rounds_played(progress: Progress, game: TowersGame) -> int | None:
    """Return how many rounds were begun: by tracked turns, else as entered."""
    if not game.tracks_turns:
        return game.rounds
    ended, players = progress.turns_over, len(game.players)
    begun = ended if progress.over else ended + 1
    return -(-begun // players)


def sides_at_goal(
    standings: Sequence[TowersStanding], sides: Sequence[tuple[int, ...]]
) -> tuple[int, ...]:
    """Return the indices of the *sides* that have met the goal.

    *standings* has one entry per seat. The goals of a side's seats add up.
    """
    wizards, potions = wizards_each(len(standings)), potions_each(len(standings))
    return tuple(
        index
        for index, reached in enumerate(side_standings(standings, sides))
        if reached.home >= wizards * len(sides[index])
        and reached.filled >= potions * len(sides[index])
    )


def winners(
    standings: Sequence[TowersStanding], sides: Sequence[tuple[int, ...]]
) -> tuple[int, ...]:
    """Return the indices of the *sides* that win: most full bottles at the goal.

    Equal sides win together. Nobody wins without meeting the goal.
    """
    at_goal = sides_at_goal(standings, sides)
    reached = side_standings(standings, sides)
    most = max((reached[side].full for side in at_goal), default=0)
    return tuple(side for side in at_goal if reached[side].full == most)


def ranks(
    standings: Sequence[TowersStanding], sides: Sequence[tuple[int, ...]]
) -> tuple[int, ...]:
    """Return the rank of each side, 1 for the best; equals share it (1, 1, 3).

    The rules name only winners. The others are ranked unofficially by wizards home plus
    bottles filled, then by full bottles.
    """
    won = winners(standings, sides)
    strength = [
        (True, 0, 0) if index in won else (False, each.home + each.filled, each.full)
        for index, each in enumerate(side_standings(standings, sides))
    ]
    return tuple(1 + sum(other > own for other in strength) for own in strength)


def side_standings(
    standings: Sequence[TowersStanding], sides: Sequence[tuple[int, ...]]
) -> tuple[TowersStanding, ...]:
    """Return the standing of each side."""
    return tuple(
        TowersStanding(
            home=sum(standings[seat].home for seat in seats),
            full=sum(standings[seat].full for seat in seats),
            spent=sum(standings[seat].spent for seat in seats),
        )
        for seats in sides
    )


def _too_many_filled(
    standings: tuple[TowersStanding, ...], sides: tuple[tuple[int, ...], ...]
) -> Iterator[TowersObjection]:
    """Check bottles per side: a seat may have filled its partner's."""
    own = potions_each(len(standings))
    reached = side_standings(standings, sides)
    for seats, standing in zip(sides, reached, strict=True):
        if standing.filled > own * len(seats):
            yield TowersObjection(TowersProblem.POTIONS_RANGE, seat=seats[0])


def _next(progress: Progress, number: int, event: Event, game: TowersGame) -> Progress:
    problem = _problem(progress, event, game)
    if problem is not None:
        objection = TowersObjection(problem, number, event.seat)
        return progress._replace(objections=(*progress.objections, objection))
    if event.what is Happening.TURN_OVER:
        turn = (progress.turn + 1) % len(game.players)
        return progress._replace(
            turn=turn,
            turns_over=progress.turns_over + 1,
            over=progress.at_goal and turn == game.start,
        )
    was_at_goal = progress.at_goal or event.what not in _NEARER
    progress = progress._replace(holdings=_after(event, progress.holdings, game))
    if was_at_goal or not sides_at_goal(progress.standings, game.sides):
        return progress
    trigger = progress.turn if game.tracks_turns else None
    return progress._replace(at_goal=True, trigger=trigger)


def _problem(
    progress: Progress, event: Event, game: TowersGame
) -> TowersProblem | None:
    """Return why *event* is impossible at this point, if so."""
    if progress.over:
        return TowersProblem.AFTER_THE_END
    if game.tracks_turns and not _in_turn(event, progress.turn, game):
        return TowersProblem.TURN_ORDER
    players, held = len(game.players), progress.holdings[event.seat]
    reached, cost = held.standing, game.cost_of(event.spell)
    is_partner = game.teams and event.to == partner_of(event.seat, players)
    problems: dict[Happening, tuple[tuple[bool, TowersProblem], ...]] = {
        Happening.HOME: (
            (reached.home >= wizards_each(players), TowersProblem.WIZARDS_RANGE),
        ),
        Happening.FILLED: (
            (reached.filled >= held.bottles, TowersProblem.POTIONS_RANGE),
        ),
        Happening.CAST: (
            (cost is None, TowersProblem.SPELL_NOT_IN_PLAY),
            (reached.full < (cost or 0), TowersProblem.SPELL_UNPAID),
        ),
        Happening.GIVEN: (
            (not is_partner, TowersProblem.NOT_A_PARTNER),
            (reached.full == 0, TowersProblem.NOTHING_TO_GIVE),
        ),
        Happening.TURN_OVER: (),
    }
    return next((each for is_so, each in problems[event.what] if is_so), None)


def _after(
    event: Event, holdings: tuple[Holding, ...], game: TowersGame
) -> tuple[Holding, ...]:
    """Return the holdings after a possible *event*."""
    if event.what is Happening.GIVEN:
        to = partner_of(event.seat, len(game.players))
        given = _changed(holdings, event.seat, full=-1, bottles=-1)
        return _changed(given, to, full=1, bottles=1)
    if event.what is Happening.CAST:
        cost = game.cost_of(event.spell) or 0
        return _changed(holdings, event.seat, full=-cost, spent=cost)
    if event.what is Happening.FILLED:
        return _changed(holdings, event.seat, full=1)
    return _changed(holdings, event.seat, home=1)


def _changed(
    holdings: tuple[Holding, ...], seat: int, *, bottles: int = 0, **more: int
) -> tuple[Holding, ...]:
    """Return the holdings with *more* in a seat's standing, and more own bottles."""
    had, own = holdings[seat]
    standing = replace(had, **{key: getattr(had, key) + n for key, n in more.items()})
    now = Holding(standing, own + bottles)
    return (*holdings[:seat], now, *holdings[seat + 1 :])


def _in_turn(event: Event, turn: int, game: TowersGame) -> bool:
    """Return whether an event is possible for its seat during the turn of *turn*.

    Wizards come home and bottles are given on any turn. Moving a tower fills a bottle
    of the mover or the partner; the master variant allows spells on others' turns.
    """
    what, seat = event.what, event.seat
    if what is Happening.TURN_OVER:
        return seat == turn
    if game.master or what in {Happening.HOME, Happening.GIVEN} or seat == turn:
        return True
    is_partner = game.teams and partner_of(seat, len(game.players)) == turn
    return what is Happening.FILLED and is_partner
