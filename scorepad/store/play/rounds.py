"""Write a round."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, insert, update
from sqlalchemy.exc import NoResultFound
from sqlalchemy.orm import Session

from scorepad.rules.wizard.document import round_record
from scorepad.rules.wizard.game import Round
from scorepad.store.db import connection_of
from scorepad.store.play.history import Stamp
from scorepad.store.play.played_games import PlayedGame, PlayedRound
from scorepad.store.play.records import as_stored
from scorepad.store.tables import RoundRow

# Made once: part of every save.
_ADD: Final = insert(RoundRow).inline()
_CHANGE: Final = (
    update(RoundRow)
    .where(
        RoundRow.game_id == bindparam("game"),
        RoundRow.number == bindparam("round"),
        RoundRow.revision == bindparam("seen"),
    )
    .values(revision=RoundRow.revision + 1)
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
    before, value = game.rounds.get(number), as_stored(round_)
    seen = before.revision if before else 0
    revision = seen + 1
    words = {
        "body": round_record(value, winners),
        "revealed_at": revealed_at,
        "changed_by": stamp.device_id,
        "changed_at": stamp.at,
    }
    connection = connection_of(session)
    if before is None:
        words |= {"game_id": game.id, "number": number, "revision": revision}
        connection.execute(_ADD, words)
    else:
        words |= {"game": game.id, "round": number, "seen": seen}
        if connection.execute(_CHANGE, words).rowcount != 1:
            raise NoResultFound
    return PlayedRound(
        number=number,
        revision=revision,
        changed_by=stamp.device_id,
        changed_at=stamp.at,
        revealed_at=revealed_at,
        winners=tuple(winners),
        value=value,
    )
