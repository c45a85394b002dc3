"""What a card for the table may say of a group."""

import hashlib
import hmac
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, can, group_and_member, group_for


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


def is_key_of(session: Session, device_id: int | None, gid: UUID, claim: str) -> bool:
    """Whether a claim opens the group: only its hash is stored, so it cannot be told.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not hand its key on.
    """
    group = group_for(session, device_id, gid, Action.ARRANGE)
    sha256 = hashlib.sha256(claim.encode()).hexdigest()
    return hmac.compare_digest(group.claim_sha256, sha256)
