"""How often anybody may do what costs the others something.

No table comes near: a round of six phones is some thirteen saves, and takes a minute.
Only what would be new is counted, an answer told again is not.
"""

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, bindparam, case, delete, func, or_, select
from sqlalchemy.orm import Session

from scorepad.db.connections import insert_of
from scorepad.db.engine import Moment, connection_of, write_transaction
from scorepad.db.faults import FAULTS
from scorepad.db.tables import AnyGame, Group, Pace, Player
from scorepad.services.errors import Fault, FieldObjection, RefusedError, WrongTimeError


def _is_over(old: Any, ahead: Any) -> ColumnElement[bool]:
    """What began further *ahead* was begun by a clock that has been set back.

    A little ahead is nothing: those who ask at once are counted in any order.
    """
    return or_(Pace.since <= old, Pace.since > ahead)


@cache  # part of every save
def _statement(dialect: str) -> Any:
    now = bindparam("now", type_=Moment())
    is_over = _is_over(*(bindparam(when, type_=Moment()) for when in ("old", "ahead")))
    row = insert_of(dialect)(Pace)
    times = row.excluded.times
    return row.on_conflict_do_update(
        index_elements=[Pace.what, Pace.who],
        set_={
            "times": case((is_over, times), else_=Pace.times + times),
            "since": case((is_over, now), else_=Pace.since),
        },
    ).returning(Pace.what, Pace.times, Pace.since)


def count_times(
    session: Session,
    counts: Sequence[tuple[str, str, int]],
    *,
    now: datetime,
    old: datetime,
) -> dict[str, tuple[int, datetime]]:
    """Count *(what, who, times)*; by what, how many times that is, and since when.

    Nothing is counted twice in one call. What began at *old* or before has ended, and
    another count begins; so has what began as far ahead.
    """
    when = {"since": now, "now": now, "old": old, "ahead": now + (now - old)}
    rows = [
        {"what": what, "who": who, "times": times, **when}
        for what, who, times in counts
    ]
    statement = _statement(session.get_bind().dialect.name)
    found = connection_of(session).execute(statement, rows)
    return {what: (times, since) for what, times, since in found}


SIGNUP_LINK: Final = "signup_link"
LINK_LASTS: Final = timedelta(days=7)
"""How long a link for a new group is good; of its use only a hash is kept."""

UNPACED: Final = "scorepad_unpaced"
NEW_GROUPS: Final = "scorepad_new_groups"
"""Options of the engine: no limits; how many groups an address may found in an hour."""


class Deed(StrEnum):
    """What is counted."""

    FOUND = "found"
    ENTER = "enter"
    SIGNUP = "signup"
    SAVE = "save"
    FORM = "form"
    GROUP_WRITE = "group_write"
    ADDRESS_WRITE = "address_write"
    PRINT = "print"
    PICTURE = "picture"
    EXPORT = "export"


MOST: Final = {
    Deed.FOUND: (timedelta(hours=1), 10),
    Deed.ENTER: (timedelta(hours=1), 1500),
    Deed.SIGNUP: (timedelta(hours=1), 30),
    Deed.SAVE: (timedelta(minutes=1), 120),
    Deed.FORM: (timedelta(minutes=1), 120),
    Deed.GROUP_WRITE: (timedelta(minutes=1), 3000),
    Deed.ADDRESS_WRITE: (timedelta(minutes=1), 3000),
    Deed.PRINT: (timedelta(hours=1), 30),
    Deed.PICTURE: (timedelta(hours=1), 300),
    Deed.EXPORT: (timedelta(hours=1), 20),
}
"""In which time how often: groups founded, new devices let in (a hall of 200 tables
brings 1,200), and wrong codes for new groups, from one address; of one device, saves by
the phone page and by forms; kilobytes that saves and forms store, of all devices
together, in one group or from one address (a hall of 200 tables: 1,400); of one device,
sheets that had to be printed, pictures that had to be drawn (forms show one beside
every choice), groups and persons as files."""

BYTES_OF_ONE: Final = 4096
"""What one save or one form may bring. No round and no table has so many; a long remark
and a whole sheet may. History is kept for good, so nobody shall fill a disk with it."""

MODEST_TIMES: Final = 30
MODEST_KILOBYTES: Final = 4
MODEST_MORE: Final = 10
"""A device that stores so little in a minute does not wait for others of its group or
address, unless all of them store ten times as much as they may: one visitor of a hall
shall not stop the tables. A table saves 13 times 2 kB a minute."""


@dataclass(frozen=True, slots=True)
class Writer:
    """The device that writes, its hidden address, and the *group* it writes to."""

    device_id: int
    address: str
    group: UUID | None = None


class TooOftenError(RefusedError):
    """Somebody did *deed* so often that they have to *wait*."""

    def __init__(self, deed: Deed, wait: timedelta) -> None:
        super().__init__("too often")
        self.deed = deed
        self.wait = wait


def times_of(size: int) -> int:
    """For how many saves or forms one counts that brings so many bytes."""
    return max(1, math.ceil(size / BYTES_OF_ONE))


