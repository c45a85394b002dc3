"""Devices, and who holds them."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import and_, bindparam, select
from sqlalchemy.orm import Session

from scorepad.store.db import connection_of
from scorepad.store.tables import Device, Membership, Player

_HELD_DEVICE = (
    select(Device.id)
    .where(Device.id == bindparam("device"))
    .with_for_update(key_share=True)
)


def hold_device(session: Session, device_id: int) -> None:
    """Hold a device until the transaction ends: its writes come one by one."""
    if session.get_bind().dialect.name == "sqlite":
        return  # as everybody's do
    connection_of(session).execute(_HELD_DEVICE, {"device": device_id})


def holders_of(session: Session, group_id: int) -> dict[int, str]:
    """The names of the players who hold a device of a group, by the device."""
    rows = session.execute(
        select(Membership.device_id, Player.name)
        .join(Player, Player.id == Membership.player_id)
        .where(Membership.group_id == group_id)
    )
    return {row.device_id: row.name for row in rows}


class Holder(NamedTuple):
    """The kind of a device, and the name of the player who holds it in a group."""

    kind: str | None
    name: str | None


def find_holders(
    session: Session, group_id: int, device_ids: Collection[int]
) -> dict[int, Holder]:
    """Who holds these devices in a group, by the device."""
    mine = and_(Membership.device_id == Device.id, Membership.group_id == group_id)
    rows = session.execute(
        select(Device.id, Device.kind, Player.name)
        .outerjoin(Membership, mine)
        .outerjoin(Player, Player.id == Membership.player_id)
        .where(Device.id.in_(device_ids))
    )
    return {row.id: Holder(row.kind, row.name) for row in rows}
