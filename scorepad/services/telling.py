"""The words in which stored things are told to phones (and kept in the history)."""

from typing import Any

from scorepad.rules.wizard.document import round_record
from scorepad.rules.wizard.seating import rounds_played
from scorepad.services.errors import Change
from scorepad.store.play.played_games import PlayedRound, as_played_round
from scorepad.store.play.records import game_value
from scorepad.store.tables import GameRow, Group, Player, Season


def round_state(row: PlayedRound) -> dict[str, Any]:
    """A round with its number and revision."""
    record = round_record(row.value, row.winners)
    return {"number": row.number, "revision": row.revision, **record}


def game_record(row: GameRow) -> dict[str, Any]:
    """Everything of a game but its rounds, with player ids and never names."""
    return {
        "players": [str(seat.player.uuid) for seat in row.seats],
        **row.settings,
        "started_at": row.started_at.isoformat() if row.started_at else None,
        "finished": row.finished_at is not None,
        "seating": row.seating,
        "counts": row.counts,
        "deleted": row.deleted_at is not None,
    }


def game_settings(row: GameRow, season: Season) -> dict[str, Any]:
    """Everything of a game but its rounds, with the names."""
    return {
        "id": str(row.uuid),
        **game_record(row),
        "players": [person_words(seat.player) for seat in row.seats],
        "played_on": row.played_on.isoformat(),
        "finished_at": row.finished_at.isoformat() if row.finished_at else None,
        "season": season.number,
        "revision": row.revision,
    }


def game_state(row: GameRow, season: Season) -> dict[str, Any]:
    """A whole game."""
    rounds = [round_state(as_played_round(each)) for each in row.rounds]
    return {**game_settings(row, season), "rounds": rounds}


def game_line(row: GameRow) -> dict[str, Any]:
    """A game in a list: enough to recognise it."""
    game = game_value(row)
    return {
        "id": str(row.uuid),
        "players": [person_words(seat.player) for seat in row.seats],
        "rounds_played": rounds_played(game),
        "rounds": game.ended_after or len(game.cards),
        "finished": row.finished_at is not None,
        "played_on": row.played_on.isoformat(),
    }


def group_words(
    group: Group, players: tuple[Player, ...], season: Season
) -> dict[str, Any]:
    """A group, its people and its current season."""
    ends = season.ends_on
    return {
        "id": str(group.uuid),
        "name": group.name,
        "time_zone": group.time_zone,
        "language": group.language,
        "players": [person_words(player) for player in players],
        "season": {
            "number": season.number,
            "name": season.name,
            "starts_on": season.starts_on.isoformat(),
            "ends_on": None if ends is None else ends.isoformat(),
        },
    }


def device_words(name: str | None, kind: str | None, *, you: bool) -> dict[str, Any]:
    """A device by its name, else its kind; *you* where it is the one that asks."""
    return {"name": name, "kind": kind, "you": you}


def deletion_words(deletion: Change | None, asker: int | None) -> dict[str, Any]:
    """Who deleted a game, where it is known.

    Told to who asks for the game, and to nobody with the answer to a save: those are
    kept, and tell no name without the id it belongs to.
    """
    if deletion is None:
        return {}
    you = deletion.device_id == asker
    return {"deleted_by": device_words(deletion.name, deletion.kind, you=you)}


def person_words(player: Player) -> dict[str, Any]:
    """A player by id and name."""
    return {"id": str(player.uuid), "name": player.name}
