"""Find games that are stored as documents, and count what is written to them."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, or_, select, update
from sqlalchemy.orm import Session, joinedload
from sqlalchemy.sql.base import ExecutableOption

from scorepad.store.groups.groups import raise_revision
from scorepad.store.play.history import Stamp, Version, as_text, version_of
from scorepad.store.tables import (
    Device,
    DocumentGame,
    DocumentRevision,
    DocumentSeat,
    Group,
    Player,
    Season,
)


def find_document(
    session: Session, group: Group, uuid: UUID, *, hold: bool = False
) -> DocumentGame | None:
    """A game of this group, deleted or not; *hold* it where it is going to change."""
    wanted = select(DocumentGame).where(
        DocumentGame.group_id == group.id, DocumentGame.uuid == uuid
    )
    return session.scalar(wanted.with_for_update(key_share=True) if hold else wanted)


def known_documents(session: Session, group: Group, uuids: Sequence[UUID]) -> bool:
    """Whether the group has one of these games already."""
    known = select(DocumentGame.id).where(
        DocumentGame.group_id == group.id, DocumentGame.uuid.in_(uuids)
    )
    return session.scalar(known.limit(1)) is not None


def find_document_revision(
    session: Session, group: Group, uuid: UUID, game: str
) -> int | None:
    """The revision of a game of this group, without loading the game."""
    return session.scalar(
        select(DocumentGame.revision).where(
            DocumentGame.group_id == group.id,
            DocumentGame.uuid == uuid,
            DocumentGame.game == game,
        )
    )


def documents_of(
    session: Session, group: Group, season: Season | None
) -> tuple[DocumentGame, ...]:
    """The games that are not deleted, of a *season* or all, the latest first.

    One query, however many there are.
    """
    within = DocumentGame.group_id == group.id
    if season is not None:
        within = DocumentGame.season_id == season.id
    games = _alive().where(within).options(_with_people())
    in_order = games.order_by(DocumentGame.played_on.desc(), DocumentGame.id.desc())
    return tuple(session.scalars(in_order).unique())


def recent_documents(
    session: Session, group: Group, limit: int
) -> tuple[DocumentGame, ...]:
    """All unfinished games and the last *limit* others, the latest first."""
    own = _alive().where(DocumentGame.group_id == group.id)
    is_over = DocumentGame.finished_at.is_not(None)
    last = own.with_only_columns(DocumentGame.id).where(is_over)
    last = last.order_by(DocumentGame.id.desc()).limit(limit)
    shown = own.where(or_(~is_over, DocumentGame.id.in_(last.scalar_subquery())))
    in_order = shown.options(_with_people()).order_by(DocumentGame.id.desc())
    return tuple(session.scalars(in_order).unique())


def latest_running_document(
    session: Session, group_ids: Sequence[int], lately: tuple[datetime, datetime]
) -> DocumentGame | None:
    """The unfinished game of these groups that was touched last, and *lately*."""
    return session.scalar(
        _alive()
        .where(
            DocumentGame.group_id.in_(group_ids),
            DocumentGame.finished_at.is_(None),
            DocumentGame.changed_at.between(*lately),
        )
        .order_by(DocumentGame.changed_at.desc(), DocumentGame.id.desc())
        .limit(1)
    )


def deleted_documents(session: Session, group: Group) -> tuple[DocumentGame, ...]:
    """The games of a group that are deleted."""
    return tuple(
        session.scalars(
            select(DocumentGame).where(
                DocumentGame.group_id == group.id,
                DocumentGame.deleted_at.is_not(None),
            )
        )
    )


def some_documents(
    session: Session, group: Group, *, at_most: int
) -> tuple[DocumentGame, ...]:
    """Some games of a group, deleted ones too; held."""
    own = select(DocumentGame).where(DocumentGame.group_id == group.id)
    some = own.order_by(DocumentGame.id).limit(at_most)
    return tuple(session.scalars(some.with_for_update()))


def documents_at(session: Session, player: Player) -> list[DocumentGame]:
    """The games at which a player sat, deleted ones too; held."""
    return list(
        session.scalars(
            select(DocumentGame)
            .join(DocumentSeat, DocumentSeat.game_id == DocumentGame.id)
            .where(DocumentSeat.player_id == player.id)
            .order_by(DocumentGame.id)
            .with_for_update(of=DocumentGame)
        )
    )


def raise_document(
    session: Session, row: DocumentGame, stamp: Stamp, *, seen: int
) -> bool:
    """Count a write to a game that was *seen* at a revision; false if it moved on.

    The only place that raises the revision of such a game for what was written to it.
    """
    moved = session.execute(
        update(DocumentGame)
        .where(DocumentGame.id == row.id, DocumentGame.revision == seen)
        .values(revision=seen + 1, changed_by=stamp.device_id, changed_at=stamp.at)
        .returning(DocumentGame.id)
    ).one_or_none()
    session.refresh(row, ["revision", "changed_by", "changed_at"])
    return moved is not None


def append_document_revision(
    session: Session,
    row: DocumentGame,
    stamp: Stamp,
    body: Mapping[str, Any],
    *,
    uuid: UUID | None = None,
) -> None:
    """Add the state that a game has just been given.

    Or, under a *uuid* of its own, one that it was not given; the same one once only.
    """
    if uuid is not None and _is_kept(session, row, uuid):
        return
    session.add(
        DocumentRevision(
            game_id=row.id,
            revision=row.revision,
            uuid=uuid,
            device_id=stamp.device_id,
            saved_at=stamp.at,
            body=as_text(body),
        )
    )
    raise_revision(session, row.group_id)


def document_versions(session: Session, row: DocumentGame) -> tuple[Version, ...]:
    """Every state of a game, the newest first.

    What lost a conflict stands behind the revision that won it.
    """
    found = session.execute(
        select(DocumentRevision, Device)
        .join(Device, Device.id == DocumentRevision.device_id)
        .where(DocumentRevision.game_id == row.id)
        .order_by(
            DocumentRevision.revision.desc(),
            DocumentRevision.uuid.is_(None),
            DocumentRevision.id.desc(),
        )
    )
    return tuple(version_of(each, device) for each, device in found)


def _is_kept(session: Session, row: DocumentGame, uuid: UUID) -> bool:
    known = select(DocumentRevision.id).where(
        DocumentRevision.game_id == row.id, DocumentRevision.uuid == uuid
    )
    return session.scalar(known) is not None


def _alive() -> Select[DocumentGame]:
    return select(DocumentGame).where(DocumentGame.deleted_at.is_(None))


def _with_people() -> ExecutableOption:
    return joinedload(DocumentGame.seats).joinedload(DocumentSeat.player)
