"""The front page: the groups of a device, and those that it deleted."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.errors import NotThereError
from scorepad.services.other_games.document_words import document_line
from scorepad.services.permissions import Action, Role, can, group_and_member, group_for
from scorepad.services.play.deleting import days_left
from scorepad.services.telling import game_line
from scorepad.store.db import write_transaction
from scorepad.store.groups.groups import deleted_groups, groups_of
from scorepad.store.play.document_games import recent_documents
from scorepad.store.play.games import recent_games
from scorepad.store.play.history import Stamp
from scorepad.store.upkeep.deletions import mark_deleted

LATEST = 5


@dataclass(frozen=True, slots=True)
class GroupAtHome:
    """A group as its members see it on the front page.

    *running* and *finished* are lists of games (see ``telling.game_line``), the
    latest first; *scored* are the running ones that this device may keep the score of.
    *others* are those that are not Wizard (see ``document_words.document_line``), and
    *may_score* tells whether it may keep the score of these.
    """

    id_: UUID
    name: str | None
    running: tuple[dict[str, Any], ...]
    finished: tuple[dict[str, Any], ...]
    scored: frozenset[str] = frozenset()
    others: tuple[dict[str, Any], ...] = ()
    may_score: bool = False


def groups_at_home(session: Session, device_id: int | None) -> tuple[GroupAtHome, ...]:
    """The groups of a device with their running and latest games."""
    if device_id is None:
        return ()
    found = []
    for group in groups_of(session, device_id):
        lines = [game_line(game) for game in recent_games(session, group, LATEST)]
        running = tuple(line for line in lines if not line["finished"])
        finished = tuple(line for line in lines if line["finished"])
        _, member = group_and_member(session, device_id, group.uuid, Action.READ)
        scored = frozenset(
            line["id"]
            for line in running
            if can(member, Action.SCORE, UUID(line["id"]))
        )
        others = tuple(map(document_line, recent_documents(session, group, LATEST)))
        found.append(
            GroupAtHome(
                group.uuid,
                group.name,
                running,
                finished,
                scored,
                others,
                may_score=can(member, Action.SCORE),
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class DeletedGroup:
    """A group that its owner can still bring back, for *days_left* more days."""

    id_: UUID
    name: str | None
    days_left: int


def delete_group(session: Session, stamp: Stamp, gid: UUID) -> None:
    """Let a group be nowhere for anybody.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        mark_deleted(group, stamp.at)
        session.commit()


def groups_to_bring_back(
    session: Session, device_id: int | None
) -> tuple[DeletedGroup, ...]:
    """The groups that this device owned when they were deleted."""
    if device_id is None:
        return ()
    rows = deleted_groups(session, device_id, role=Role.OWNER)
    left = days_left(session, rows)
    return tuple(
        DeletedGroup(row.uuid, row.name, left[row]) for row in rows if row in left
    )


def is_nowhere(session: Session, device_id: int) -> bool:
    """Whether a device belongs to no group, and has none to bring back."""
    return not (
        groups_of(session, device_id) or groups_to_bring_back(session, device_id)
    )


def bring_group_back(session: Session, stamp: Stamp, gid: UUID) -> None:
    """Let a deleted group be there again, as it was.

    :raises NotThereError: this device owned no such group that was deleted lately.
    """
    with write_transaction(session):
        rows = deleted_groups(session, stamp.device_id, role=Role.OWNER)
        group = next((row for row in rows if row.uuid == gid), None)
        if group is None or not days_left(session, [group]):
            raise NotThereError
        mark_deleted(group, None)
        session.commit()
