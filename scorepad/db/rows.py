"""Conversion between rows and values of the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from operator import attrgetter
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.tables import AnyGame, GameRow, Player, Seat
from scorepad.games.documents import head_of
from scorepad.games.registry import GAMES, read_game
from scorepad.games.wizard.document import game_from, rounds_from, settings_record
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.seating import with_rounds

_seat = attrgetter("seat")
SAID_BESIDE = ("format", "version", "game", "id", "players", "played_on")
"""Keys of a document that are stored in columns instead of the settings."""


def write_settings(row: AnyGame, game: Any) -> None:
    """Write *game* without players, rounds and date into *row*."""
    if not isinstance(row, GameRow):
        document = GAMES[row.game].document_of(game)
        row.settings = {k: v for k, v in document.items() if k not in SAID_BESIDE}
        return
    joined, left = (tuple(sorted(e, key=_seat)) for e in (game.joined, game.left))
    in_order = replace(game, joined=joined, left=left)
    row.settings = settings_record(in_order)
    row.schedule = game.schedule.value
    row.edition = row.settings["edition"]
    row.scoring = game.scoring.value


def write_seats(session: Session, row: AnyGame, players: Sequence[Player]) -> None:
    """Seat *players* in this order; do nothing if they already sit so."""
    if [seat.player_id for seat in row.seats] != [each.id for each in players]:
        row.seats.clear()
        session.flush()
        row.seats.extend(
            Seat(seat=seat, player=player) for seat, player in enumerate(players)
        )


def document_value(row: AnyGame) -> Any:
    """Return a game of any kind from its row, with current names."""
    if isinstance(row, GameRow):
        return game_value(row)
    beside = _beside(row.uuid, row.played_on, [seat.player.name for seat in row.seats])
    return read_game({**head_of(row.game), **beside, **row.settings}).game


def _beside(uuid: UUID, day: date, names: Sequence[str]) -> dict[str, Any]:
    return {"id": str(uuid), "played_on": day.isoformat(), "players": list(names)}


def game_value(row: GameRow) -> Game:
    """Return a loaded game of Wizard with its rounds."""
    values = rounds_from(each.body for each in row.rounds)
    numbers = (each.number for each in row.rounds)
    return with_rounds(settings_value(row), dict(zip(numbers, values, strict=True)))


def settings_value(row: GameRow) -> Game:
    """Return a loaded game of Wizard without its rounds."""
    names = [seat.player.name for seat in row.seats]
    return read_settings(row.game, row.settings, row.uuid, row.played_on, names)


def read_settings(
    word: str, settings: Mapping[str, Any], uuid: UUID, day: date, names: Sequence[str]
) -> Game:
    """Return a game of the kind *word* without its rounds, played on *day*."""
    document = {**settings, **_beside(uuid, day, names)}
    return game_from(GAMES[word].model or Game, document)
