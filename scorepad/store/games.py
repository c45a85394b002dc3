"""Find games, and count what is written to them."""

from collections.abc import Sequence
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import bindparam, select, union_all, update
from sqlalchemy.orm import Session

from scorepad.store.history import Stamp
from scorepad.store.memory import has_moved_on, memory_of
from scorepad.store.tables import GameRow, Group, Player, RoundRow, Season, Seat


def find_game(session: Session, group: Group, uuid: UUID) -> GameRow | None:
    """A game of this group, deleted or not."""
    return session.scalar(
        select(GameRow).where(GameRow.group_id == group.id, GameRow.uuid == uuid)
    )


def known_games(
    session: Session, group: Group, uuids: Sequence[UUID]
) -> tuple[GameRow, ...]:
    """Those of these games that the group has already."""
    games = select(GameRow).where(GameRow.group_id == group.id, GameRow.uuid.in_(uuids))
    return tuple(session.scalars(games))


# Asked every two seconds by whoever looks on, so put together once.
_REVISION = (
    select(GameRow.revision)
    .join(Group, Group.id == GameRow.group_id)
    .where(Group.uuid == bindparam("group"), GameRow.uuid == bindparam("game"))
)


def find_revision(session: Session, group: UUID, uuid: UUID) -> int | None:
    """The revision of a game of this group, neither of which is loaded."""
    return memory_of(session).find(
        ("revision", group, uuid),
        lambda: session.scalar(_REVISION, {"group": group, "game": uuid}),
        game=uuid,
    )


def find_version(
    session: Session, group: Group, uuid: UUID
) -> tuple[int, date, tuple[str, ...]] | None:
    """Revision, date and names of a game of this group, without loading the game."""
    found = session.execute(
        select(GameRow.revision, GameRow.played_on, Player.name)
        .join(Seat, Seat.game_id == GameRow.id)
        .join(Player, Player.id == Seat.player_id)
        .where(GameRow.group_id == group.id, GameRow.uuid == uuid)
        .order_by(Seat.seat)
    ).all()
    if not found:
        return None
    revision, played_on, _ = found[0]
    return revision, played_on, tuple(name for *_, name in found)


def hold_game(session: Session, group: Group, uuid: UUID) -> GameRow | None:
    """A game of this group, held until the transaction ends."""
    return session.scalar(
        select(GameRow)
        .where(GameRow.group_id == group.id, GameRow.uuid == uuid)
        .with_for_update(key_share=True)
    )


def games_of(
    session: Session, group: Group, *, season: Season | None = None
) -> tuple[GameRow, ...]:
    """The games of a group that are not deleted, in the order of their evenings."""
    wanted = [GameRow.group_id == group.id, GameRow.deleted_at.is_(None)]
    if season is not None:
        wanted.append(GameRow.season_id == season.id)
    return tuple(
        session.scalars(
            select(GameRow).where(*wanted).order_by(GameRow.played_on, GameRow.id)
        )
    )


def deleted_games(
    session: Session, group: Group, since: datetime
) -> tuple[GameRow, ...]:
    """The games of a group deleted after *since*, the one deleted last first."""
    return tuple(
        session.scalars(
            select(GameRow)
            .where(GameRow.group_id == group.id, GameRow.deleted_at > since)
            .order_by(GameRow.deleted_at.desc(), GameRow.id.desc())
        )
    )


def recent_games(session: Session, group: Group, limit: int) -> tuple[GameRow, ...]:
    """All unfinished games and the last *limit* others, the latest first.

    Asked for together, so that what hangs on them is loaded once.
    """
    finished = GameRow.finished_at.is_not(None)
    alive = (GameRow.group_id == group.id, GameRow.deleted_at.is_(None))
    last = select(GameRow.id).where(*alive, finished).order_by(GameRow.id.desc())
    running = select(GameRow.id).where(*alive, ~finished)
    wanted = union_all(running, select(last.limit(limit).subquery().c.id))
    games = select(GameRow).where(GameRow.id.in_(wanted)).order_by(GameRow.id.desc())
    return tuple(session.scalars(games))


def latest_running(
    session: Session, group_ids: Sequence[int], since: datetime
) -> GameRow | None:
    """The unfinished game of these groups that was touched last, after *since*."""
    return session.scalar(
        select(GameRow)
        .where(
            GameRow.group_id.in_(group_ids),
            GameRow.finished_at.is_(None),
            GameRow.deleted_at.is_(None),
            GameRow.changed_at >= since,
        )
        .order_by(GameRow.changed_at.desc(), GameRow.id.desc())
        .limit(1)
    )


def count_revision(session: Session, game: GameRow, stamp: Stamp) -> int:
    """Count one more write to the game or one of its rounds; tell its number.

    The only place that raises the revision of a game.
    """
    found = session.execute(
        update(GameRow)
        .where(GameRow.id == game.id, GameRow.revision == game.revision)
        .values(
            revision=GameRow.revision + 1,
            changed_by=stamp.device_id,
            changed_at=stamp.at,
        )
        .returning(GameRow.revision)
    ).scalar_one()
    session.refresh(game, ["revision", "changed_by", "changed_at"])
    has_moved_on(session, game.uuid)
    return found


def raise_settings(session: Session, game: GameRow, stamp: Stamp, *, seen: int) -> bool:
    """Count a write to the settings of a game; false if they moved on.

    *seen* is the revision of the game that the writer saw. Rounds may have been
    saved since; the settings may not.
    """
    if not game.settings_revision <= seen <= game.revision:
        return False
    found = count_revision(session, game, stamp)
    game.settings_revision = found
    session.flush()
    return True


def find_round(game: GameRow, number: int) -> RoundRow | None:
    """A round of a game that is loaded."""
    return next((each for each in game.rounds if each.number == number), None)


def raise_round(session: Session, row: RoundRow, stamp: Stamp, *, seen: int) -> bool:
    """Count a write to a round that was *seen* at a revision; false if it moved on.

    The only place that raises the revision of a round.
    """
    moved = session.execute(
        update(RoundRow)
        .where(RoundRow.id == row.id, RoundRow.revision == seen)
        .values(revision=seen + 1, changed_by=stamp.device_id, changed_at=stamp.at)
        .returning(RoundRow.id)
    ).one_or_none()
    session.refresh(row, ["revision", "changed_by", "changed_at"])
    return moved is not None
