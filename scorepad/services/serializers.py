"""JSON values of stored games, groups and players, for phones and the history."""

from collections.abc import Collection
from typing import Any

from scorepad.db import games, groups, tables
from scorepad.db.history import Reader
from scorepad.db.rounds import PlayedRound, as_played_round, round_state
from scorepad.games.registry import GAMES
from scorepad.games.wizard.seating import rounds_played


def game_record(row: tables.AnyGame) -> dict[str, Any]:
    """Return a game without its rounds, with player ids and no names."""
    record = {
        **row.settings,
        "players": [*map(str, row.player_ids)],
        "started_at": row.started_at.isoformat() if row.started_at else None,
        "counts": row.counts,
        "deleted": row.deleted_at is not None,
    }
    if not isinstance(row, tables.GameRow):
        return {**record, "played_on": row.played_on.isoformat()}
    return {**record, "finished": row.finished_at is not None, "seating": row.seating}


def game_settings(row: tables.AnyGame) -> dict[str, Any]:
    """Return a game without its rounds, with names and its tournament, if any."""
    season = row.season
    return {
        "id": str(row.uuid),
        **({} if row.game == tables.WIZARD else {"game": row.game}),
        **({"tournament": str(season.tournament)} if season.is_tournament else {}),
        **game_record(row),
        "players": [player_state(seat.player) for seat in row.seats],
        "played_on": row.played_on.isoformat(),
        "finished_at": row.finished_at.isoformat() if row.finished_at else None,
        "season": season.number,
        "revision": row.revision,
    }


def game_state(row: tables.AnyGame) -> dict[str, Any]:
    """Return a whole game; games other than Wizard with their result."""
    state = game_settings(row)
    if isinstance(row, tables.GameRow):
        rounds = [round_state(as_played_round(each)) for each in row.rounds]
        return {**state, "rounds": rounds}
    answer = GAMES[row.game].answer_for(games.document_value(row))
    # Remembered answers must not hold a name without its id: anonymizing would miss it.
    answer.pop("players", None)
    return {**state, "saved_at": row.changed_at.isoformat(), "answer": answer}


def game_line(row: tables.AnyGame) -> dict[str, Any]:
    """Return the summary of a game for a list."""
    line = {
        "id": str(row.uuid),
        "players": [player_state(seat.player) for seat in row.seats],
        "finished": row.finished_at is not None,
        "played_on": row.played_on.isoformat(),
    }
    if not isinstance(row, tables.GameRow):
        return {**line, "game": row.game}
    game = games.game_value(row)
    rounds = game.ended_after or len(game.cards)
    return {**line, "rounds_played": rounds_played(game), "rounds": rounds}


def devices_by_id(
    by: Reader, group_id: int, ids: Collection[int]
) -> dict[int, dict[str, Any]]:
    """Return devices by row id: whose they are; *you* marks the device that asks."""
    return {
        id_: {"name": who.name, "kind": who.kind, "you": id_ == by.device_id}
        for id_, who in groups.find_holders(by.session, group_id, ids).items()
    }


def player_state(player: tables.Player) -> dict[str, Any]:
    """Return a player by id and name."""
    return {"id": str(player.uuid), "name": player.name}


def change_of(
    by: Reader, group_id: int, row: tables.AnyGame | PlayedRound | None
) -> dict[str, Any]:
    """Return which device changed a game or round last, whose it is, and when."""
    if row is None:
        return {"changed_by": None, "changed_at": None}
    who = devices_by_id(by, group_id, [row.changed_by])[row.changed_by]
    return {"changed_by": who, "changed_at": row.changed_at.isoformat()}
