"""Deleted games and groups, which are erased later, and the list of erased names.

The list of anonymized players is a file with the ids of group and player: a restored
backup contains the names, so these players are anonymized again. Entries never expire:
no clock can be trusted about the age of a backup.
"""

import fcntl
import os
from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorepad.db.dumps import sync
from scorepad.db.engine import Base
from scorepad.db.tables.games import AnyGame, RememberedAnswer, Revision
from scorepad.db.tables.groups import (
    BookVolume,
    Device,
    Group,
    Membership,
    Merge,
    Player,
    RateCount,
    SeasonBook,
)

KEPT_FOR: Final = timedelta(days=30)
"""How long a deleted row can be restored; then it is erased."""


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


def forget_group(session: Session, group_id: int) -> None:
    """Erase data about a group outside its rows: devices, links between players."""
    founder = sa.select(Group.claimed_by).where(Group.id == group_id)
    members = sa.select(Membership.device_id).where(Membership.group_id == group_id)
    devices = {*session.scalars(founder), *session.scalars(members)}
    _forget_devices(session, devices, group_id)
    delete_books(session, SeasonBook.group_id == group_id)
    own = sa.select(Player.id).where(Player.group_id == group_id)
    session.execute(
        sa.delete(Merge).where(sa.or_(Merge.player_id.in_(own), Merge.into_id.in_(own)))
    )


def forget_game(session: Session, game_id: int, *, of: int | None) -> None:
    """Erase data about a game outside its rows; with group *of*, of its devices too."""
    saves = sa.select(Revision.device_id, Revision.saved_at)
    saved = session.execute(saves.where(Revision.game_id == game_id)).all()
    writers = {each.device_id for each in saved}
    of_game = sa.select(AnyGame.uuid, AnyGame.group_id).where(AnyGame.id == game_id)
    uuid, group_id = session.execute(of_game).one()
    # An answer contains the id of its game, or has the time of one of its revisions.
    names_it = RememberedAnswer.body.contains(str(uuid), autoescape=True)
    is_about_it = sa.or_(
        RememberedAnswer.created_at.in_({each.saved_at for each in saved}),
        sa.and_(RememberedAnswer.group_id == group_id, names_it),
    )
    is_theirs = RememberedAnswer.device_id.in_(writers)
    session.execute(sa.delete(RememberedAnswer).where(is_theirs, is_about_it))
    for merge in session.scalars(sa.select(Merge)):
        if game_id in merge.games:  # its row id may be reused
            merge.games = [each for each in merge.games if each != game_id]
    if of is not None:
        _forget_devices(session, writers, of)


def _forget_devices(session: Session, ids: Collection[int], group_id: int) -> None:
    # Of devices in no other group. Their ids stay: some history may refer to them.
    elsewhere = sa.exists().where(
        Membership.device_id == Device.id, Membership.group_id != group_id
    )
    alone = {
        *session.scalars(sa.select(Device.id).where(Device.id.in_(ids), ~elsewhere))
    }
    nothing = {"name": None, "kind": None, "seen_on": None}
    session.execute(sa.update(Device).where(Device.id.in_(alone)).values(nothing))
    answers, who = RememberedAnswer.device_id.in_(alone), [str(each) for each in alone]
    session.execute(sa.delete(RememberedAnswer).where(answers))
    session.execute(sa.delete(RateCount).where(RateCount.who.in_(who)))


def delete_books(session: Session, *which: sa.ColumnElement[bool]) -> None:
    """Delete season books and their volumes; their makers notice and stop."""
    ids = session.scalars(sa.select(SeasonBook.id).where(*which)).all()
    session.execute(sa.delete(BookVolume).where(BookVolume.book_id.in_(ids)))
    session.execute(sa.delete(SeasonBook).where(SeasonBook.id.in_(ids)))


LIST = "forgotten.txt"


class Forgotten(NamedTuple):
    """An anonymized player, by the ids of group and player."""

    group: UUID
    player: UUID


def remember(folder: Path, people: Collection[Forgotten]) -> None:
    """Add *people* to the list; it is synced to disk on return."""
    if not people:
        return
    with (folder / LIST).open("a", encoding="ascii") as file:
        # One at a time, of all threads and processes.
        fcntl.flock(file, fcntl.LOCK_EX)
        known = listed(folder)
        # The line before may have been cut off.
        new = (f"\n{who.group} {who.player}" for who in people if who not in known)
        file.writelines(new)
        file.flush()
        os.fsync(file.fileno())
    sync(folder)


def copy_list(second: Path, folder: Path) -> None:
    """Merge the list into the one in the *second* backup folder, if available."""
    with suppress(OSError):
        remember(second, listed(folder))


def listed(folder: Path) -> tuple[Forgotten, ...]:
    """Return the people on the list; ignore lines of another form."""
    try:
        text = (folder / LIST).read_text(encoding="ascii", errors="replace")
    except FileNotFoundError:
        return ()
    found = []
    for line in text.splitlines():
        with suppress(ValueError):
            group, player = line.split(" ")
            found.append(Forgotten(UUID(group), UUID(player)))
    return tuple(found)
