"""Daily jobs: erase what was deleted long ago, and tidy up."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorepad.db.engine import Base, empty_log, lasting_connection, write_transaction
from scorepad.db.faults import FAULTS
from scorepad.db.history import Reader
from scorepad.db.tables import groups
from scorepad.db.tables.games import AnyGame, RememberedAnswer, Revision
from scorepad.db.tables.groups import Device, Group, Membership, Merge, SeasonBook
from scorepad.services import activity, rate_limits

LOCK: Final = 0x5C02E9AE  # the PostgreSQL advisory lock of the copy that runs the jobs

KEPT_FOR: Final = timedelta(days=30)  # deleted rows can be restored so long


def erase_row(session: Session, what: str, row_id: int) -> None:
    """Delete a row (of a group, last) and all that require it; unset what may be."""
    root = Base.metadata.tables[what]
    for table in reversed(Base.metadata.sorted_tables):  # the referencing ones first
        for key in table.foreign_keys:
            if key.column.table is not root:
                continue
            unset = sa.update(table).values({key.parent.name: None})
            change = unset if key.parent.nullable else sa.delete(table)
            session.execute(change.where(key.parent == row_id))
    session.execute(sa.delete(root).where(root.c.id == row_id))


def _forget_group(session: Session, group_id: int) -> None:
    # Data about a group outside its rows: devices, links between players.
    founder = sa.select(Group.claimed_by).where(Group.id == group_id)
    members = sa.select(Membership.device_id).where(Membership.group_id == group_id)
    devices = {*session.scalars(founder), *session.scalars(members)}
    _forget_devices(session, devices, group_id)
    delete_books(session, SeasonBook.group_id == group_id)
    own = sa.select(groups.Player.id).where(groups.Player.group_id == group_id)
    is_theirs = sa.or_(Merge.player_id.in_(own), Merge.into_id.in_(own))
    session.execute(sa.delete(Merge).where(is_theirs))


def _forget_game(session: Session, game_id: int, *, of: int | None) -> None:
    # Data about a game outside its rows; with group *of*, also about its devices.
    saves = sa.select(Revision.device_id, Revision.saved_at)
    saved = session.execute(saves.where(Revision.game_id == game_id)).all()
    writers = {each.device_id for each in saved}
    of_game = sa.select(AnyGame.uuid, AnyGame.group_id).where(AnyGame.id == game_id)
    uuid, group_id = session.execute(of_game).one()
    # An answer contains the id of its game, or has the time of one of its revisions.
    names_it = RememberedAnswer.body.contains(str(uuid), autoescape=True)
    at_a_save = RememberedAnswer.created_at.in_({each.saved_at for each in saved})
    in_group = RememberedAnswer.group_id == group_id
    is_about_it = sa.or_(at_a_save, sa.and_(in_group, names_it))
    is_theirs = RememberedAnswer.device_id.in_(writers)
    session.execute(sa.delete(RememberedAnswer).where(is_theirs, is_about_it))
    for merge in session.scalars(sa.select(Merge)):
        if game_id in merge.games:  # its row id may be reused
            merge.games = [each for each in merge.games if each != game_id]
    if of is not None:
        _forget_devices(session, writers, of)


def _forget_devices(session: Session, ids: Collection[int], group_id: int) -> None:
    # Of devices in no other group. Their ids stay: some history may refer to them.
    is_other = Membership.group_id != group_id
    elsewhere = sa.exists().where(Membership.device_id == Device.id, is_other)
    only_here = sa.select(Device.id).where(Device.id.in_(ids), ~elsewhere)
    alone = session.scalars(only_here).all()
    nothing = {"name": None, "kind": None, "seen_on": None}
    session.execute(sa.update(Device).where(Device.id.in_(alone)).values(nothing))
    answers, who = RememberedAnswer.device_id.in_(alone), [str(each) for each in alone]
    session.execute(sa.delete(RememberedAnswer).where(answers))
    session.execute(sa.delete(groups.RateCount).where(groups.RateCount.who.in_(who)))


def delete_books(session: Session, *which: sa.ColumnElement[bool]) -> None:
    """Delete season books and their volumes; their makers notice and stop."""
    ids = session.scalars(sa.select(SeasonBook.id).where(*which)).all()
    volumes = groups.BookVolume.book_id.in_(ids)
    session.execute(sa.delete(groups.BookVolume).where(volumes))
    session.execute(sa.delete(SeasonBook).where(SeasonBook.id.in_(ids)))


def erase(session: Session, at: datetime) -> Mapping[str, int]:
    """Erase the rows that are due; return how many per table."""
    gone = Counter[str]()
    tables: dict[str, Any] = {"game": AnyGame, "group_": Group}
    for what, table in tables.items():
        is_due = table.deleted_at < at - KEPT_FOR
        for row_id in session.scalars(sa.select(table.id).where(is_due)).all():
            due = sa.select(table.id).where(table.id == row_id, is_due)
            with suppress(*FAULTS):
                gone[what] += _erase(session, what, row_id, due.with_for_update())
    session.rollback()  # a reader would keep the log
    empty_log(session.get_bind().engine)
    return gone


def _erase(session: Session, what: str, row_id: int, due: sa.Select[int]) -> bool:
    # Unless it was restored meanwhile; of a group, the games first. Each of these is a
    # transaction, so that saves wait little.
    games = sa.select(AnyGame.id).where(AnyGame.group_id == row_id)
    of_group = session.scalars(games).all() if what == "group_" else ()
    for name, id_ in (*(("game", each) for each in of_group), (what, row_id)):
        with write_transaction(session):
            if session.scalar(due) is None:
                return False
            if name == "group_":
                _forget_group(session, id_)
            else:
                _forget_game(session, id_, of=row_id if what == "group_" else None)
            erase_row(session, name, id_)
    return True


IDLE_AFTER: Final = timedelta(days=730)  # for groups; the privacy page says it, too
ANSWERS_KEPT: Final = timedelta(days=90)  # no phone retries later than that
BOOKS_KEPT: Final = timedelta(days=3)  # since the last use: it can be made again


def tidy(session: Session, at: datetime) -> int:
    """Delete what is too old; return how many groups were unused for two years."""
    with write_transaction(session):
        # Without a device seen, or a game changed.
        since = at - IDLE_AFTER
        theirs = Membership.group_id == Group.id, Membership.device_id == Device.id
        seen = sa.exists().where(*theirs, Device.seen_on >= since.date())
        changed = AnyGame.group_id == Group.id, AnyGame.changed_at >= since
        is_old = Group.deleted_at.is_(None), Group.created_at < since
        unused = sa.select(Group).where(*is_old, ~seen, ~sa.exists().where(*changed))
        idle = session.scalars(unused).all()
        for group in idle:
            group.deleted_at = at
            activity.record(Reader(session, None, at), group.id, "group_deleted")
        forgotten = RememberedAnswer.created_at < at - ANSWERS_KEPT
        session.execute(sa.delete(RememberedAnswer).where(forgotten))
        rate_limits.delete_expired(session, at)
        activity.delete_old_events(session, at)
        delete_books(session, SeasonBook.seen_at < at - BOOKS_KEPT)
        return len(idle)


def try_to_write(session: Session) -> None:
    """Rewrite a row unchanged, to test writing; raise TimeoutError if others write."""
    with write_transaction(session, hurried=True):
        session.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


@contextmanager
def jobs_lock(url: str) -> Iterator[bool]:
    """Hold the lock of the jobs; yield whether this copy of the server got it."""
    if url.startswith("sqlite"):  # there is only one copy
        yield True
        return
    with lasting_connection(url) as connection:
        yield bool(connection.scalar(sa.select(sa.func.pg_try_advisory_lock(LOCK))))
