"""Everything that is kept of one person, for that person."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.games import GAMES
from scorepad.rules.names import name_key
from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import Row, sheet_of
from scorepad.services.errors import NotThereError
from scorepad.services.other_games.document_words import game_of_row
from scorepad.services.permissions import Action, group_for, groups_arranged_by
from scorepad.store.groups.people import find_player
from scorepad.store.groups.persons import (
    devices_of,
    documents_at,
    everybody_who_is,
    rows_at,
    texts_of,
)
from scorepad.store.play.kept_games import KeptGame, kept_games
from scorepad.store.play.played_games import PlayedRound, rounds_of
from scorepad.store.tables import Device, DocumentGame, GameRow, Player

FORMAT = "scorepad/person"


def person_data(
    session: Session, device_id: int | None, gid: UUID, who: UUID
) -> dict[str, Any]:
    """What is kept of a player, and of nobody else.

    For the player's own device, and for whoever may arrange things: for them alone
    where several devices say that they are this player's, since anybody may say so.

    :raises NotThereError: the device does not belong to a group with such a player.
    :raises NotAllowedError: it does, but is neither.
    """
    group = group_for(session, device_id, gid, Action.READ)
    player = find_player(session, group.id, who)
    if player is None:
        raise NotThereError
    devices = devices_of(session, player)
    if [each.id for each in devices] != [device_id]:
        group_for(session, device_id, gid, Action.ARRANGE)
    rows = {row.id: row for row in rows_at(session, player)}
    games = kept_games(session, list(rows))
    rounds = rounds_of(session, list(rows))
    return {
        "format": FORMAT,
        "version": 1,
        "id": str(player.uuid),
        "name": player.name,
        "also_called": _other_names(session, player),
        "guest": player.guest,
        "archived": player.archived,
        "created_at": player.created_at.isoformat(),
        "devices": [_device(each) for each in devices],
        "games": [
            _game(rows[game.row_id], game, player, rounds[game.row_id])
            for game in games
        ],
        "other_games": [_other(*each) for each in documents_at(session, player)],
    }


def _other_names(session: Session, player: Player) -> list[str]:
    """What those are called in the group who turned out to be the same person."""
    people = everybody_who_is(session, [player.id])
    same = (each for each in people if each.group_id == player.group_id)
    return [each.name for each in same if each.id != player.id]


def _device(device: Device) -> dict[str, Any]:
    seen = device.seen_on.isoformat() if device.seen_on else None
    return {"kind": device.kind, "seen_on": seen}


def _game(
    row: GameRow, kept: KeptGame, player: Player, stored: Mapping[int, PlayedRound]
) -> dict[str, Any]:
    seat, sheet = kept.player_ids.index(player.id), sheet_of(kept.game)
    rounds = (
        _round(each, seat, stored.get(each.number))
        for each in sheet.rows
        if _is_noted(seat, stored.get(each.number))
    )
    return {
        "id": str(row.uuid),
        "played_on": kept.played_on.isoformat(),
        "season": kept.number,
        "finished": kept.finished,
        "deleted": kept.deleted,
        "seat": seat,
        "seats": len(kept.player_ids),
        **_late_and_early(kept.game, seat),
        "total": sheet.totals[seat],
        "rank": sheet.ranks[seat],
        "adjustments": [
            {"points": each.points, "reason": each.reason}
            for each in kept.game.adjustments
            if each.seat == seat
        ],
        "rounds": list(rounds),
    }


def _late_and_early(game: Game, seat: int) -> dict[str, Any]:
    joined = next((each for each in game.joined if each.seat == seat), None)
    left = next((each for each in game.left if each.seat == seat), None)
    return {
        "joined_in_round": joined and joined.round_,
        "start_total": joined and joined.start_total,
        "left_after_round": left and left.after_round,
    }


def _is_noted(seat: int, stored: PlayedRound | None) -> bool:
    if stored is None:
        return False
    return stored.value.names(seat) or seat in stored.winners


def _round(row: Row, seat: int, stored: PlayedRound | None) -> dict[str, Any]:
    late = stored is not None and seat in stored.value.late_bids
    return {
        "number": row.number,
        "cards": row.cards,
        "dealt": row.dealer == seat,
        "bid": row.bids[seat],
        "bid_late": late,
        "bid_changes": _bid_changes(stored, seat),
        "tricks": row.tricks[seat],
        "tricks_tapped": _tapped(stored, seat),
        "points": row.points[seat] if row.points else None,
        "total": row.totals[seat] if row.totals else None,
    }


def _bid_changes(stored: PlayedRound | None, seat: int) -> list[int]:
    changes = () if stored is None else stored.value.bid_changes
    return [each.by for each in changes if each.seat == seat]


def _tapped(stored: PlayedRound | None, seat: int) -> list[int]:
    """Which tricks of a round that is being played were this seat's, from 1 on."""
    winners = () if stored is None else stored.winners
    return [number for number, each in enumerate(winners, 1) if each == seat]


def _other(row: DocumentGame, seat: int) -> dict[str, Any]:
    rules, game = GAMES[row.game], game_of_row(row)
    answer = rules.answer_for(game)
    return {
        "id": str(row.uuid),
        "game": row.game,
        "played_on": row.played_on.isoformat(),
        "finished": row.finished_at is not None,
        "deleted": row.deleted_at is not None,
        "seat": seat,
        "seats": len(row.seats),
        "won": seat in answer["winners"],
        "rank": answer["ranks"][seat] if answer["ranks"] else None,
        **(rules.of_seat(game, seat) if rules.of_seat else {}),
    }


@dataclass(frozen=True, slots=True)
class Mention:
    """A game in whose texts a name stands; other games have a *word*."""

    word: str | None
    game: UUID
    played_on: date


@dataclass(frozen=True, slots=True)
class Mentions:
    """The name of a player of a group, and the games that tell it, the latest first.

    *stays_elsewhere* where the same person is in another group, from or to which games
    were moved, that this device may not arrange.
    """

    name: str
    group_name: str | None
    games: tuple[Mention, ...]
    stays_elsewhere: bool


def mentions_of(
    session: Session, device_id: int | None, gid: UUID, who: UUID
) -> Mentions:
    """Where a player is named, in whatever spelling; for whoever may arrange things.

    Rather too often than not often enough: a name may be part of a word.

    :raises NotThereError: the device does not belong to a group with such a player.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    group = group_for(session, device_id, gid, Action.ARRANGE)
    player = find_player(session, group.id, who)
    if player is None or player.merged_into is not None:
        raise NotThereError
    found = {
        Mention(each.word, each.game, each.played_on)
        for each in texts_of(session, group)
        if player.name_key in name_key(each.text)
    }
    games = sorted(found, key=lambda each: (each.played_on, each.game), reverse=True)
    people = everybody_who_is(session, [player.id])
    arranged = groups_arranged_by(session, device_id or 0)
    stays_elsewhere = not {each.group_id for each in people} <= arranged
    return Mentions(player.name, group.name, tuple(games), stays_elsewhere)
