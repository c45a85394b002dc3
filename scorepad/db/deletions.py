"""Deleted games and groups: how long they can be restored, and erasing them.

Retention and expiry are measured in days on which the server ran, so a wrong clock
counts as one day, however far off. The tables to erase from follow from foreign keys.
"""

from collections.abc import Collection, Iterator
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    ForeignKey,
    ScalarSelect,
    Table,
    and_,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.orm import Session

from scorepad.db.connections import insert_of
from scorepad.db.engine import Base
from scorepad.db.tables import (
    AnyGame,
    Device,
    Group,
    Membership,
    Merge,
    Pace,
    Player,
    RememberedAnswer,
    Revision,
    ServerDay,
)


def newest_day() -> ScalarSelect[int]:
    """Return the number of the latest server day as a subquery; 0 before the first."""
    return select(func.coalesce(func.max(ServerDay.number), 0)).scalar_subquery()


def note_day(session: Session, today: date) -> int:
    """Record *today* as a server day, once; return the number of the latest day."""
    insert = insert_of(session.get_bind().dialect.name)
    is_new = ~select(ServerDay.number).where(ServerDay.day == today).exists()
    row = select(newest_day() + 1, literal(today, ServerDay.day.type)).where(is_new)
    statement = insert(ServerDay).from_select(["number", "day"], row)
    # Another process may record the same day concurrently.
    session.execute(statement.on_conflict_do_nothing())
    return session.scalar(select(newest_day())) or 0


def is_noted(session: Session, today: date, number: int) -> bool:
    """Return whether *today* is recorded and *number* is the latest day."""
    known = select(ServerDay.number).where(
        ServerDay.day == today, newest_day() == number
    )
    return session.scalar(known) is not None


def earliest_date(session: Session, days: int) -> date | None:
    """Return the earliest date of the latest *days*; ``None`` if there are fewer."""
    newest = select(ServerDay.day).order_by(ServerDay.number.desc()).limit(days)
    dates = session.scalars(newest).all()
    return min(dates) if len(dates) == days else None


ERASED_AFTER: Final = 31
"""Server days until a deleted row is erased; the history's triggers use it, too."""

Deletable = AnyGame | Group

TABLES: Final[dict[str, Any]] = {
    "game": AnyGame,
    "group_": Group,
}


def mark_deleted(row: Deletable, at: datetime | None) -> None:
    """Mark a row as deleted at a time, or restore it (``None``)."""
    row.deleted_at = at
    row.deleted_day = None if at is None else newest_day()


def days_since_deletion(
    session: Session, rows: Collection[Deletable]
) -> dict[Deletable, int]:
    """Return the server days since each of *rows* was deleted."""
    deleted = [row for row in rows if row.deleted_at is not None]
    if not deleted:
        return {}
    today = session.scalar(select(newest_day())) or 0
    return {row: today - (row.deleted_day or 0) for row in deleted}


def rows_to_erase(session: Session) -> tuple[tuple[str, int], ...]:
    """Return table and id of every row due to be erased; groups come last."""
    return tuple(
        (what, row_id)
        for what, table in TABLES.items()
        for row_id in session.scalars(
            select(table.id).where(_is_due(table)).order_by(table.id)
        )
    )


def lock_to_erase(session: Session, what: str, row_id: int) -> bool:
    """Lock a row; return whether it is still due to be erased."""
    table = TABLES[what]
    row = select(table.id).where(table.id == row_id, _is_due(table)).with_for_update()
    return session.scalar(row) is not None


def _is_due(table: Any) -> Any:
    return table.deleted_day <= newest_day() - ERASED_AFTER


def erase_row(session: Session, what: str, row_id: int) -> None:
    """Delete a row of the table *what* and all rows that require it.

    Nullable references to deleted rows are set to null.
    """
    root = Base.metadata.tables[what]
    whose: dict[Table, ColumnElement[bool]] = {root: root.c.id == row_id}
    for table in Base.metadata.sorted_tables:  # referenced tables come first
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
    """Yield a table's foreign keys into rows to be deleted, in a fixed order."""
    keys = sorted(table.foreign_keys, key=lambda each: each.parent.name)
    return (key for key in keys if key.column.table in whose and table not in whose)


