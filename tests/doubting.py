"""What is remembered is held, in every test, to what is written down."""

from dataclasses import replace
from typing import Any

from scorepad.store.play import played_games


def doubt_fresh_games() -> None:
    """Read again the game that a save would take over from the one before."""
    trusted = played_games.fresh_game

    def doubted(connection: Any, game_id: int, mark: Any) -> Any:
        kept = trusted(connection, game_id, mark)
        if kept is not None:
            read = played_games.read_played(connection, game_id)
            assert kept.has_bids_beside or not read.has_bids_beside
            assert replace(kept, has_bids_beside=read.has_bids_beside) == read
        return kept

    played_games.fresh_game = doubted
