"""Which evening a game belongs to."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from scorepad.store.play.history import Stamp
from scorepad.store.tables import Group

SANE = timedelta(days=2)
"""How far a phone's clock may be from ours and still name the evening."""


def evening_from(
    group: Group, stamp: Stamp, *, written: date | None, begun: datetime | None
) -> date:
    """The day a game began: as *written*, by the phone if it is sane, else by us."""
    if written is not None:
        return written
    sane = begun is not None and abs(begun - stamp.at) <= SANE
    moment = begun if sane and begun is not None else stamp.at
    return moment.astimezone(ZoneInfo(group.time_zone)).date()
