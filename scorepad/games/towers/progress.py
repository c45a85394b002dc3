"""The course of a game of Wandering Towers, event by event, and its result."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from scorepad.games import GameResult, towers
from scorepad.games.documents import written
from scorepad.games.towers import TOWERS_ASKABLE, Event, Happening, TowersGame
from scorepad.games.towers import TowersProblem as Problem
from scorepad.games.towers import TowersStanding as Standing

_STEPS = frozenset({Happening.HOME, Happening.FILLED, Happening.CAST})
"""Events that do not happen any more once a turn has ended."""

Standings = Sequence[Standing]
NOTHING = Standing(home=0, full=0, spent=0)


class Progress(NamedTuple):
    """The state of a game after some events; seats have *empty* bottles to fill.

    Only tracked turns have *turns_over* and *this_turn*; *trigger* met the goal.
    """

    standings: tuple[Standing, ...]
    empty: tuple[int, ...]
    turn: int
    turns_over: int = 0
    this_turn: tuple[Event, ...] = ()
    at_goal: bool = False
    trigger: int | None = None
    over: bool = False
    objections: tuple[towers.TowersObjection, ...] = ()


def progress_of(game: TowersGame) -> Progress:
    """Return the state of *game* after all its events.

    An impossible event adds an objection and changes nothing; an unusual one adds an
    objection unless the table accepted it.
    """
    players = len(game.players)
    potions = towers.POTIONS_EACH[players]
    if game.final is not None:
        reached = reached_by_seat(game, game.final)
        objections = tuple(
            towers.TowersObjection(None, Problem.POTIONS_RANGE, side[0])
            for side in game.sides  # a seat may have filled its partner's bottles
            if reached[side[0]].filled > potions * len(side)
        )
        return Progress(
            game.final,
            (0,) * players,
            game.start,
            at_goal=bool(seats_at_goal(game, game.final)),
            trigger=game.last_turn,
            over=True,
            objections=objections,
        )
    progress = Progress((NOTHING,) * players, (potions,) * players, turn=game.start)
    for number, event in enumerate(game.events):
        progress = _next(progress, number, event, game)
    if progress.at_goal and progress.trigger is None:
        progress = progress._replace(trigger=game.last_turn)
    return progress._replace(over=progress.over or game.finished)


def remaining(progress: Progress, game: TowersGame) -> tuple[int, ...]:
    """Return the seats that play once more after the goal was met, as far as known."""
    if progress.trigger is None or progress.over:
        return ()
    order = towers.turn_order(len(game.players), game.start)
    left = order[order.index(progress.trigger) + 1 :]
    if game.tracks_turns and progress.turn in left:
        return left[left.index(progress.turn) :]
    return left


def rounds_played(progress: Progress, game: TowersGame) -> int | None:
    """Return how many rounds were begun: by tracked turns, else as entered."""
    if not game.tracks_turns:
        return game.rounds
    begun = progress.turns_over + (not progress.over)
    return -(-begun // len(game.players))


def reached_by_seat(game: TowersGame, standings: Standings) -> list[Standing]:
    """Return of each seat the standing of its side, to which partners add up."""
    found: dict[int, Standing] = {}
    for seats in game.sides:
        whole = sum((standings[seat] for seat in seats), NOTHING)
        found |= dict.fromkeys(seats, whole)
    return [found[seat] for seat in sorted(found)]


def seats_at_goal(game: TowersGame, standings: Standings) -> tuple[int, ...]:
    """Return the seats whose side is at the goal."""
    players, size = len(standings), len(game.sides[0])
    return tuple(
        seat
        for seat, reached in enumerate(reached_by_seat(game, standings))
        if reached.home >= towers.WIZARDS_EACH[players] * size
        and reached.filled >= towers.POTIONS_EACH[players] * size
    )


def winners(game: TowersGame, standings: Standings) -> tuple[int, ...]:
    """Return the seats of the sides with the most full bottles at the goal."""
    at_goal = seats_at_goal(game, standings)
    reached = reached_by_seat(game, standings)
    most = max((reached[seat].full for seat in at_goal), default=0)
    return tuple(seat for seat in at_goal if reached[seat].full == most)


def ranks(game: TowersGame, standings: Standings) -> tuple[int, ...]:
    """Return the rank of each seat's side; equals share it (1, 1, 3).

    The rules name only winners. The others rank by wizards home plus bottles filled.
    """
    won, size = winners(game, standings), len(game.sides[0])
    strength = [
        (True, 0, 0) if seat in won else (False, each.home + each.filled, each.full)
        for seat, each in enumerate(reached_by_seat(game, standings))
    ]
    return tuple(1 + sum(other > own for other in strength) // size for own in strength)


def _next(progress: Progress, number: int, event: Event, game: TowersGame) -> Progress:
    problem = _problem(progress, event, game)
    if problem is None and game.tracks_turns and not event.accepted:
        problem = _unusual(progress, event, game)
    if problem is not None:
        objection = towers.TowersObjection(number, problem, event.seat)
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
    progress = _after(progress, event, game)
    if progress.at_goal or not seats_at_goal(game, progress.standings):
        return progress
    trigger = progress.turn if game.tracks_turns else None
    return progress._replace(at_goal=True, trigger=trigger)


def _problem(progress: Progress, event: Event, game: TowersGame) -> Problem | None:
    if progress.over:
        return Problem.AFTER_THE_END
    if game.tracks_turns and not _in_turn(event, progress.turn, game):
        return Problem.TURN_ORDER
    players, seat, cost = len(game.players), event.seat, game.cost_of(event.spell)
    reached, wizards = progress.standings[seat], towers.WIZARDS_EACH[players]
    is_partner = game.teams and event.to == towers.partner_of(seat, players)
    problems = (
        (Happening.HOME, reached.home >= wizards, Problem.WIZARDS_RANGE),
        (Happening.FILLED, progress.empty[seat] == 0, Problem.POTIONS_RANGE),
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
    carriers = len(cast) if master else cast.count(towers.Spell.PIGGYBACK)
    return Problem.TWO_HOME if is_step and own_home > carriers else None


def _after(progress: Progress, event: Event, game: TowersGame) -> Progress:
    what, seat, cost = event.what, event.seat, game.cost_of(event.spell) or 0
    standings, empty = [*progress.standings], [*progress.empty]
    standings[seat] += {
        Happening.HOME: Standing(1, 0, 0),
        Happening.FILLED: Standing(0, 1, 0),
        Happening.CAST: Standing(0, -cost, cost),
        Happening.GIVEN: Standing(0, -1, 0),
    }[what]
    if what is Happening.FILLED:
        empty[seat] -= 1
    if what is Happening.GIVEN:
        standings[towers.partner_of(seat, len(empty))] += Standing(0, 1, 0)
    return progress._replace(
        standings=tuple(standings),
        empty=tuple(empty),
        this_turn=(*progress.this_turn, event),
    )


def _in_turn(event: Event, turn: int, game: TowersGame) -> bool:
    """Return whether an event is possible for its seat during the turn of *turn*.

    Moving a tower fills a bottle of the mover or the partner.
    """
    what, seat = event.what, event.seat
    if what is Happening.TURN_OVER:
        return seat == turn
    if game.master or what in {Happening.HOME, Happening.GIVEN} or seat == turn:
        return True
    is_partner = game.teams and towers.partner_of(seat, len(game.players)) == turn
    return what is Happening.FILLED and is_partner


def answer_for(game: TowersGame) -> dict[str, Any]:
    """Return everything derived from a game; partners share winners and ranks."""
    progress = progress_of(game)
    players, standings = len(game.players), progress.standings
    tracked = game.tracks_turns and not progress.over
    return {
        "players": list(game.players),
        "wizards_each": towers.WIZARDS_EACH[players],
        "potions_each": towers.POTIONS_EACH[players],
        "standings": [written(each) for each in standings],
        "rounds": rounds_played(progress, game),
        "turn": progress.turn if tracked else None,
        "goal_met": progress.at_goal,
        "still_to_play": list(remaining(progress, game)),
        "finished": progress.over,
        "winners": list(winners(game, standings)) if progress.over else [],
        "ranks": list(ranks(game, standings)) if progress.over else None,
        "objections": [each._asdict() for each in progress.objections],
    }


def result_of(game: TowersGame) -> GameResult:
    """Return the result of a finished game; *figures* count only possible casts."""
    progress = progress_of(game)
    standings, figures = progress.standings, []
    impossible = {
        each.event for each in progress.objections if each.problem not in TOWERS_ASKABLE
    }
    for seat, reached in enumerate(standings):
        spells = Counter(
            event.spell.value
            for number, event in enumerate(game.events)
            if event.what is Happening.CAST and event.seat == seat and event.spell
            if number not in impossible
        )
        own = {
            "home": reached.home,
            "filled": reached.filled,
            "spent": reached.spent,
            "left": reached.full,
            "met": int(progress.trigger == seat),
            "cast": spells.total(),
            **spells,
        }
        figures.append(own)
    return GameResult(
        winners=winners(game, standings),
        ranks=ranks(game, standings),
        sides=game.sides if game.teams else (),
        start=game.start,
        rounds=rounds_played(progress, game),
        figures=tuple(figures),
    )


def of_seat(game: TowersGame, seat: int) -> dict[str, Any]:
    """Return colour, standing and events of a seat."""
    events = towers.document_of(game)["events"]
    return {
        "colour": game.colours[seat].value if game.colours else None,
        **written(progress_of(game).standings[seat]),
        "events": [each for each in events if each["seat"] == seat],
    }
