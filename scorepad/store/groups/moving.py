"""Taking games out of a group: everything that belongs to it stays behind."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import Session, lazyload

from scorepad.store.tables import GameRow, Group, Invite, Membership


def some_games(
    session: Session, group: Group, game: UUID | None, *, at_most: int
) -> tuple[GameRow, ...]:
    """One game of a group or, without one, some of all; held, without their rounds."""
    wanted = select(GameRow).where(GameRow.group_id == group.id)
    if game is not None:
        wanted = wanted.where(GameRow.uuid == game)
    return tuple(
        session.scalars(
            wanted.order_by(GameRow.id)
            .limit(at_most)
            .options(lazyload(GameRow.rounds))
            .with_for_update(of=GameRow)
        )
    )


def let_go(session: Session, row_ids: Sequence[int]) -> None:
    """Let nobody score games by what they were let do in the group before."""
    session.execute(
        update(Membership)
        .where(Membership.scores_game_id.in_(row_ids))
        .values(scores_game_id=None)
    )
    session.execute(
        update(Invite).where(Invite.game_id.in_(row_ids)).values(game_id=None)
    )
