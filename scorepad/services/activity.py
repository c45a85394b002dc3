"""The activity log of a group, for its owners: who did what, and when."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from scorepad.db.history import Reader
from scorepad.db.tables import AnyGame, Group, LogEntry, Membership, Player
from scorepad.games.names import name_key
from scorepad.services import permissions

KEPT: Final = timedelta(days=365)
MOST_KEPT: Final = 2000  # entries of a group, the newest
PER_PAGE: Final = 50

Joining = Literal["joined_by_link", "joined_by_code", "joined_by_table", "claimed"]
Secrets = Literal["link_created", "link_revoked", "code_shown", "recovery_created"]
Devices = Literal["introduced", "role_changed", "left", "removed", "signed_out"]
People = Literal["merged", "unmerged", "erased"]
Games = Literal["game_deleted", "game_restored", "imported", "import_undone"]
Moves = Literal["moved_away", "moved_here"]
Groups = Literal["created", "recovered", "group_deleted", "group_restored"]
Tournaments = Literal["tournament_created", "tables_drawn", "result_revealed"]
Penalties = Literal["penalty_given", "penalty_removed"]
LogEvent = Literal[
    Joining, Secrets, Devices, People, Games, Groups, Moves, Tournaments, Penalties
]
"""What happened; ``templates/people/log_entries.html`` has a sentence for each."""


def record(  # noqa: PLR0913 - independent arguments
    by: Reader,
    group_id: int,
    kind: LogEvent,
    *,
    whom: Membership | None = None,
    about: Player | None = None,
    into: Player | None = None,
    game: AnyGame | None = None,
    facts: Mapping[str, Any] = MappingProxyType({}),
) -> None:
    """Add an entry to the log, in the same transaction.

    *whom* is the device it was done to. *facts* are the JSON values that the sentence
    needs, and no names but those of links. Entries that count *games* are added up if
    made by the same device at the same time.
    """
    session, device_id = by.session, None if by.is_host else by.device_id
    if "games" in facts:
        mine = select(LogEntry).filter_by(group_id=group_id, kind=kind, at=by.at)
        before = session.scalar(mine.filter_by(device_id=device_id))
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
    """Entries of the log, newest first; *older* is the id to continue from, if any."""

    group: Group
    zone: ZoneInfo
    events: tuple[LogEntry, ...]
    days: dict[int, date]  # of the games that they are about
    older: int | None


def activity_of(
    by: Reader, gid: UUID, *, before: int | None = None, at_most: int = PER_PAGE
) -> Activity:
    """Return entries of the log, for owners; *before* is the id they come before."""
    group = permissions.group_for(by, gid, permissions.Action.ARRANGE)
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
    zone, on = ZoneInfo(group.time_zone), {row.id: row.played_on for row in days}
    return Activity(group, zone, shown, on, older)


def events_of(session: Session, player: Player) -> list[dict[str, str]]:
    """Return when a player did something, or something was done to them."""
    theirs = or_(LogEntry.player_id == player.id, LogEntry.about_id == player.id)
    rows = session.scalars(select(LogEntry).where(theirs).order_by(LogEntry.id))
    return [{"at": each.at.isoformat(), "what": each.kind} for each in rows]


def remove_names(session: Session, player: Player) -> None:
    """Unlink the devices in the log from a player, and clear links with the name."""
    for person, device in (
        (LogEntry.player_id, LogEntry.device_id),
        (LogEntry.about_id, LogEntry.whom_id),
    ):
        theirs = update(LogEntry).where(person == player.id, device.is_not(None))
        session.execute(theirs.values({person: None}))
    session.execute(delete(LogEntry).filter_by(kind="introduced", about_id=player.id))
    link = LogEntry.facts["link"].as_string()
    ours = LogEntry.group_id == player.group_id, link.is_not(None)
    for event in session.scalars(select(LogEntry).where(*ours)):
        if player.name_key in name_key(event.facts["link"]):
            event.facts = {**event.facts, "link": ""}


def delete_old_events(session: Session, at: datetime) -> None:
    """Delete entries older than a year, and all but the newest of each group."""
    newest = LogEntry.id.desc()
    place = func.row_number().over(partition_by=LogEntry.group_id, order_by=newest)
    ranked = select(LogEntry.id, place.label("place")).subquery()
    many = select(ranked.c.id).where(ranked.c.place > MOST_KEPT)
    unwanted = or_(LogEntry.at < at - KEPT, LogEntry.id.in_(many))
    session.execute(delete(LogEntry).where(unwanted))
