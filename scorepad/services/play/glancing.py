"""A look at a game that costs next to nothing: enough to know whether it changed."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from scorepad.services.admitting import Action, group_for
from scorepad.services.entering import GameAddress
from scorepad.services.refusing import NotThereError
from scorepad.store.play.games import find_version
from scorepad.store.seasons.results import wins_after


@dataclass(frozen=True, slots=True)
class Glance:
    """What tells one state of a game from every other: names are not in its history.

    *wins* has seats, with how often who sat there had won after this game: other games
    tell that.
    """

    group: str | None
    revision: int
    played_on: date
    players: tuple[str, ...]
    wins: tuple[tuple[int, int], ...] = ()


def glance_at(session: Session, device_id: int | None, address: GameAddress) -> Glance:
    """Look at a game without loading it, for whoever may read it.

    :raises NotThereError: the device does not belong to a group with such a game.
    """
    group = group_for(session, device_id, address.group, Action.READ)
    found = find_version(session, group, address.game)
    if found is None:
        raise NotThereError
    wins = wins_after(session, group.id, address.game)
    return Glance(group.name, *found, tuple(sorted(wins.items())))
