"""Whether a game has moved on, asked as cheaply as the database lets us."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, Member, Role, can
from scorepad.services.entering import GameAddress
from scorepad.services.groups.holding import sha256_of
from scorepad.services.play.watching import Glance
from scorepad.store.play.glances import find_look


def quick_glance(
    session: Session, token: str, address: GameAddress, at: datetime
) -> Glance | None:
    """What the device with this *token* sees of a game; ``None`` if it must ask twice.

    Only what is certain is told: whoever is refused, or has to be noted, asks in full.
    """
    look = find_look(
        session,
        {
            "token_sha256": sha256_of(token),
            "today": at.astimezone(UTC).date(),
            "group": address.group,
            "game": address.game,
        },
    )
    if look is None or (look.ends_at and look.ends_at <= at):
        return None
    member = Member(Role(look.role), look.scores, look.player, look.took_over)
    return Glance(look.revision, member) if can(member, Action.READ) else None
