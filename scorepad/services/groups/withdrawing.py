"""Groups that were deleted: out of sight at once, and back for thirty days."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, Role, group_for
from scorepad.services.play.deleting import days_left
from scorepad.services.refusing import NotThereError
from scorepad.store.db import write_transaction
from scorepad.store.groups.groups import deleted_groups, groups_of
from scorepad.store.play.history import Stamp
from scorepad.store.upkeep.deletions import mark_deleted


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
