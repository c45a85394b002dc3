"""Who may do what: the one decision, and the one way to load a group or a game."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.services.errors import NotAllowedError, NotThereError
from scorepad.store.groups.members import (
    Found,
    Known,
    find_group_of,
    find_known,
    roles_of,
)
from scorepad.store.groups.people import hold_group
from scorepad.store.play.games import find_game, hold_game
from scorepad.store.play.played_games import PlayedGame, find_played
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
    PLAY = "play"
    BID = "bid"
    SCORE = "score"
    TAKE_OVER = "take_over"
    DELETE = "delete"
    LET_IN = "let_in"
    ARRANGE = "arrange"


ALLOWED: Final = {
    Role.OWNER: frozenset(Action),
    Role.SCOREKEEPER: frozenset(
        {
            *(Action.READ, Action.PLAY, Action.BID, Action.SCORE),
            *(Action.TAKE_OVER, Action.DELETE, Action.LET_IN),
        }
    ),
    Role.PLAYER: frozenset({Action.READ, Action.PLAY}),
    Role.VIEWER: frozenset({Action.READ}),
}

ALLOWED_IN_SCORED: Final = frozenset({Action.BID, Action.SCORE, Action.TAKE_OVER})
ALLOWED_FOR_OWN_PLAYER: Final = frozenset({Action.BID, Action.TAKE_OVER})


@dataclass(frozen=True, slots=True)
class Member:
    """What a device is in a group.

    Whatever its role, it may keep the score of the game *scores*: because somebody who
    may let others in said so or, where it *took_over*, by itself. It belongs to the
    *player*, if anybody said so.
    """

    role: Role
    scores: UUID | None = None
    player: UUID | None = None
    took_over: bool = False


def can(
    member: Member,
    action: Action,
    game: UUID | None = None,
    people: Collection[UUID | None] = (),
) -> bool:
    """Decide whether a device may do this.

    *game* is the one it is done to. *people* are those for whom it is done: the player
    whose bid it is, or everybody who sits at the game that is taken over. Whoever plays
    may do so for the player that the device belongs to.

    >>> can(Member(Role.VIEWER), Action.SCORE)
    False
    >>> mine, other = UUID(int=1), UUID(int=2)
    >>> can(Member(Role.PLAYER, scores=mine), Action.SCORE, mine)
    True
    >>> can(Member(Role.PLAYER, scores=mine), Action.SCORE, other)
    False
    >>> can(Member(Role.PLAYER, player=mine), Action.BID, people=[mine])
    True
    >>> can(Member(Role.PLAYER, scores=mine, took_over=True), Action.DELETE, mine)
    False
    """
    if game is not None and game == member.scores:
        is_given = action is Action.DELETE and not member.took_over
        if is_given or action in ALLOWED_IN_SCORED:
            return True
    is_own = member.player is not None and member.player in people
    if is_own and action in ALLOWED_FOR_OWN_PLAYER:
        return can(member, Action.PLAY)
    return action in ALLOWED[member.role]


def group_for(
    session: Session,
    device_id: int | None,
    uuid: UUID,
    action: Action,
    *,
    game: UUID | None = None,
) -> Group:
    """Load the group that a device asks for; *game* is what it wants to change in it.

    :raises NotThereError: there is none, or the device does not belong to it.
    :raises NotAllowedError: it belongs to it, but may not do this.
    """
    return group_and_member(session, device_id, uuid, action, game=game)[0]


def group_and_member(
    session: Session,
    device_id: int | None,
    uuid: UUID,
    action: Action,
    *,
    game: UUID | None = None,
) -> tuple[Group, Member]:
    """Load the group that a device asks for, and what the device is in it.

    :raises NotThereError: there is none, or the device does not belong to it.
    :raises NotAllowedError: it belongs to it, but may not do this.
    """
    found = None if device_id is None else find_group_of(session, uuid, device_id)
    if found is None:
        raise NotThereError
    member = _member(found)
    if not can(member, action, game):
        raise NotAllowedError
    return found.group, member


def member_for(
    session: Session, device_id: int | None, uuid: UUID, action: Action
) -> Member:
    """What a device is in the group that it asks for, which need not be loaded.

    :raises NotThereError: there is none, or the device does not belong to it.
    :raises NotAllowedError: it belongs to it, but may not do this.
    """
    return _member(_known(session, device_id, uuid, action))


def group_id_for(
    session: Session,
    device_id: int | None,
    uuid: UUID,
    action: Action,
    *,
    game: UUID | None = None,
) -> int:
    """The row of the group that a device asks for, which need not be loaded.

    *game* is what it wants to change in it.

    :raises NotThereError: there is none, or the device does not belong to it.
    :raises NotAllowedError: it belongs to it, but may not do this.
    """
    return _known(session, device_id, uuid, action, game).group_id


def _known(
    session: Session,
    device_id: int | None,
    uuid: UUID,
    action: Action,
    game: UUID | None = None,
) -> Known:
    known = None if device_id is None else find_known(session, uuid, device_id)
    if known is None or (known.ends_at and known.ends_at <= datetime.now(UTC)):
        raise NotThereError
    if not can(_member(known), action, game):
        raise NotAllowedError
    return known


def _member(found: Found | Known) -> Member:
    return Member(Role(found.role), found.scores, found.player, found.took_over)


def groups_arranged_by(session: Session, device_id: int) -> frozenset[int]:
    """The rows of all groups that a device may arrange, deleted ones too."""
    return frozenset(
        group_id
        for group_id, role in roles_of(session, device_id)
        if can(Member(Role(role)), Action.ARRANGE)
    )


def hold_to_fill(session: Session, group: Group) -> None:
    """Hold a group that a game is about to come into.

    :raises NotThereError: it was deleted while this waited; nobody would see it.
    """
    if not hold_group(session, group):
        raise NotThereError


def game_for(session: Session, group: Group, uuid: UUID, *, hold: bool) -> GameRow:
    """Load a game of *group*; *hold* it where it is going to change.

    :raises NotThereError: the group has no such game.
    """
    game = (hold_game if hold else find_game)(session, group, uuid)
    if game is None:
        raise NotThereError
    return game


def played_game_for(
    session: Session, group_id: int, uuid: UUID, *, hold: bool
) -> PlayedGame:
    """The same without its objects, for where one round is played or looked at.

    :raises NotThereError: the group has no such game.
    """
    game = find_played(session, group_id, uuid, hold=hold)
    if game is None:
        raise NotThereError
    return game
