"""Rate limits of everything that costs others something, and quotas of groups.

A table stays far below: six phones send some 13 saves a round, which takes a minute.
Repeated answers are not counted.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import cache, partial
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorepad.db.engine import Moment, connection_of, insert_of, write_transaction
from scorepad.db.faults import FAULTS
from scorepad.db.tables import AnyGame, Group, Player, RateCount
from scorepad.services import devices, requests


def _is_over(old: Any, ahead: Any) -> sa.ColumnElement[bool]:
    """Return the condition for counters whose time span is over.

    A start further *ahead* comes from a clock that was set back; a little ahead is
    normal among concurrent requests.
    """
    return sa.or_(RateCount.since <= old, RateCount.since > ahead)


_SENDER: Final = sa.cast(devices.SEEN_TODAY.scalar_subquery(), sa.String)


@cache  # used by every save
def _statement(dialect: str, rows: int) -> Any:
    """Return the statement that adds to *rows* counters; *who* may be the device."""
    now, old, ahead = (sa.bindparam(n, type_=Moment) for n in ("now", "old", "ahead"))
    text = partial(sa.bindparam, type_=sa.String)
    of, *others = (
        sa.select(
            text(f"what{row}").label("what"),
            sa.func.coalesce(text(f"who{row}"), _SENDER).label("who"),
            sa.bindparam(f"times{row}", type_=sa.Integer).label("times"),
        )
        for row in range(rows)
    )
    added = of.union_all(*others).subquery()
    counts = sa.select(*added.c, now).where(added.c.who.is_not(None))
    row = insert_of(dialect)(RateCount).from_select([*added.c.keys(), "since"], counts)
    is_over, new = _is_over(old, ahead), row.excluded
    return row.on_conflict_do_update(
        index_elements=[RateCount.what, RateCount.who],
        set_={
            "times": sa.case((is_over, new.times), else_=RateCount.times + new.times),
            "since": sa.case((is_over, new.since), else_=RateCount.since),
        },
    ).returning(RateCount.what, RateCount.who, RateCount.times, RateCount.since)


def increment(
    session: Session,
    counts: Sequence[tuple[str, str | None, int]],
    *,
    now: datetime,
    old: datetime,
    token: str = "",
) -> dict[str, sa.Row[Any]]:
    """Add to several counters *(what, who, times)*; return them by *what*.

    Counters are distinct. One restarts if it began at *old* or before, or far ahead.
    *who* ``None`` is the device with *token*; its counter is missing if the device is
    unknown, or was not seen yet today.
    """
    asked: dict[str, Any] = {"now": now, "old": old, "ahead": now + (now - old)}
    asked["token_sha256"] = hashlib.sha256(token.encode()).hexdigest()
    asked["today"] = now.astimezone(UTC).date()
    for row, (what, who, times) in enumerate(counts):
        asked |= {f"what{row}": what, f"who{row}": who, f"times{row}": times}
    connection = connection_of(session)
    statement = _statement(connection.dialect.name, len(counts))
    return {row.what: row for row in connection.execute(statement, asked)}


HOUR: Final = timedelta(hours=1)
SIGNUP_LINK: Final = "signup_link"
LINK_LASTS: Final = timedelta(days=7)
"""How long a sign-up link for a new group is valid; of its use only a hash is kept."""

UNLIMITED: Final = "scorepad_unlimited"
NEW_GROUPS: Final = "scorepad_new_groups"
"""Engine options: no limits; how many groups an address may create in an hour."""


class Limit(StrEnum):
    """What is counted; the problem is called ``too_many_`` and this word."""

    NEW_GROUP = "groups"
    NEW_DEVICE = "devices"
    SIGNUP = "signup_codes"
    WRONG_CODE = "wrong_codes"
    SAVE = "saves"
    FORM = "forms"
    GROUP_WRITE = "saves_of_group"
    ADDRESS_WRITE = "saves_from_here"
    PRINT = "sheets"
    PICTURE = "pictures"
    EXPORT = "exports"


MOST: Final = {
    Limit.NEW_GROUP: (HOUR, 10),
    Limit.NEW_DEVICE: (HOUR, 1500),
    Limit.SIGNUP: (HOUR, 30),
    Limit.WRONG_CODE: (HOUR, 30),
    Limit.SAVE: (timedelta(minutes=1), 120),
    Limit.FORM: (timedelta(minutes=1), 120),
    Limit.GROUP_WRITE: (timedelta(minutes=1), 3000),
    Limit.ADDRESS_WRITE: (timedelta(minutes=1), 3000),
    Limit.PRINT: (HOUR, 30),
    Limit.PICTURE: (HOUR, 300),
    Limit.EXPORT: (HOUR, 20),
}
"""Each limit: time span and number.

Per address: groups created, new devices (a hall of 200 tables brings 1,200), wrong
sign-up and join codes. Per device: saves and forms; sheets, pictures (forms show one
per choice) and exports. GROUP_WRITE and ADDRESS_WRITE are kilobytes stored per group
and per address (a hall of 200 tables: 1,400).
"""

BYTES_OF_ONE: Final = 4096
"""Size of a save or form that counts once; larger ones count several times.

Rounds are smaller; long remarks and whole sheets may exceed it. History is kept
forever, so no device may fill the disk.
"""

MODEST_TIMES: Final = 30
MODEST_KILOBYTES: Final = 4
MODEST_MORE: Final = 10
"""Exemption of a device that stores less per minute from its group's limits.

