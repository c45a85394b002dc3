"""Write a round: only what differs from what is there."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, update
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Round
from scorepad.store.db import connection_of
from scorepad.store.play.history import Stamp
from scorepad.store.play.played_games import PlayedGame, PlayedRound
from scorepad.store.play.records import as_stored, entry_columns, round_columns
from scorepad.store.tables import Entry, RoundRow

# Put together once: part of every save. What is not said here is put in by its name.
_ADD: Final = insert(RoundRow).returning(RoundRow.id)
_CHANGE: Final = (
    update(RoundRow)
    .where(RoundRow.id == bindparam("row"), RoundRow.revision == bindparam("seen"))
    .values(revision=RoundRow.revision + 1)
)
_ADD_ENTRY: Final = insert(Entry)
_CHANGE_ENTRY: Final = update(Entry).where(
    Entry.round_id == bindparam("row"), Entry.seat == bindparam("place")
)


def write_round(  # noqa: PLR0913 - what a row holds
    session: Session,
    game: PlayedGame,
    number: int,
    stamp: Stamp,
    round_: Round,
    *,
    winners: Sequence[int],
    revealed_at: datetime | None,
) -> PlayedRound:
    """Write a round of a game that is held, and tell it as it is now.

    The only place that raises the revision of a round.

    :raises NoResultFound: the game was not held, and somebody else wrote the round.
    """
    before = game.rounds.get(number)
    words = {
        **round_columns(round_, winners),
        "revealed_at": revealed_at,
        "changed_by": stamp.device_id,
        "changed_at": stamp.at,
    }
    connection = connection_of(session)
    if before is None:
        words |= {"game_id": game.id, "number": number, "revision": 1}
        row_id, revision = connection.execute(_ADD, words).scalar_one(), 1
    else:
        row_id, revision = before.id, before.revision + 1
        words |= {"row": row_id, "seen": before.revision}
        if connection.execute(_CHANGE, words).rowcount != 1:
            raise NoResultFound
    _write_entries(connection, row_id, before.value if before else None, round_)
    return PlayedRound(
        id=row_id,
        number=number,
        revision=revision,
        changed_by=stamp.device_id,
        changed_at=stamp.at,
        revealed_at=revealed_at,
        winners=tuple(winners),
        value=as_stored(round_),
    )


def _write_entries(
    connection: Connection, row_id: int, before: Round | None, after: Round
) -> None:
    there = entry_columns(before) if before else []
    wanted = entry_columns(after)
    pairs = zip(there, wanted, strict=False)
    if changed := [_of_seat(row_id, now) for was, now in pairs if now != was]:
        connection.execute(_CHANGE_ENTRY, changed)
    if added := wanted[len(there) :]:
        connection.execute(_ADD_ENTRY, [{"round_id": row_id, **e} for e in added])
    if len(wanted) < len(there):
        gone = Entry.seat >= len(wanted)
        connection.execute(delete(Entry).where(Entry.round_id == row_id, gone))


def _of_seat(row_id: int, columns: dict[str, Any]) -> dict[str, Any]:
    return {**columns, "row": row_id, "place": columns["seat"]}
