"""The games that were saved to a moment ago, so that the next save has them.

The row of a game says whether they still are what is written: whoever writes to a game
or to one of its rounds counts a revision of it in the same transaction, by whom and
when; a new name, or somebody who turned out to be somebody else, counts as a write to
their games. So it does not matter which process wrote, nor whether the save that left
them here was undone.
"""

import threading
import weakref
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine

Game = Any
"""A game as it was read."""

MOST_GAMES: Final = 256


class Mark(NamedTuple):
    """The last write to a game: which one it was, by which device, and when."""

    revision: int
    changed_by: int
    changed_at: datetime


class _Kept(NamedTuple):
    mark: Mark
    game: Game


_kept: Final[weakref.WeakKeyDictionary[Engine, dict[int, _Kept]]] = (
    weakref.WeakKeyDictionary()
)
_lock: Final = threading.Lock()


def fresh_game(connection: Connection, game_id: int, mark: Mark) -> Game | None:
    """A game as its last write left it, if that was here."""
    kept = _kept.get(connection.engine, {}).get(game_id)
    return kept.game if kept is not None and kept.mark == mark else None


def keep_game(connection: Connection, game_id: int, mark: Mark, game: Game) -> None:
    """Have a game as it is after this write."""
    with _lock:
        games = _kept.setdefault(connection.engine, {})
        games.pop(game_id, None)
        if len(games) >= MOST_GAMES:
            del games[next(iter(games))]
        games[game_id] = _Kept(mark, game)


def forget_game(connection: Connection, game_id: int) -> None:
    """Let go of a game: as it was kept, nobody finds it again."""
    with _lock:
        _kept.get(connection.engine, {}).pop(game_id, None)