def kilobytes_of(size: int) -> int:
    """How much is stored for so many bytes, with history and answer, as measured.

    >>> kilobytes_of(44), kilobytes_of(433), kilobytes_of(4096)
    (1, 3, 15)
    """
    return math.ceil((700 + 3.5 * size) / 1024)


def spend(session: Session, deed: Deed, who: str, at: datetime) -> None:
    """Count a deed, within the transaction that does it.

    The count is locked until that ends, so the deeds of one come one by one. Whose
    deeds do not count any more is forgotten: it may be an address.

    :raises TooOftenError: it is one too many.
    """
    if _is_unpaced(session):
        return
    span, most = MOST[deed]
    if deed is Deed.FOUND:
        most = _options(session).get(NEW_GROUPS) or most
    _forget(session, deed, at, span)
    done, since = count_times(session, [(deed, who, 1)], now=at, old=at - span)[deed]
    if done > most:
        raise TooOftenError(deed, since + span - at)


def counted_write(
    session: Session, deed: Deed, writer: Writer, at: datetime, size: int
) -> TooOftenError | None:
    """Count a save or form of *size* bytes for its device, group and address.

    Return what to raise where it is one too many of one of them.
    """
    kilobytes = kilobytes_of(size)
    counts = [(deed, str(writer.device_id), times_of(size))]
    if not _is_unpaced(session):
        if writer.group is not None:
            counts.append((Deed.GROUP_WRITE, str(writer.group), kilobytes))
        counts.append((Deed.ADDRESS_WRITE, writer.address, kilobytes))
    span = MOST[deed][0]
    found = count_times(session, counts, now=at, old=at - span)
    is_modest = found[deed][0] <= MODEST_TIMES and kilobytes <= MODEST_KILOBYTES
    for what, _who, _times in counts:
        (done, since), (_span, most) = found[what], MOST[what]
        most *= MODEST_MORE if is_modest and what is not deed else 1
        if done > most and not _is_unpaced(session):
            return TooOftenError(what, since + span - at)
    return None


def _is_unpaced(session: Session) -> bool:
    unpaced: bool = _options(session).get(UNPACED, False)
    return unpaced


def _options(session: Session) -> Mapping[str, Any]:
    return session.get_bind().get_execution_options()


def count(
    session: Session, deed: Deed, who: str | Writer, at: datetime, size: int = 0
) -> None:
    """Count a deed that writes nothing else, in a transaction of its own.

    Or a form of *size* bytes that a writer sends. A database that is busy, away or full
    is no reason to refuse it.

    :raises TooOftenError: it is one too many.
    """
    if _is_unpaced(session):
        return
    with suppress(TimeoutError, *FAULTS), write_transaction(session, hurried=True):
        if isinstance(who, str):
            spend(session, deed, who, at)
        else:
            for each in (deed, Deed.GROUP_WRITE, Deed.ADDRESS_WRITE):
                _forget(session, each, at, MOST[each][0])
            if refused := counted_write(session, deed, who, at, size):
                raise refused
        session.commit()


def is_first_use(session: Session, link: str, at: datetime) -> bool:
    """Count the use of a link for a new group, whether there are limits or not."""
    counts = [(SIGNUP_LINK, sha256(link.encode()).hexdigest(), 1)]
    found = count_times(session, counts, now=at, old=at - LINK_LASTS)
    return found[SIGNUP_LINK][0] == 1


def forget_all(session: Session, at: datetime) -> None:
    """Forget whose deeds do not count any more, whatever they did."""
    for what, span in ((SIGNUP_LINK, LINK_LASTS), *((d, MOST[d][0]) for d in Deed)):
        _forget(session, what, at, span)


def _forget(session: Session, what: str, at: datetime, span: timedelta) -> None:
    is_over = _is_over(at - span, at + span)
    session.execute(delete(Pace).where(Pace.what == what, is_over))


MOST_GAMES: Final = 20_000
MOST_PEOPLE: Final = 2_000


def check_room_for_games(session: Session, group: Group, *, more: int = 1) -> None:
    """Let a group have so many *more* games.

    :raises WrongTimeError: it would have more than a group may.
    """
    if count_games(session, group) + more > MOST_GAMES:
        raise _full("game", Fault.GAMES_TOO_MANY, MOST_GAMES)


def count_games(session: Session, group: Group) -> int:
    """The games of a group of every kind, deleted ones that can come back too."""
    return _count(session, AnyGame, group)


def check_room_for_people(session: Session, group: Group, *, more: int) -> None:
    """Let a group have so many *more* players; archived ones count, too.

    :raises WrongTimeError: it would have more than a group may.
    """
    if more and _count(session, Player, group) + more > MOST_PEOPLE:
        raise _full("players", Fault.PEOPLE_TOO_MANY, MOST_PEOPLE)


def _count(session: Session, table: Any, group: Group) -> int:
    return session.scalar(select(func.count()).where(table.group_id == group.id)) or 0


def _full(field: str, fault: Fault, most: int) -> WrongTimeError:
    return WrongTimeError([FieldObjection(field, fault, values={"most": most})])
