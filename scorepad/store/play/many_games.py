"""Write many new games at once, a few statements for all of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Table, insert, select
from sqlalchemy.orm import Session

from scorepad.rules.wizard.document import round_record
from scorepad.rules.wizard.game import Round
from scorepad.store.play.history import Stamp, as_text
from scorepad.store.tables import GameRow, Revision, RoundRow, Seat


class NewGame(NamedTuple):
    """A game that the session does not know: its row with seats, and its rounds.

    *history* has the first state of the game, and then of every round.
    """

    row: GameRow
    rounds: Sequence[Round]
    history: Sequence[Mapping[str, Any]]


_GAME: Final = GameRow.__table__
_ROUND: Final = RoundRow.__table__


def insert_games(session: Session, games: Sequence[NewGame], stamp: Stamp) -> None:
    """Write games with everything that hangs on them; each is told its row."""
    rows = [game.row for game in games]
    _insert(session, _GAME, (_words(row, _GAME) for row in rows))
    found = session.execute(
        select(GameRow.uuid, GameRow.id).where(
            GameRow.uuid.in_([row.uuid for row in rows]),
            GameRow.group_id == rows[0].group_id,
        )
    )
    ids = {each.uuid: each.id for each in found}
    for row in rows:
        row.id = ids[row.uuid]
    _insert(session, Seat.__table__, _of_seats(rows))
    _insert(session, _ROUND, _of_rounds(games, stamp))
    _insert(session, Revision.__table__, _of_history(games, stamp))


def _insert(session: Session, table: Any, rows: Iterator[dict[str, Any]]) -> None:
    words = list(rows)
    if words:
        session.execute(insert(table), words)


def _words(row: Any, table: Table | Any) -> dict[str, Any]:
    return {each.key: getattr(row, each.key) for each in table.c if each.key != "id"}


def _of_seats(games: Sequence[GameRow]) -> Iterator[dict[str, Any]]:
    for game in games:
        for seat in game.seats:
            seat.game_id, seat.player_id = game.id, seat.player.id
            yield _words(seat, Seat.__table__)


def _of_rounds(games: Sequence[NewGame], stamp: Stamp) -> Iterator[dict[str, Any]]:
    for game in games:
        for number, round_ in enumerate(game.rounds, 1):
            yield {
                "game_id": game.row.id,
                "number": number,
                "revision": 1,
                "changed_by": stamp.device_id,
                "changed_at": stamp.at,
                "body": round_record(round_),
            }


def _of_history(games: Sequence[NewGame], stamp: Stamp) -> Iterator[dict[str, Any]]:
    for game in games:
        for number, body in enumerate(game.history):
            yield {
                "game_id": game.row.id,
                "number": number,
                "revision": 1,
                "device_id": stamp.device_id,
                "saved_at": stamp.at,
                "body": as_text(body),
            }
