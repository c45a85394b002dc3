"""What follows from a game of Wandering Towers: its answer and its result."""

from collections import Counter
from typing import Any

from scorepad.rules.results import Result
from scorepad.rules.towers.document import event_as_json
from scorepad.rules.towers.ending import ranks, winners
from scorepad.rules.towers.game import Game, Happening
from scorepad.rules.towers.progress import (
    Progress,
    progress_of,
    remaining,
    rounds_played,
)
from scorepad.rules.towers.table import potions_each, side_of, wizards_each


def answer_for(game: Game) -> dict[str, Any]:
    """Standings, rounds, whose turn it is, who still plays, winners and ranks.

    Winners and ranks are there once the game is over. Both count per seat: partners
    share them. Ranks below the winners' are unofficial.
    """
    progress = progress_of(game)
    players = len(game.players)
    tracked = game.tracks_turns and not progress.over
    return {
        "players": list(game.players),
        "wizards_each": wizards_each(players),
        "potions_each": potions_each(players),
        "standings": [
            {"home": each.home, "full": each.full, "spent": each.spent}
            for each in progress.standings
        ],
        "rounds": rounds_played(progress, game),
        "turn": progress.turn if tracked else None,
        "goal_met": progress.at_goal,
        "still_to_play": list(remaining(progress, game)),
        "finished": progress.over,
        "winners": winning_seats(progress, game) if progress.over else [],
        "ranks": ranks_of_seats(progress, game) if progress.over else None,
        "objections": [
            {
                "event": each.event,
                "problem": each.problem.value,
                "seat": each.seat,
            }
            for each in progress.objections
        ],
    }


def winning_seats(progress: Progress, game: Game) -> list[int]:
    """The seats of those who have won."""
    won = winners(progress.standings, game.sides)
    return sorted(seat for side in won for seat in game.sides[side])


def ranks_of_seats(progress: Progress, game: Game) -> list[int]:
    """The rank of every seat; partners share theirs."""
    by_side = ranks(progress.standings, game.sides)
    return [by_side[side_of(seat, game.sides)] for seat in range(len(game.players))]


def result_of(game: Game) -> Result:
    """How a game that is over ended.

    Of every seat: wizards *home*, bottles *filled*, *spent* and *left*; whether its
    turn *met* the goal, where that is known; spells *cast*, and each by its own name.
    """
    progress = progress_of(game)
    return Result(
        winners=tuple(winning_seats(progress, game)),
        ranks=tuple(ranks_of_seats(progress, game)),
        sides=game.sides if game.teams else (),
        start=game.start,
        rounds=rounds_played(progress, game),
        figures=tuple(
            _figures(seat, progress, game) for seat in range(len(game.players))
        ),
    )


def _figures(seat: int, progress: Progress, game: Game) -> dict[str, int]:
    reached = progress.standings[seat]
    objected = {each.event for each in progress.objections}
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


def of_seat(game: Game, seat: int) -> dict[str, Any]:
    """The colour, what the seat has reached, and all that happened to it."""
    reached = progress_of(game).standings[seat]
    return {
        "colour": game.colours[seat].value if game.colours else None,
        "home": reached.home,
        "full": reached.full,
        "spent": reached.spent,
        "events": [event_as_json(each) for each in game.events if each.seat == seat],
    }
