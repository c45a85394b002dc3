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
    TowersStanding,
    document_of,
    partner_of,
    potions_each,
    turn_order,
    wizards_each,
)
from scorepad.games.towers import TowersProblem as Problem

_NEARER = frozenset({Happening.HOME, Happening.FILLED})
"""Events that can meet the goal; spent and given bottles count as before."""

_STEPS = _NEARER | {Happening.CAST}
"""Events that do not happen any more once a turn has ended."""


Standings = Sequence[TowersStanding]
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
            at_goal=bool(seats_at_goal(game, game.final)),
            trigger=game.last_turn,
            over=True,
            objections=tuple(_too_many_filled(game, game.final)),
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


def reached_by_seat(game: TowersGame, standings: Standings) -> list[TowersStanding]:
    """Return of each seat the standing of its side, to which partners add up."""
    found: dict[int, TowersStanding] = {}
    for seats in game.sides:
        whole = TowersStanding(
            home=sum(standings[seat].home for seat in seats),
            full=sum(standings[seat].full for seat in seats),
            spent=sum(standings[seat].spent for seat in seats),
        )
        found |= dict.fromkeys(seats, whole)
    return [found[seat] for seat in sorted(found)]


def seats_at_goal(game: TowersGame, standings: Standings) -> tuple[int, ...]:
    """Return the seats whose side is at the goal."""
    players, size = len(standings), len(game.sides[0])
    return tuple(
        seat
        for seat, reached in enumerate(reached_by_seat(game, standings))
        if reached.home >= wizards_each(players) * size
        and reached.filled >= potions_each(players) * size
    )


def winners(game: TowersGame, standings: Standings) -> tuple[int, ...]:
    """Return the seats of the sides with the most full bottles at the goal."""
    at_goal = seats_at_goal(game, standings)
    reached = reached_by_seat(game, standings)
    most = max((reached[seat].full for seat in at_goal), default=0)
    return tuple(seat for seat in at_goal if reached[seat].full == most)


def ranks(game: TowersGame, standings: Standings) -> tuple[int, ...]:
    """Return the rank of each seat's side; equals share it (1, 1, 3).

    The rules name only winners. The others are ranked by wizards home plus bottles
    filled.
    """
    won, size = winners(game, standings), len(game.sides[0])
    strength = [
        (True, 0, 0) if seat in won else (False, each.home + each.filled, each.full)
        for seat, each in enumerate(reached_by_seat(game, standings))
    ]
    return tuple(1 + sum(other > own for other in strength) // size for own in strength)


def _too_many_filled(
    game: TowersGame, standings: Standings
) -> Iterator[TowersObjection]:
    reached = reached_by_seat(game, standings)
    for seats in game.sides:  # a seat may have filled its partner's bottles
        if reached[seats[0]].filled > potions_each(len(standings)) * len(seats):
            yield TowersObjection(Problem.POTIONS_RANGE, seat=seats[0])


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
    if was_at_goal or not seats_at_goal(game, progress.standings):
        return progress
    trigger = progress.turn if game.tracks_turns else None
    return progress._replace(at_goal=True, trigger=trigger)


def _problem(progress: Progress, event: Event, game: TowersGame) -> Problem | None:
    if progress.over:
        return Problem.AFTER_THE_END
    if game.tracks_turns and not _in_turn(event, progress.turn, game):
        return Problem.TURN_ORDER
    players, held = len(game.players), progress.holdings[event.seat]
    reached, cost = held.standing, game.cost_of(event.spell)
    is_partner = game.teams and event.to == partner_of(event.seat, players)
    problems = (
        (Happening.HOME, reached.home >= wizards_each(players), Problem.WIZARDS_RANGE),
        (Happening.FILLED, reached.filled >= held.bottles, Problem.POTIONS_RANGE),
        (Happening.CAST, cost is None, Problem.SPELL_NOT_IN_PLAY),
        (Happening.CAST, reached.full < (cost or 0), Problem.SPELL_UNPAID),
        (Happening.GIVEN, not is_partner, Problem.NOT_A_PARTNER),
        (Happening.GIVEN, reached.full == 0, Problem.NOTHING_TO_GIVE),
    )
    found = (each for what, is_so, each in problems if is_so and what is event.what)
    return next(found, None)


def _unusual(progress: Progress, event: Event, game: TowersGame) -> Problem | None:
    """Return which rule of a turn an event breaks, if any.

    A turn has one spell, and ends when the player's own wizard comes home; only
    Piggyback brings another along. Masters cast more, also after a turn has ended.
    """
    what, before, master = event.what, progress.this_turn, game.master
    cast = [each.spell for each in before if each.what is Happening.CAST]
    if what is Happening.CAST and cast and not master:
        return Problem.SPELL_AGAIN
    own = Happening.HOME, progress.turn
    own_home = [(each.what, each.seat) for each in before].count(own)
    is_step = (what, event.seat) == own or (what in _STEPS and not master)
    carriers = len(cast) if master else cast.count(Spell.PIGGYBACK)
    return Problem.TWO_HOME if is_step and own_home > carriers else None


def _after(
    event: Event, holdings: tuple[Holding, ...], game: TowersGame
) -> tuple[Holding, ...]:
    cost = game.cost_of(event.spell) or 0
    changes = {
        Happening.HOME: {"home": 1},
        Happening.FILLED: {"full": 1},
        Happening.CAST: {"full": -cost, "spent": cost},
        Happening.GIVEN: {"full": -1, "bottles": -1},
    }
    found = _changed(holdings, event.seat, **changes[event.what])
    if event.what is Happening.GIVEN:
        to = partner_of(event.seat, len(game.players))
        return _changed(found, to, full=1, bottles=1)
    return found


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
    standings = progress.standings
    return GameResult(
        winners=winners(game, standings),
        ranks=ranks(game, standings),
        sides=game.sides if game.teams else (),
        start=game.start,
        rounds=rounds_played(progress, game),
        figures=tuple(_figures(seat, progress, game) for seat in range(len(standings))),
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