Tenfold limits apply, so one visitor cannot stop a hall. A table saves 13 × 2 kB.
"""


@dataclass(eq=False)
class TooOftenError(requests.RefusedError):
    """A rate limit was exceeded; the client may retry after *wait*."""

    limit: Limit
    wait: timedelta


def consume(session: Session, limit: Limit, who: str, at: datetime) -> None:
    """Count an action within the transaction that does it.

    The counter stays locked until the commit, so actions of one client run one by one.
    Expired counters are deleted, since *who* may be an address.
    """
    if _options(session).get(UNLIMITED):
        return
    most = MOST[limit][1]
    if limit is Limit.NEW_GROUP:
        most = _options(session).get(NEW_GROUPS) or most
    delete_expired(session, at, [limit])
    count_up(session, limit, who, at, most)


def count_up(session: Session, limit: Limit, who: str, at: datetime, most: int) -> None:
    """Count an action even without limits; TooOftenError if it is more than *most*."""
    span = MOST[limit][0]
    done = increment(session, [(limit, who, 1)], now=at, old=at - span)[limit]
    if done.times > most:
        raise TooOftenError(limit, done.since + span - at)


def count_write(
    session: Session, limit: Limit, writer: requests.Sender, at: datetime, size: int
) -> tuple[int, TooOftenError | None]:
    """Count a save or form of *size* bytes; return the device, and a refusal if any."""
    # As measured, with history and answer: 1 for 44 bytes, 3 for 433, 15 for 4096.
    kilobytes = math.ceil((700 + 3.5 * size) / 1024)
    weight = max(1, math.ceil(size / BYTES_OF_ONE))
    sender = str(writer.device)
    who = None if writer.device == sender else sender
    counts: list[tuple[Limit, str | None, int]] = [(limit, who, weight)]
    if not (unlimited := _options(session).get(UNLIMITED)):
        if writer.group is not None:
            counts.append((Limit.GROUP_WRITE, str(writer.group), kilobytes))
        counts.append((Limit.ADDRESS_WRITE, writer.address, kilobytes))
    span = MOST[limit][0]
    found = increment(session, counts, now=at, old=at - span, token=sender)
    if limit not in found:
        raise devices.UnseenDeviceError
    device_id = int(found[limit].who)
    is_modest = found[limit].times <= MODEST_TIMES and kilobytes <= MODEST_KILOBYTES
    for what, *_ in () if unlimited else counts:
        times = MODEST_MORE if is_modest and what is not limit else 1
        done = found[what]
        if done.times > times * MOST[what][1]:
            return device_id, TooOftenError(what, done.since + span - at)
    return device_id, None


def _options(session: Session) -> Mapping[str, Any]:
    return session.get_bind().get_execution_options()


def count(
    session: Session,
    limit: Limit,
    who: str | requests.Sender,
    at: datetime,
    size: int = 0,
) -> None:
    """Count an action in its own transaction, unless the database is busy or away."""
    if _options(session).get(UNLIMITED):
        return
    with suppress(TimeoutError, *FAULTS), write_transaction(session, hurried=True):
        if isinstance(who, str):
            consume(session, limit, who, at)
        else:
            delete_expired(session, at, [limit, Limit.GROUP_WRITE, Limit.ADDRESS_WRITE])
            _, refused = count_write(session, limit, who, at, size)
            if refused:
                raise refused


def is_first_use(session: Session, link: str, at: datetime) -> bool:
    """Count a use of a sign-up link, even without limits; return if it is the first."""
    counts = [(SIGNUP_LINK, devices.sha256_of(link), 1)]
    found = increment(session, counts, now=at, old=at - LINK_LASTS)
    return bool(found[SIGNUP_LINK].times == 1)


def delete_expired(
    session: Session, at: datetime, kinds: Sequence[str] = (*Limit, SIGNUP_LINK)
) -> None:
    """Delete the expired counters of some kinds, or of all."""
    for kind in kinds:
        span = LINK_LASTS if kind == SIGNUP_LINK else MOST[Limit(kind)][0]
        is_over = _is_over(at - span, at + span)
        session.execute(sa.delete(RateCount).where(RateCount.what == kind, is_over))


MOST_GAMES: Final = 20_000
MOST_PEOPLE: Final = 2_000


def check_room_for_games(session: Session, group: Group, *, more: int = 1) -> None:
    """Raise WrongTimeError if *more* games exceed the limit of a group."""
    if count_games(session, group) + more > MOST_GAMES:
        raise requests.conflict("game", "games_too_many", most=MOST_GAMES)


def count_games(session: Session, group: Group) -> int:
    """Count the games of a group, including deleted ones that can be restored."""
    games = sa.select(sa.func.count()).where(AnyGame.group_id == group.id)
    return session.scalar(games) or 0


def check_room_for_people(session: Session, group: Group, *, more: int) -> None:
    """Raise WrongTimeError if *more* players, archived too, exceed a group's limit."""
    people = sa.select(sa.func.count()).where(Player.group_id == group.id)
    if more and (session.scalar(people) or 0) + more > MOST_PEOPLE:
        raise requests.conflict("players", "people_too_many", most=MOST_PEOPLE)
