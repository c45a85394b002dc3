"""What a card for the table may say of a group."""

import hmac
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, can, group_and_member, group_for
from scorepad.services.groups.arriving import as_written
from scorepad.services.groups.holding import sha256_of


@dataclass(frozen=True, slots=True)
class CardFacts:
    """What is known of a group; *may_hand_on* whether its key may be printed here."""

    group_id: UUID
    group_name: str | None
    may_hand_on: bool


def card_facts(session: Session, device_id: int | None, gid: UUID) -> CardFacts:
    """What stands on the cards of a group.

    :raises NotThereError: the device does not belong to such a group.
    """
    group, member = group_and_member(session, device_id, gid, Action.READ)
    return CardFacts(group.uuid, group.name, can(member, Action.ARRANGE))


class Key(StrEnum):
    """What opens a group for good: its founder's claim, or the code kept safe."""

    CLAIM = "claim"
    RECOVERY = "recovery"


def kind_of_key(
    session: Session, device_id: int | None, gid: UUID, typed: str
) -> Key | None:
    """Whether this opens the group, and what it is: only hashes are stored.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not hand its key on.
    """
    group = group_for(session, device_id, gid, Action.ARRANGE)
    if hmac.compare_digest(group.claim_sha256, sha256_of(typed)):
        return Key.CLAIM
    recovery = group.recovery_sha256 or ""
    if hmac.compare_digest(recovery, sha256_of(as_written(typed))):
        return Key.RECOVERY
    return None
