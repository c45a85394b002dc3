"""Who somebody is: which player of the group holds this device."""

from dataclasses import dataclass
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, Role, can, group_and_member
from scorepad.services.naming import Person
from scorepad.services.play.seating import seat_players
from scorepad.services.refusing import NotAllowedError, NotThereError
from scorepad.store.db import write_transaction
from scorepad.store.groups.members import find_membership, players_with_devices
from scorepad.store.groups.people import find_player, hold_group, players_of
from scorepad.store.play.history import Stamp


@dataclass(frozen=True, slots=True)
class Introduction:
    """The people of a group, and who of them this device belongs to.

    *taken* are those who hold another device already, and *locked* those of them whom
    this device may not choose.
    """

    group_id: UUID
    group_name: str | None
    role: Role
    people: tuple[Person, ...]
    me: UUID | None
    taken: frozenset[UUID]
    locked: frozenset[UUID]


def introduction(session: Session, device_id: int | None, gid: UUID) -> Introduction:
    """Whom this device may belong to.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it only looks on, so it need not say.
    """
    group, member = group_and_member(session, device_id, gid, Action.PLAY)
    people = tuple(Person(each.uuid, each.name) for each in players_of(session, group))
    taken = players_with_devices(session, group) - {member.player}
    return Introduction(
        group_id=group.uuid,
        group_name=group.name,
        role=member.role,
        people=people,
        me=member.player,
        taken=taken,
        locked=frozenset() if can(member, Action.LET_IN) else taken,
    )


def introduce(
    session: Session, stamp: Stamp, gid: UUID, who: UUID | None, name: str = ""
) -> None:
    """Say that this device belongs to a player, or to somebody new with this *name*.

    :raises NotThereError: the device does not belong to a group with such a player.
    :raises NotAllowedError: it only looks on, or the player holds another device and
        this one may not let anybody in: nobody becomes somebody else by a tap.
    :raises EntryRefusedError: the name is none, or somebody in the group has it.
    """
    with write_transaction(session):
        device_id = stamp.device_id
        group, member = group_and_member(session, device_id, gid, Action.PLAY)
        hold_group(session, group)
        if who is None:
            (player,) = seat_players(session, group, stamp, [(uuid4(), name)])
        else:
            known = find_player(session, group.id, who)
            if known is None:
                raise NotThereError
            others = players_with_devices(session, group, but=device_id)
            if who in others and not can(member, Action.LET_IN):
                raise NotAllowedError
            player = known
        row = find_membership(session, group, device_id)
        if row is None:
            raise NotThereError
        row.player_id = player.id
        session.commit()
