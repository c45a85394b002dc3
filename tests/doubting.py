"""What is remembered is held, in every test, to what is written down."""

from typing import Any

from scorepad.store import played_games


def doubt_fresh_rounds() -> None:
    """Read again the rounds that a save would take over from the one before."""
    trusted = played_games.fresh_rounds

    def doubted(connection: Any, game_id: int, mark: Any) -> Any:
        kept = trusted(connection, game_id, mark)
        if kept is not None:
            assert kept == played_games.rounds_of_one(connection, game_id)
        return kept

    played_games.fresh_rounds = doubted
