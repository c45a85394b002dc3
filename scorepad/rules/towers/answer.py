"""What follows from a game of Wandering Towers, as plain values ready for JSON."""

from typing import Any

from scorepad.rules.towers.ending import ranks, winners
from scorepad.rules.towers.game import Game
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
