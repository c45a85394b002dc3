"""The rounds of games that were saved a moment ago, so that the next save has them.

The row of a game says whether they still are what is written: whoever writes a round
counts a revision of its game in the same transaction, by whom and when. So it does not
matter which process wrote, nor whether the save that left them here was undone.
"""

import threading
import weakref
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine

Rounds = Mapping[int, Any]
"""What was read of rounds, by their numbers."""

MOST_GAMES: Final = 256


class Mark(NamedTuple):
    """The last write to a game: which one it was, by which device, and when."""

    revision: int
    changed_by: int
    changed_at: datetime


class _Kept(NamedTuple):
    mark: Mark
    rounds: Rounds


_kept: Final[weakref.WeakKeyDictionary[Engine, dict[int, _Kept]]] = (
    weakref.WeakKeyDictionary()
)
_lock: Final = threading.Lock()


def fresh_rounds(connection: Connection, game_id: int, mark: Mark) -> Rounds | None:
    """The rounds of a game as its last write left them, if that was here."""
    kept = _kept.get(connection.engine, {}).get(game_id)
    return kept.rounds if kept is not None and kept.mark == mark else None


def keep_rounds(
    connection: Connection, game_id: int, mark: Mark, rounds: Rounds
) -> None:
    """Have the rounds of a game as they are after this write."""
    with _lock:
        games = _kept.setdefault(connection.engine, {})
        games.pop(game_id, None)
        if len(games) >= MOST_GAMES:
            del games[next(iter(games))]
        games[game_id] = _Kept(mark, rounds)


def forget_rounds(connection: Connection, game_id: int) -> None:
    """Let go of the rounds of a game: as they were kept, nobody finds them again."""
    with _lock:
        _kept.get(connection.engine, {}).pop(game_id, None)
