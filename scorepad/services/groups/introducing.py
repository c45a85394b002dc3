"""Who somebody is: which player of the group holds this device."""

from dataclasses import dataclass
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, Role, group_and_member, group_for
from scorepad.services.naming import Person
from scorepad.services.play.seating import seat_players
from scorepad.services.refusing import NotThereError
from scorepad.store.db import write_transaction
from scorepad.store.groups.members import find_membership, players_with_devices
from scorepad.store.groups.people import hold_group, players_of
from scorepad.store.play.history import Stamp
from scorepad.store.seasons.careers import find_player


@dataclass(frozen=True, slots=True)
class Introduction:
    """The people of a group, and who of them this device belongs to.

    *taken* are those who hold another device already.
    """

    group_id: UUID
    group_name: str | None
    role: Role
    people: tuple[Person, ...]
    me: UUID | None
    taken: frozenset[UUID]


def introduction(session: Session, device_id: int | None, gid: UUID) -> Introduction:
    """Whom this device may belong to.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it only looks on, so it need not say.
    """
    group, member = group_and_member(session, device_id, gid, Action.PLAY)
    people = tuple(Person(each.uuid, each.name) for each in players_of(session, group))
    return Introduction(
        group_id=group.uuid,
        group_name=group.name,
        role=member.role,
        people=people,
        me=member.player,
        taken=players_with_devices(session, group) - {member.player},
    )


def introduce(
    session: Session, stamp: Stamp, gid: UUID, who: UUID | None, name: str = ""
) -> None:
    """Say that this device belongs to a player, or to somebody new with this *name*.

    :raises NotThereError: the device does not belong to a group with such a player.
    :raises NotAllowedError: it only looks on.
    :raises EntryRefusedError: the name is none, or somebody in the group has it.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.PLAY)
        hold_group(session, group)
        if who is None:
            (player,) = seat_players(session, group, stamp, [(uuid4(), name)])
        else:
            known = find_player(session, group.id, who)
            if known is None:
                raise NotThereError
            player = known
        member = find_membership(session, group, stamp.device_id)
        if member is None:
            raise NotThereError
        member.player_id = player.id
        session.commit()
