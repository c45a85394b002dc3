"""Who may do what: the one decision, and the one way to load a group or a game."""

from enum import StrEnum
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.refusing import NotAllowedError, NotThereError
from scorepad.store.games import find_game, hold_game
from scorepad.store.people import find_group_of
from scorepad.store.tables import GameRow, Group


class Role(StrEnum):
    """What a device is in a group."""

    OWNER = "owner"
    SCOREKEEPER = "scorekeeper"
    PLAYER = "player"
    VIEWER = "viewer"


class Action(StrEnum):
    """What somebody may want to do with a group and everything in it."""

    READ = "read"
    SCORE = "score"
    ARRANGE = "arrange"


ALLOWED = {
    Role.OWNER: frozenset(Action),
    Role.SCOREKEEPER: frozenset({Action.READ, Action.SCORE}),
    Role.PLAYER: frozenset({Action.READ}),
    Role.VIEWER: frozenset({Action.READ}),
}


def can(role: Role, action: Action) -> bool:
    """Decide whether a device of this role may do this.

    >>> can(Role.VIEWER, Action.SCORE)
    False
    """
    return action in ALLOWED[role]


def group_for(
    session: Session, device_id: int | None, uuid: UUID, action: Action
) -> Group:
    """Load the group that a device asks for.

    :raises NotThereError: there is none, or the device does not belong to it.
    :raises NotAllowedError: it belongs to it, but may not do this.
    """
    return group_and_role(session, device_id, uuid, action)[0]


def group_and_role(
    session: Session, device_id: int | None, uuid: UUID, action: Action
) -> tuple[Group, Role]:
    """Load the group that a device asks for, and what the device is in it.

    :raises NotThereError: there is none, or the device does not belong to it.
    :raises NotAllowedError: it belongs to it, but may not do this.
    """
    found = None if device_id is None else find_group_of(session, uuid, device_id)
    if found is None:
        raise NotThereError
    group, role = found
    if not can(Role(role), action):
        raise NotAllowedError
    return group, Role(role)


def game_for(session: Session, group: Group, uuid: UUID, *, hold: bool) -> GameRow:
    """Load a game of *group*; *hold* it where it is going to change.

    :raises NotThereError: the group has no such game.
    """
    game = (hold_game if hold else find_game)(session, group, uuid)
    if game is None:
        raise NotThereError
    return game
