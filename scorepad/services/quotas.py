"""How much one group may keep: one visitor shall not fill the server.

No table comes near: a game every evening for fifty years is fewer, and a club has fewer
people. Whoever imports old games meets the same limit.
"""

from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorepad.services.errors import Fault, FieldObjection, WrongTimeError
from scorepad.store.tables import AnyGame, Group, Player

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