def _points(
    key: ForeignKey, whose: dict[Table, ColumnElement[bool]]
) -> ColumnElement[bool]:
    goes = whose[key.column.table]
    return key.parent.in_(select(key.column).where(goes))


def forget_group(session: Session, group_id: int) -> None:
    """Erase data about a group outside its rows: devices, links between players."""
    founder = select(Group.claimed_by).where(Group.id == group_id)
    members = select(Membership.device_id).where(Membership.group_id == group_id)
    devices = {*session.scalars(founder), *session.scalars(members)}
    _forget_devices(session, devices, group_id)
    own = select(Player.id).where(Player.group_id == group_id)
    session.execute(
        delete(Merge).where(or_(Merge.player_id.in_(own), Merge.into_id.in_(own)))
    )


def forget_game(session: Session, game_id: int, *, of: int | None) -> None:
    """Erase data about a game outside its rows; with group *of*, of its devices too."""
    _forget_answers(session, game_id)
    _forget_merges(session, game_id)
    if of is not None:
        _forget_devices(session, _writers_of(session, game_id), of)


def _forget_merges(session: Session, game_id: int) -> None:
    """Remove a game from all merges, because its row id may be reused."""
    for merge in session.scalars(select(Merge)):
        if game_id in merge.games:
            merge.games = [each for each in merge.games if each != game_id]


def _writers_of(session: Session, game_id: int) -> set[int]:
    """Return the devices that ever saved a revision of the game."""
    writers = select(Revision.device_id).where(Revision.game_id == game_id)
    return set(session.scalars(writers.distinct()))


def _forget_answers(session: Session, game_id: int) -> None:
    """Delete the remembered answers about a game.

    They contain its id, or have the time of one of its revisions.
    """
    of_game = select(AnyGame.uuid, AnyGame.group_id).where(AnyGame.id == game_id)
    uuid, group_id = session.execute(of_game).one()
    moments = select(Revision.saved_at).where(Revision.game_id == game_id)
    names_it = RememberedAnswer.body.contains(str(uuid), autoescape=True)
    session.execute(
        delete(RememberedAnswer).where(
            RememberedAnswer.device_id.in_(_writers_of(session, game_id)),
            or_(
                RememberedAnswer.created_at.in_({*session.scalars(moments)}),
                and_(RememberedAnswer.group_id == group_id, names_it),
            ),
        )
    )


def _forget_devices(session: Session, ids: Collection[int], group_id: int) -> None:
    """Erase all data of devices that belong to no other group, except their ids.

    Some history may still refer to the ids; finding out would read all of it.
    """
    elsewhere = exists().where(
        Membership.device_id == Device.id, Membership.group_id != group_id
    )
    alone = {*session.scalars(select(Device.id).where(Device.id.in_(ids), ~elsewhere))}
    session.execute(
        update(Device)
        .where(Device.id.in_(alone))
        .values(name=None, kind=None, seen_on=None, seen_day=0)
    )
    session.execute(
        delete(RememberedAnswer).where(RememberedAnswer.device_id.in_(alone))
    )
    session.execute(delete(Pace).where(Pace.who.in_([str(each) for each in alone])))


def idle_groups(session: Session, since: datetime, day: int) -> tuple[Group, ...]:
    """Return groups without a device seen since server day *day*, or a game *since*."""
    seen = exists().where(
        Membership.group_id == Group.id,
        Membership.device_id == Device.id,
        Device.seen_day >= day,
    )
    played = exists().where(AnyGame.group_id == Group.id, AnyGame.changed_at >= since)
    is_old = and_(Group.deleted_at.is_(None), Group.created_at < since)
    return tuple(session.scalars(select(Group).where(is_old, ~seen, ~played)))
