"""The activity log of a group, for its owners: who did what, and when."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from scorepad.db.history import Reader
from scorepad.db.tables import AnyGame, Group, LogEntry, Membership, Player
from scorepad.games.names import name_key
from scorepad.services import permissions
from scorepad.services.permissions import Action

KEPT: Final = timedelta(days=365)
"""How long an entry is kept."""

MOST_KEPT: Final = 2000
"""How many entries of a group are kept, the newest."""

PER_PAGE: Final = 50


class Deed(StrEnum):
    """What was done; ``templates/people/activity.html`` has a sentence for each."""

    CREATED = "created"
    JOINED_BY_LINK = "joined_by_link"
    JOINED_BY_CODE = "joined_by_code"
    JOINED_BY_TABLE = "joined_by_table"
    RECOVERED = "recovered"
    CLAIMED = "claimed"
    INTRODUCED = "introduced"
    LEFT = "left"
    REMOVED = "removed"
    SIGNED_OUT = "signed_out"
    ROLE_CHANGED = "role_changed"
    LINK_CREATED = "link_created"
    LINK_REVOKED = "link_revoked"
    CODE_SHOWN = "code_shown"
    RECOVERY_CREATED = "recovery_created"
    MERGED = "merged"
    UNMERGED = "unmerged"
    ERASED = "erased"
    GAME_DELETED = "game_deleted"
    GAME_RESTORED = "game_restored"
    GROUP_DELETED = "group_deleted"
    GROUP_RESTORED = "group_restored"
    MOVED_AWAY = "moved_away"
    MOVED_HERE = "moved_here"
    IMPORTED = "imported"
    IMPORT_UNDONE = "import_undone"
    TOURNAMENT_CREATED = "tournament_created"
    TABLES_DRAWN = "tables_drawn"
    PENALTY_GIVEN = "penalty_given"
    PENALTY_REMOVED = "penalty_removed"
    RESULT_REVEALED = "result_revealed"


def record(  # noqa: PLR0913 - independent arguments
    by: Reader,
    group_id: int,
    kind: Deed,
    *,
    whom: Membership | None = None,
    about: Player | None = None,
    into: Player | None = None,
    game: AnyGame | None = None,
    facts: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Add an entry to the log, in the transaction of the deed.

    *whom* is the device it was done to. *facts* are the JSON values that the sentence
    needs, and no names but those of links. Entries that count *games* are added up if
    made by the same device at the same time.
    """
    session, device_id = by.session, None if by.is_host else by.device_id
    if "games" in facts:
        same = LogEntry.group_id == group_id, LogEntry.kind == kind
        mine = select(LogEntry).where(*same, LogEntry.at == by.at)
        before = session.scalar(mine.where(LogEntry.device_id == device_id))
        if before is not None:
            before.facts = {"games": before.facts["games"] + facts["games"]}
            return
    me = device_id and session.get(Membership, (group_id, device_id))
    session.add(
        LogEntry(
            group_id=group_id,
            at=by.at,
            kind=kind,
            device_id=device_id,
            player_id=me.player_id if me else None,
            whom_id=whom.device_id if whom else None,
            about_id=whom.player_id if whom else about and about.id,
            into_id=into and into.id,
            game_id=game and game.id,
            facts=dict(facts),
        )
    )


class Activity(NamedTuple):
    """Entries of the log, newest first; *days* are those of the games they are about.

    *older* is the id to continue from, if there are more.
    """

    group: Group
    events: tuple[LogEntry, ...]
    days: dict[int, date]
    older: int | None


def activity_of(
    by: Reader, gid: UUID, *, before: int | None = None, at_most: int = PER_PAGE
) -> Activity:
    """Return entries of the log, for owners; *before* is the id they come before."""
    group = permissions.group_for(by, gid, Action.ARRANGE)
    wanted = select(LogEntry).where(LogEntry.group_id == group.id)
    if before is not None:
        wanted = wanted.where(LogEntry.id < before)
    newest = wanted.order_by(LogEntry.id.desc()).limit(at_most + 1)
    found = by.session.scalars(newest).all()
    shown = tuple(found[:at_most])
    older = shown[-1].id if len(found) > at_most else None
    # A game that moved to another group is that group's affair.
    here = AnyGame.group_id == group.id, AnyGame.id.in_({e.game_id for e in shown})
    days = by.session.execute(select(AnyGame.id, AnyGame.played_on).where(*here))
    return Activity(group, shown, {row.id: row.played_on for row in days}, older)


def events_of(session: Session, player: Player) -> list[dict[str, str]]:
    """Return when a player did something, or something was done to them."""
    theirs = or_(LogEntry.player_id == player.id, LogEntry.about_id == player.id)
    rows = session.scalars(select(LogEntry).where(theirs).order_by(LogEntry.id))
    return [{"at": each.at.isoformat(), "what": each.kind} for each in rows]


def forget_names(session: Session, player: Player) -> None:
    """Unlink the devices in the log from a player, and clear links with the name."""
    for person, device in (
        (LogEntry.player_id, LogEntry.device_id),
        (LogEntry.about_id, LogEntry.whom_id),
    ):
        theirs = update(LogEntry).where(person == player.id, device.is_not(None))
        session.execute(theirs.values({person: None}))
    said = LogEntry.kind == Deed.INTRODUCED, LogEntry.about_id == player.id
    session.execute(delete(LogEntry).where(*said))
    link = LogEntry.facts["link"].as_string()
    ours = LogEntry.group_id == player.group_id, link.is_not(None)
    for event in session.scalars(select(LogEntry).where(*ours)):
        if player.name_key in name_key(event.facts["link"]):
            event.facts = {**event.facts, "link": ""}


def delete_old_events(session: Session, at: datetime) -> None:
    """Delete entries older than a year, and all but the newest of each group."""
    place = func.row_number().over(
        partition_by=LogEntry.group_id, order_by=LogEntry.id.desc()
    )
    ranked = select(LogEntry.id, place.label("place")).subquery()
    many = select(ranked.c.id).where(ranked.c.place > MOST_KEPT)
    session.execute(
        delete(LogEntry).where(or_(LogEntry.at < at - KEPT, LogEntry.id.in_(many)))
    )
