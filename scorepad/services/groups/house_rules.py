"""The rules a table plays by: those of the game that its phones started last.

Nobody sets them and they are not stored: starting a game with other rules is the way
to change them, on every phone of the group.
"""

from collections.abc import Iterable
from typing import Any

from scorepad.rules.wizard.game import Schedule
from scorepad.services.telling import game_record
from scorepad.store.tables import GameRow

OFFERED = (
    *("schedule", "edition", "bid_mode", "even_bid_rule", "foresight"),
    *("scoring", "formula", "deck", "letters"),
)
"""What a phone asks before a game, beside who plays; and a custom schedule's cards."""


def house_rules(games: Iterable[GameRow]) -> dict[str, Any] | None:
    """The rules of the newest of *games*; ``None`` if no phone has started one yet.

    Paper games are typed in when they are long over, so they set nothing.
    """
    started = [game for game in games if game.started_at is not None]
    if not started:
        return None
    newest = game_record(max(started, key=lambda game: game.id))
    rules = {key: newest[key] for key in OFFERED}
    is_custom = newest["schedule"] == Schedule.CUSTOM
    planned = newest.get("planned", newest["cards"]) if is_custom else None
    return {**rules, "cards": planned}
