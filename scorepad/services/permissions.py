"""Who may do what: the one decision, and the one way to load a group or a game.

Every function that takes a device and an action raises :class:`NotThereError` where the
device does not belong to the group, and :class:`NotAllowedError` where it does, but may
not do this.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorepad.services.errors import NotAllowedError, NotThereError
from scorepad.store.db import connection_of, write_transaction
from scorepad.store.groups.groups import is_lasting, lock_group
from scorepad.store.groups.people import find_player
from scorepad.store.play.games import find_game, hold_game
from scorepad.store.play.history import Stamp
from scorepad.store.play.played_games import PlayedGame, find_played
from scorepad.store.tables import GameRow, Group, Membership, Player


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

    def may(self, action: str, game: UUID | None = None) -> bool:
        """Decide it, also in a template by the word of the action."""
        return can(self, Action(action), game)


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


_MEMBER: Final = (
    Membership.role,
    GameRow.uuid.label("scores"),
    Player.uuid.label("player"),
    Membership.took_over,
    Membership.ends_at,
)
# Part of every request, so put together once.
_GROUP_ID = (
    select(Group.id, *_MEMBER)
    .join(Membership, Membership.group_id == Group.id)
    .outerjoin(GameRow, GameRow.id == Membership.scores_game_id)
    .outerjoin(Player, Player.id == Membership.player_id)
    .where(
        Group.uuid == bindparam("group"),
        Group.deleted_at.is_(None),
        Membership.device_id == bindparam("device"),
        is_lasting(),
    )
)
_GROUP = _GROUP_ID.with_only_columns(Group, *_MEMBER)


def group_for(
    session: Session,
    device_id: int | None,
    uuid: UUID,
    action: Action,
    *,
    game: UUID | None = None,
) -> Group:
    """Load the group that a device asks for; *game* is what it would change in it."""
    return group_and_member(session, device_id, uuid, action, game=game)[0]


def group_and_member(
    session: Session,
    device_id: int | None,
    uuid: UUID,
    action: Action,
    *,
    game: UUID | None = None,
) -> tuple[Group, Member]:
    """Load the group that a device asks for, and what the device is in it."""
    asked = {"group": uuid, "device": device_id}
    return _admitted(session.execute(_GROUP, asked).one_or_none(), action, game)


def member_for(
    session: Session, device_id: int | None, uuid: UUID, action: Action
) -> Member:
    """What a device is in the group that it asks for, which need not be loaded."""
    return _group_id_and_member(session, device_id, uuid, action)[1]


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
    """
    return _group_id_and_member(session, device_id, uuid, action, game)[0]


def _group_id_and_member(
    session: Session,
    device_id: int | None,
    uuid: UUID,
    action: Action,
    game: UUID | None = None,
) -> tuple[int, Member]:
    asked = {"group": uuid, "device": device_id}
    found = connection_of(session).execute(_GROUP_ID, asked).one_or_none()
    return _admitted(found, action, game)


def _admitted(found: Any, action: Action, game: UUID | None) -> tuple[Any, Member]:
    if found is None or (found.ends_at and found.ends_at <= datetime.now(UTC)):
        raise NotThereError
    member = Member(Role(found.role), found.scores, found.player, found.took_over)
    if not can(member, action, game):
        raise NotAllowedError
    return found[0], member


@contextmanager
def group_to_change(
    session: Session, stamp: Stamp, uuid: UUID, action: Action
) -> Iterator[tuple[Group, Member]]:
    """Lock a group, with what a device is in it, for one transaction; commit it."""
    with write_transaction(session):
        group, member = group_and_member(session, stamp.device_id, uuid, action)
        lock_group(session, group)
        yield group, member
        session.commit()


def groups_arranged_by(session: Session, device_id: int) -> frozenset[int]:
    """The rows of all groups that a device may arrange, deleted ones too."""
    mine = select(Membership.group_id, Membership.role).where(
        Membership.device_id == device_id, is_lasting()
    )
    return frozenset(
        group_id
        for group_id, role in session.execute(mine)
        if can(Member(Role(role)), Action.ARRANGE)
    )


def hold_to_fill(session: Session, group: Group) -> None:
    """Lock a group that a game is about to come into.

    :raises NotThereError: it was deleted while this waited; nobody would see it.
    """
    if not lock_group(session, group):
        raise NotThereError


def player_for(session: Session, group: Group, uuid: UUID) -> Player:
    """Load a player of *group* who did not turn out to be another one.

    :raises NotThereError: the group has no such player.
    """
    player = find_player(session, group.id, uuid)
    if player is None or player.merged_into is not None:
        raise NotThereError
    return player


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
