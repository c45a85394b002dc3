"""The course of a game of Wandering Towers, event by event, and its result."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorepad.games import GameResult
from scorepad.games.documents import written
from scorepad.games.towers import (
    TOWERS_ASKABLE,
    Event,
    Happening,
    Spell,
    TowersGame,
    TowersObjection,
    TowersProblem,
    TowersStanding,
    document_of,
    partner_of,
    potions_each,
    side_of,
    turn_order,
    wizards_each,
)

_NEARER = frozenset({Happening.HOME, Happening.FILLED})
"""Events that can meet the goal; spent and given bottles count as before."""

_STEPS = _NEARER | {Happening.CAST}
"""Events that do not happen any more once a turn has ended."""


Standings = Sequence[TowersStanding]
Sides = Sequence[tuple[int, ...]]
NOTHING = TowersStanding(home=0, full=0, spent=0)


class Holding(NamedTuple):
    """The standing of a seat and its *bottles*, which move when handed over."""

    standing: TowersStanding
    bottles: int


class Progress(NamedTuple):
    """The state of a game after some events.

    Only tracked turns have *turns_over* and *this_turn*; *trigger* met the goal.
    """

    holdings: tuple[Holding, ...]
    turn: int
    turns_over: int = 0
    this_turn: tuple[Event, ...] = ()
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

    An impossible event adds an objection and changes nothing; an unusual one adds an
    objection unless the table accepted it.
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
    nothing = Holding(NOTHING, potions_each(players))
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
    left = still_to_play(len(game.players), start=game.start, trigger=progress.trigger)
    if not game.tracks_turns:
        return left
    here = progress.turn
    return left[left.index(here) :] if here in left else left


def still_to_play(players: int, *, start: int, trigger: int) -> tuple[int, ...]:
    """Return the seats that play once more after *trigger* met the goal on its turn."""
    order = turn_order(players, start)
    return order[order.index(trigger) + 1 :]


def rounds_played(progress: Progress, game: TowersGame) -> int | None:
    """Return how many rounds were begun: by tracked turns, else as entered."""
    if not game.tracks_turns:
        return game.rounds
    ended, players = progress.turns_over, len(game.players)
    begun = ended if progress.over else ended + 1
    return -(-begun // players)


def sides_at_goal(standings: Standings, sides: Sides) -> tuple[int, ...]:
    """Return the indices of the *sides* at the goal, to which their seats add up."""
    wizards, potions = wizards_each(len(standings)), potions_each(len(standings))
    return tuple(
        index
        for index, reached in enumerate(side_standings(standings, sides))
        if reached.home >= wizards * len(sides[index])
        and reached.filled >= potions * len(sides[index])
    )


def winners(standings: Standings, sides: Sides) -> tuple[int, ...]:
    """Return the indices of the *sides* with the most full bottles at the goal."""
    at_goal = sides_at_goal(standings, sides)
    reached = side_standings(standings, sides)
    most = max((reached[side].full for side in at_goal), default=0)
    return tuple(side for side in at_goal if reached[side].full == most)


def ranks(standings: Standings, sides: Sides) -> tuple[int, ...]:
    """Return the rank of each side; equals share it (1, 1, 3).

    The rules name only winners. The others are ranked by wizards home plus bottles
    filled.
    """
    won = winners(standings, sides)
    strength = [
        (True, 0, 0) if index in won else (False, each.home + each.filled, each.full)
        for index, each in enumerate(side_standings(standings, sides))
    ]
    return tuple(1 + sum(other > own for other in strength) for own in strength)


def side_standings(standings: Standings, sides: Sides) -> tuple[TowersStanding, ...]:
    """Return the standing of each side."""
    return tuple(
        TowersStanding(
            home=sum(standings[seat].home for seat in seats),
            full=sum(standings[seat].full for seat in seats),
            spent=sum(standings[seat].spent for seat in seats),
        )
        for seats in sides
    )


def _too_many_filled(standings: Standings, sides: Sides) -> Iterator[TowersObjection]:
    own = potions_each(len(standings))
    for seats in sides:  # a seat may have filled its partner's bottles
        if sum(standings[seat].filled for seat in seats) > own * len(seats):
            yield TowersObjection(TowersProblem.POTIONS_RANGE, seat=seats[0])


def _next(progress: Progress, number: int, event: Event, game: TowersGame) -> Progress:
    problem = _problem(progress, event, game)
    if problem is None and game.tracks_turns and not event.accepted:
        problem = _unusual(progress, event, game)
    if problem is not None:
        objection = TowersObjection(problem, number, event.seat)
        progress = progress._replace(objections=(*progress.objections, objection))
        if problem not in TOWERS_ASKABLE:
            return progress
    if event.what is Happening.TURN_OVER:
        turn = (progress.turn + 1) % len(game.players)
        return progress._replace(
            turn=turn,
            turns_over=progress.turns_over + 1,
            this_turn=(),
            over=progress.at_goal and turn == game.start,
        )
    was_at_goal = progress.at_goal or event.what not in _NEARER
    progress = progress._replace(
        holdings=_after(event, progress.holdings, game),
        this_turn=(*progress.this_turn, event),
    )
    if was_at_goal or not sides_at_goal(progress.standings, game.sides):
        return progress
    trigger = progress.turn if game.tracks_turns else None
    return progress._replace(at_goal=True, trigger=trigger)


def _problem(
    progress: Progress, event: Event, game: TowersGame
) -> TowersProblem | None:
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


def _unusual(
    progress: Progress, event: Event, game: TowersGame
) -> TowersProblem | None:
    """Return which rule of a turn an event breaks, if any.

    A turn has one spell, and ends when the player's own wizard comes home; only
    Piggyback brings another along. Masters cast more, also after a turn has ended.
    """
    what, before, master = event.what, progress.this_turn, game.master
    cast = [each.spell for each in before if each.what is Happening.CAST]
    if what is Happening.CAST and cast and not master:
        return TowersProblem.SPELL_AGAIN
    own = Happening.HOME, progress.turn
    own_home = [(each.what, each.seat) for each in before].count(own)
    is_step = (what, event.seat) == own or (what in _STEPS and not master)
    carriers = len(cast) if master else cast.count(Spell.PIGGYBACK)
    return TowersProblem.TWO_HOME if is_step and own_home > carriers else None


def _after(
    event: Event, holdings: tuple[Holding, ...], game: TowersGame
) -> tuple[Holding, ...]:
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
    return (*holdings[:seat], Holding(standing, own + bottles), *holdings[seat + 1 :])


def _in_turn(event: Event, turn: int, game: TowersGame) -> bool:
    """Return whether an event is possible for its seat during the turn of *turn*.

    Moving a tower fills a bottle of the mover or the partner.
    """
    what, seat = event.what, event.seat
    if what is Happening.TURN_OVER:
        return seat == turn
    if game.master or what in {Happening.HOME, Happening.GIVEN} or seat == turn:
        return True
    is_partner = game.teams and partner_of(seat, len(game.players)) == turn
    return what is Happening.FILLED and is_partner


def answer_for(game: TowersGame) -> dict[str, Any]:
    """Return everything derived from a game; partners share winners and ranks."""
    progress = progress_of(game)
    players, result = len(game.players), _result(progress, game)
    tracked = game.tracks_turns and not progress.over
    return {
        "players": list(game.players),
        "wizards_each": wizards_each(players),
        "potions_each": potions_each(players),
        "standings": [written(each) for each in progress.standings],
        "rounds": rounds_played(progress, game),
        "turn": progress.turn if tracked else None,
        "goal_met": progress.at_goal,
        "still_to_play": list(remaining(progress, game)),
        "finished": progress.over,
        "winners": list(result.winners) if progress.over else [],
        "ranks": list(result.ranks) if progress.over else None,
        "objections": [
            {"event": each.event, "problem": each.problem.value, "seat": each.seat}
            for each in progress.objections
        ],
    }


def result_of(game: TowersGame) -> GameResult:
    """Return the result of a finished game, with figures as in :func:`_figures`."""
    return _result(progress_of(game), game)


def _result(progress: Progress, game: TowersGame) -> GameResult:
    seats, sides = range(len(game.players)), game.sides
    won, placed = winners(progress.standings, sides), ranks(progress.standings, sides)
    return GameResult(
        winners=tuple(seat for seat in seats if side_of(seat, sides) in won),
        ranks=tuple(placed[side_of(seat, sides)] for seat in seats),
        sides=sides if game.teams else (),
        start=game.start,
        rounds=rounds_played(progress, game),
        figures=tuple(_figures(seat, progress, game) for seat in seats),
    )


def _figures(seat: int, progress: Progress, game: TowersGame) -> dict[str, int]:
    reached = progress.standings[seat]
    objected = {
        each.event for each in progress.objections if each.problem not in TOWERS_ASKABLE
    }
    spells = Counter(
        event.spell.value
        for number, event in enumerate(game.events)
        if event.what is Happening.CAST and event.seat == seat and event.spell
        if number not in objected
    )
    return {
        "home": reached.home,
        "filled": reached.filled,
        "spent": reached.spent,
        "left": reached.full,
        "met": int(progress.trigger == seat),
        "cast": spells.total(),
        **spells,
    }


def of_seat(game: TowersGame, seat: int) -> dict[str, Any]:
    """Return colour, standing and events of a seat."""
    events = document_of(game)["events"]
    return {
        "colour": game.colours[seat].value if game.colours else None,
        **written(progress_of(game).standings[seat]),
        "events": [each for each in events if each["seat"] == seat],
    }
