"""What people deleted: how long it can be restored, and erasing it.

Time spans that decide whether somebody is let in, or something is deleted, are measured
in days on which the server ran: a clock that was wrong once, behind or ahead, counts
for one of them. Which tables a game or a group is erased from is read from their
foreign keys, so that none is forgotten.
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
    """The number of the newest day, as part of a statement; 0 before the first."""
    return select(func.coalesce(func.max(ServerDay.number), 0)).scalar_subquery()


def note_day(session: Session, today: date) -> int:
    """Count *today* unless it was counted; return the number of the newest day."""
    insert = insert_of(session.get_bind().dialect.name)
    is_new = ~select(ServerDay.number).where(ServerDay.day == today).exists()
    row = select(newest_day() + 1, literal(today, ServerDay.day.type)).where(is_new)
    statement = insert(ServerDay).from_select(["number", "day"], row)
    # Another process may count the same day in the same moment.
    session.execute(statement.on_conflict_do_nothing())
    return session.scalar(select(newest_day())) or 0


def is_noted(session: Session, today: date, number: int) -> bool:
    """Whether *today* was counted, and *number* is that of the newest day."""
    known = select(ServerDay.number).where(
        ServerDay.day == today, newest_day() == number
    )
    return session.scalar(known) is not None


def earliest_date(session: Session, days: int) -> date | None:
    """Return the earliest date of the newest *days*; None before there are as many."""
    newest = select(ServerDay.day).order_by(ServerDay.number.desc()).limit(days)
    dates = session.scalars(newest).all()
    return min(dates) if len(dates) == days else None


ERASED_AFTER: Final = 31
"""Days: thirty whole ones to restore it. The triggers of the history know it, too."""

Deletable = AnyGame | Group

TABLES: Final[dict[str, Any]] = {
    "game": AnyGame,
    "group_": Group,
}


def mark_deleted(row: Deletable, at: datetime | None) -> None:
    """Delete a row *at* a moment, or restore it."""
    row.deleted_at = at
    row.deleted_day = None if at is None else newest_day()


def days_since_deletion(
    session: Session, rows: Collection[Deletable]
) -> dict[Deletable, int]:
    """Return on how many days the server has run since each of *rows* was deleted."""
    deleted = [row for row in rows if row.deleted_at is not None]
    if not deleted:
        return {}
    today = session.scalar(select(newest_day())) or 0
    return {row: today - (row.deleted_day or 0) for row in deleted}


def rows_to_erase(session: Session) -> tuple[tuple[str, int], ...]:
    """Return table and id of what was deleted long enough ago; groups come last."""
    return tuple(
        (what, row_id)
        for what, table in TABLES.items()
        for row_id in session.scalars(
            select(table.id).where(_is_due(table)).order_by(table.id)
        )
    )


def lock_to_erase(session: Session, what: str, row_id: int) -> bool:
    """Lock a row until the transaction ends; whether it is still to be erased."""
    table = TABLES[what]
    row = select(table.id).where(table.id == row_id, _is_due(table)).with_for_update()
    return session.scalar(row) is not None


def _is_due(table: Any) -> Any:
    return table.deleted_day <= newest_day() - ERASED_AFTER


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


def forget_group(session: Session, group_id: int) -> None:
    """Let nothing that stays speak of a group: its devices, and who its people are."""
    founder = select(Group.claimed_by).where(Group.id == group_id)
    members = select(Membership.device_id).where(Membership.group_id == group_id)
    devices = {*session.scalars(founder), *session.scalars(members)}
    _forget_devices(session, devices, group_id)
    own = select(Player.id).where(Player.group_id == group_id)
    session.execute(
        delete(Merge).where(or_(Merge.player_id.in_(own), Merge.into_id.in_(own)))
    )


def forget_game(session: Session, game_id: int, *, of: int | None) -> None:
    """Let nothing speak of a game any more; nor of its devices, if group *of* goes."""
    _forget_answers(session, game_id)
    _forget_merges(session, game_id)
    if of is not None:
        _forget_devices(session, _writers_of(session, game_id), of)


def _forget_merges(session: Session, game_id: int) -> None:
    """Let no merge of players speak of a game: another one may get its number."""
    for merge in session.scalars(select(Merge)):
        if game_id in merge.games:
            merge.games = [each for each in merge.games if each != game_id]


def _writers_of(session: Session, game_id: int) -> set[int]:
    """The devices that ever saved something of a game."""
    writers = select(Revision.device_id).where(Revision.game_id == game_id)
    return set(session.scalars(writers.distinct()))


def _forget_answers(session: Session, game_id: int) -> None:
    """Forget the answers that phones were given about a game.

    They name it, or were given in the moment in which its history was written.
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
    """Forget all of devices that belong to no group but this, except their numbers.

    Some history may still have those numbers, and finding out would read all of it.
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
    """The groups of which no device was seen since the server's *day* of that number.

    Nor a game written *since*.
    """
    seen = exists().where(
        Membership.group_id == Group.id,
        Membership.device_id == Device.id,
        Device.seen_day >= day,
    )
    played = exists().where(AnyGame.group_id == Group.id, AnyGame.changed_at >= since)
    is_old = and_(Group.deleted_at.is_(None), Group.created_at < since)
    return tuple(session.scalars(select(Group).where(is_old, ~seen, ~played)))
