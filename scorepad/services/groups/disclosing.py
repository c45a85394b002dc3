"""Everything that is kept of one person, for that person."""

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.sheet import Row, sheet_of
from scorepad.services.admitting import Action, group_for
from scorepad.services.refusing import NotThereError
from scorepad.store.groups.persons import devices_of, documents_at, rows_at
from scorepad.store.play.kept_games import KeptGame, kept_games
from scorepad.store.seasons.careers import find_player
from scorepad.store.tables import Device, DocumentGame, GameRow, Player

FORMAT = "scorepad/person"


def person_data(
    session: Session, device_id: int | None, gid: UUID, who: UUID
) -> dict[str, Any]:
    """What is kept of a player, and of nobody else.

    For the player's own device, and for whoever may arrange things.

    :raises NotThereError: the device does not belong to a group with such a player.
    :raises NotAllowedError: it does, but is neither.
    """
    group = group_for(session, device_id, gid, Action.READ)
    player = find_player(session, group.id, who)
    if player is None:
        raise NotThereError
    devices = devices_of(session, player)
    if device_id not in {each.id for each in devices}:
        group_for(session, device_id, gid, Action.ARRANGE)
    rows = {row.id: row for row in rows_at(session, player)}
    games = kept_games(session, list(rows))
    return {
        "format": FORMAT,
        "version": 1,
        "id": str(player.uuid),
        "name": player.name,
        "guest": player.guest,
        "archived": player.archived,
        "created_at": player.created_at.isoformat(),
        "devices": [_device(each) for each in devices],
        "games": [_game(rows[game.row_id], game, player) for game in games],
        "other_games": [_other(*each) for each in documents_at(session, player)],
    }


def _device(device: Device) -> dict[str, Any]:
    seen = device.seen_on.isoformat() if device.seen_on else None
    return {"kind": device.kind, "seen_on": seen}


def _game(row: GameRow, kept: KeptGame, player: Player) -> dict[str, Any]:
    seat, sheet = kept.player_ids.index(player.id), sheet_of(kept.game)
    return {
        "id": str(row.uuid),
        "played_on": kept.played_on.isoformat(),
        "season": kept.number,
        "finished": kept.finished,
        "deleted": kept.deleted,
        "seat": seat,
        "seats": len(kept.player_ids),
        "total": sheet.totals[seat],
        "rank": sheet.ranks[seat],
        "adjustments": [
            {"points": each.points, "reason": each.reason}
            for each in kept.game.adjustments
            if each.seat == seat
        ],
        "rounds": [_round(each, seat) for each in sheet.rows if _is_noted(each, seat)],
    }


def _other(row: DocumentGame, seat: int) -> dict[str, Any]:
    played_on = row.played_on.isoformat()
    return {
        "id": str(row.uuid),
        "game": row.game,
        "played_on": played_on,
        "seat": seat,
        "seats": len(row.seats),
    }


def _is_noted(row: Row, seat: int) -> bool:
    return row.bids[seat] is not None or row.tricks[seat] is not None


def _round(row: Row, seat: int) -> dict[str, Any]:
    return {
        "number": row.number,
        "cards": row.cards,
        "bid": row.bids[seat],
        "tricks": row.tricks[seat],
        "points": row.points[seat] if row.points else None,
        "total": row.totals[seat] if row.totals else None,
    }
