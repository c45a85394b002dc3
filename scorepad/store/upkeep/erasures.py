"""Taking a game or a group out of every table there is.

Which tables those are is read from their foreign keys, so that none is forgotten.
"""

from collections.abc import Collection, Iterator
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    Table,
    and_,
    delete,
    exists,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session

from scorepad.store.db import Base
from scorepad.store.tables import (
    Device,
    DocumentRevision,
    Membership,
    Merge,
    Pace,
    Player,
    RememberedAnswer,
    Revision,
)

HISTORIES: Final[dict[str, tuple[Any, ...]]] = {
    "game": (Revision,),
    "document_game": (DocumentRevision,),
}
MERGED: Final = {"game": "games", "document_game": "documents"}


def erase_row(session: Session, what: str, row_id: int) -> None:
    """Delete a row of the table *what* with every row that cannot be without it.

    What can be without it stays, and speaks of it no more.
    """
    root = Base.metadata.tables[what]
    whose: dict[Table, ColumnElement[bool]] = {root: root.c.id == row_id}
    for table in Base.metadata.sorted_tables:  # what is spoken of comes first
        keys = [key for key in _keys_into(table, whose) if not key.parent.nullable]
        if keys:
            direct = [key for key in keys if key.column.table is root]
            whose[table] = _points((direct or keys)[0], whose)
    for table in reversed(Base.metadata.sorted_tables):
        if table in whose:
            session.execute(delete(table).where(whose[table]))
            continue
        for key in _keys_into(table, whose):
            unset = update(table).where(_points(key, whose))
            session.execute(unset.values({key.parent.name: None}))


def _keys_into(
    table: Table, whose: dict[Table, ColumnElement[bool]]
) -> Iterator[ForeignKey]:
    """The keys of a table into what is going, always in the same order."""
    keys = sorted(table.foreign_keys, key=lambda each: each.parent.name)
    return (key for key in keys if key.column.table in whose and table not in whose)


def _points(
    key: ForeignKey, whose: dict[Table, ColumnElement[bool]]
) -> ColumnElement[bool]:
    goes = whose[key.column.table]
    return key.parent.in_(select(key.column).where(goes))


def forget_merges(session: Session, what: str, row_id: int) -> None:
    """Let no merge of players speak of a game: another one may get its number."""
    for merge in session.scalars(select(Merge)):
        ids: list[int] = getattr(merge, MERGED[what])
        if row_id in ids:
            setattr(merge, MERGED[what], [each for each in ids if each != row_id])


def forget_who_is_who(session: Session, group_id: int) -> None:
    """Let nothing say any more who the people of a group are in other groups."""
    own = select(Player.id).where(Player.group_id == group_id)
    session.execute(
        delete(Merge).where(or_(Merge.player_id.in_(own), Merge.into_id.in_(own)))
    )


def writers_of(session: Session, what: str, row_id: int) -> set[int]:
    """The devices that ever saved something of a game."""
    return {
        each
        for table in HISTORIES[what]
        for each in session.scalars(
            select(table.device_id).where(table.game_id == row_id).distinct()
        )
    }


def forget_answers(session: Session, what: str, row_id: int) -> None:
    """Forget the answers that phones were given about a game.

    They name it, or were given in the moment in which its history was written.
    """
    root = Base.metadata.tables[what]
    of_game = select(root.c.uuid, root.c.group_id).where(root.c.id == row_id)
    uuid, group_id = session.execute(of_game).one()
    moments = {
        each
        for table in HISTORIES[what]
        for each in session.scalars(
            select(table.saved_at).where(table.game_id == row_id)
        )
    }
    session.execute(
        delete(RememberedAnswer).where(
            RememberedAnswer.device_id.in_(writers_of(session, what, row_id)),
            or_(
                RememberedAnswer.created_at.in_(moments),
                and_(
                    RememberedAnswer.group_id == group_id,
                    RememberedAnswer.body.contains(str(uuid), autoescape=True),
                ),
            ),
        )
    )


def members_of(session: Session, group_id: int) -> set[int]:
    """The devices that belong to a group, and the one that founded it."""
    group = Base.metadata.tables["group_"]
    founder = select(group.c.claimed_by).where(group.c.id == group_id)
    members = select(Membership.device_id).where(Membership.group_id == group_id)
    return {*session.scalars(founder), *session.scalars(members)}


def forget_devices(session: Session, ids: Collection[int], group_id: int) -> None:
    """Forget all of devices that belong to no group but this, except their numbers.

    Some history may still have those numbers, and finding out would read all of it.
    """
    elsewhere = exists().where(
        Membership.device_id == Device.id, Membership.group_id != group_id
    )
    alone = set(
        session.scalars(select(Device.id).where(Device.id.in_(ids), ~elsewhere))
    )
    session.execute(
        update(Device)
        .where(Device.id.in_(alone))
        .values(name=None, kind=None, seen_on=None, seen_day=0)
    )
    session.execute(
        delete(RememberedAnswer).where(RememberedAnswer.device_id.in_(alone))
    )
    session.execute(delete(Pace).where(Pace.who.in_([str(each) for each in alone])))
