"""Revisions of a game, read without loading it."""

from datetime import UTC, date, datetime
from typing import NamedTuple

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorepad.db.games import find_revision, find_seen, find_version
from scorepad.db.results import wins_after
from scorepad.services.devices import sha256_of
from scorepad.services.errors import NotThereError
from scorepad.services.inputs import GameAddress
from scorepad.services.permissions import (
    Action,
    Member,
    can,
    group_for,
    member_for,
    member_of,
)


class PolledRevision(NamedTuple):
    """The revision of a game, and the device's role and permissions."""

    revision: int
    member: Member


def polled_revision(
    session: Session, device_id: int | None, address: GameAddress
) -> PolledRevision:
    """Return the revision of a game without loading it."""
    member = member_for(session, device_id, address.group, Action.READ)
    revision = find_revision(session, address.group, address.game, address.word)
    if revision is None:
        raise NotThereError
    return PolledRevision(revision, member)


def find_polled_revision(
    engine: Engine, token: str, address: GameAddress, at: datetime
) -> PolledRevision | None:
    """Return the revision of a game for the device with this *token*, in one query.

    ``None`` if access is denied or its use must be recorded: call polled_revision().
    """
    today = at.astimezone(UTC).date()
    where = {"group": address.group, "game": address.game, "word": address.word}
    seen = find_seen(engine, sha256_of(token), today, **where)
    if seen is None or (seen[1].ends_at and seen[1].ends_at <= at):
        return None
    member = member_of(seen[1])
    return PolledRevision(seen[0], member) if can(member, Action.READ) else None


class GameVersion(NamedTuple):
    """Everything that the printed sheet of a game depends on.

    *wins* has pairs of seat and its player's wins up to this game, if any.
    """

    group: str | None
    revision: int
    played_on: date
    players: tuple[str, ...]
    wins: tuple[tuple[int, int], ...] = ()


def version_of_game(
    session: Session, device_id: int | None, address: GameAddress
) -> GameVersion:
    """Return the version of a game without loading it."""
    group = group_for(session, device_id, address.group, Action.READ)
    found = find_version(session, group, address.game)
    if found is None:
        raise NotThereError
    wins = wins_after(session, group.id, address.game)
    return GameVersion(group.name, *found, tuple(sorted(wins.items())))
