"""Checks that every round equals the last state in its history."""

import json

from sqlalchemy import func, select

from scorepad.db.tables import GameRow, Revision


def differing(session):
    """Return the game and number of every round that differs from its last save."""
    key = (Revision.game_id, Revision.number)
    chosen = Revision.uuid.is_(None)
    last = select(*key, func.max(Revision.revision)).where(chosen).group_by(*key)
    newest = {tuple(row[:2]): row[2] for row in session.execute(last)}
    return [
        (game.uuid, row.number)
        for game in session.scalars(select(GameRow))
        for row in game.rounds
        if newest.get((game.id, row.number)) != row.revision
        or _body(session, game.id, row) != {k: v for k, v in row.body.items() if v}
    ]


def _body(session, game_id, row):
    kept = session.scalar(
        select(Revision.body).where(
            Revision.game_id == game_id,
            Revision.number == row.number,
            Revision.revision == row.revision,
            Revision.uuid.is_(None),
        )
    )
    body = json.loads(kept or "{}")
    body.pop("seating", None)  # the table's, not the round's
    return {key: value for key, value in body.items() if value}
