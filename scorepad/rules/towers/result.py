"""What a season counts of a game of Wandering Towers."""

from collections import Counter

from scorepad.rules.results import Result
from scorepad.rules.towers.answer import ranks_of_seats, winning_seats
from scorepad.rules.towers.game import Game, Happening
from scorepad.rules.towers.progress import Progress, progress_of, rounds_played


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
