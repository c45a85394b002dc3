"""What a game of Wandering Towers holds of one seat, and of no other."""

from typing import Any

from scorepad.rules.towers.document import event_as_json
from scorepad.rules.towers.game import Game
from scorepad.rules.towers.progress import progress_of


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
