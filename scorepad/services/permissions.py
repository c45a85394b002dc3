"""Permissions: the one decision, and the loaders of groups and games that apply it.

Functions with a device and an action raise :class:`NotThereError` if it does not belong
to the group, :class:`NotAllowedError` if its role does not permit the action. Loaders
of games and players raise :class:`NotThereError` if the group has no such one; those
for reading raise :class:`SealedError` for a final that the device may not see yet.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.db import engine, games, groups, rounds
from scorepad.db.history import Reader, Writer
from scorepad.db.tables import AnyGame, GameRow, Group, Membership, Player
from scorepad.games.registry import GAMES
from scorepad.services import requests


class Role(StrEnum):
    """The role of a device in a group."""

    OWNER = "owner"
    SCOREKEEPER = "scorekeeper"
    PLAYER = "player"
    VIEWER = "viewer"


class Action(StrEnum):
    """An action on a group or on anything in it."""

    READ = "read"
    PLAY = "play"
    BID = "bid"
    SCORE = "score"
    TAKE_OVER = "take_over"
    DELETE = "delete"
    LET_IN = "let_in"
    ARRANGE = "arrange"
    CHOOSE_LOOK = "choose_look"


ALLOWED: Final = {
    Role.OWNER: {*Action},
    Role.SCOREKEEPER: {
        *(Action.READ, Action.PLAY, Action.BID, Action.SCORE),
        *(Action.TAKE_OVER, Action.DELETE, Action.LET_IN),
    },
    Role.PLAYER: {Action.READ, Action.PLAY},
    Role.VIEWER: {Action.READ},
}
ALLOWED_IN_SCORED: Final = {Action.BID, Action.SCORE, Action.TAKE_OVER}
ALLOWED_FOR_OWN_PLAYER: Final = {Action.BID, Action.TAKE_OVER, Action.CHOOSE_LOOK}


def is_less(role: str, than: str) -> bool:
    """Return whether *role* allows less than the role *than*."""
    return ALLOWED[Role(role)] < ALLOWED[Role(than)]


class Member(NamedTuple):
    """The role and permissions of a device in a group.

    It may keep the score of the game *scores*, asked to or because it *took_over*.
    *player* is whose device it is, if known.
    """

    role: Role
    scores: UUID | None = None
    player: UUID | None = None
    took_over: bool = False

    def may(
        self,
        action: str,
        game: UUID | None = None,
        people: Collection[UUID | None] = (),
    ) -> bool:
        """Return whether this device may do *action*; for templates too.

        *game* is the game it would change. *people* are the players it acts for: whose
        bid or look it is, or all at the game that is taken over. A device of role
        player may bid, take over and choose the look for its own player.

        >>> mine, other = UUID(int=1), UUID(int=2)
        >>> Member(Role.PLAYER, scores=mine).may(Action.SCORE, mine)
        True
        >>> Member(Role.PLAYER, scores=mine).may(Action.SCORE, other)
        False
        >>> Member(Role.PLAYER, scores=mine, took_over=True).may(Action.DELETE, mine)
        False
        """
        asked = Action(action)
        if game is not None and game == self.scores:
            is_given = asked is Action.DELETE and not self.took_over
            if is_given or asked in ALLOWED_IN_SCORED:
                return True
        is_own = self.player is not None and self.player in people
        if is_own and asked in ALLOWED_FOR_OWN_PLAYER:
            asked = Action.PLAY
        return asked in ALLOWED[self.role]


# Built once, because every request uses it.
_GROUP = groups.of_member(select(Group, *groups.MEMBER).select_from(Group))


def group_for(by: Reader, gid: UUID, action: Action, game: UUID | None = None) -> Group:
    """Load a group for a device; *game* is the game in it that it would change."""
    return group_and_member(by, gid, action, game)[0]


def group_and_member(
    by: Reader, gid: UUID, action: Action, game: UUID | None = None
) -> tuple[Group, Member]:
    """Load a group for a device, with the device's role and permissions in it."""
    asked = {"group": gid, "device": by.device_id}
    if (found := by.session.execute(_GROUP, asked).one_or_none()) is None:
        raise requests.NotThereError
    return found[0], allowed(found[1:], action, game)


@contextmanager
def group_to_change(
    by: Writer, gid: UUID, action: Action, game: UUID | None = None
) -> Iterator[tuple[Group, Member]]:
    """Lock a group, and the device, for one transaction, which ends with the block."""
    with engine.write_transaction(by.session):
        group, member = group_and_member(by, gid, action, game)
        groups.lock_device(by.session, by.device_id)
        lock_group_or_404(by.session, group)
        yield group, member


def groups_arranged_by(session: Session, device_id: int) -> frozenset[int]:
    """Return the row ids of all groups that a device manages, deleted ones too."""
    mine = select(Membership).filter_by(device_id=device_id).where(groups.is_lasting())
    roles = ((each.group_id, Member(Role(each.role))) for each in session.scalars(mine))
    return frozenset(id_ for id_, member in roles if member.may(Action.ARRANGE))


def lock_group_or_404(session: Session, group: Group) -> None:
    """Lock a group before a game is added, unless it was deleted meanwhile."""
    if not groups.lock_group(session, group):
        raise requests.NotThereError


def player_for(
    session: Session, group: Group, uuid: UUID, *, merged: bool = False
) -> Player:
    """Load a player of *group*; only with *merged* one who was merged into another."""
    player = groups.find_player(session, group.id, uuid)
    if player is None or (player.merged_into is not None and not merged):
        raise requests.NotThereError
    return player


def any_game_for(
    session: Session, group: Group, address: requests.GameAddress, *, lock: bool = False
) -> AnyGame:
    """Load a game of *group*; *lock* locks it for a change."""
    game = games.find_game(session, group, address.game, lock=lock)
    if game is None or game.address_word != address.word or game.game not in GAMES:
        raise requests.NotThereError
    return game


def may_see(member: Member, game: AnyGame | rounds.PlayedGame) -> bool:
    """Return whether a device may see a game: if sealed, the people at its table."""
    return not game.sealed or member.may(Action.BID, game.uuid, game.player_ids)


def game_to_read(by: Reader, address: requests.GameAddress) -> tuple[Group, AnyGame]:
    """Load a game and its group for a device that only reads it."""
    group, member = group_and_member(by, address.group, Action.READ)
    game = any_game_for(by.session, group, address)
    if not may_see(member, game):
        raise requests.SealedError
    return group, game


def game_for(session: Session, group: Group, uuid: UUID, *, lock: bool) -> GameRow:
    """Load a game of bids and tricks; *lock* locks it for a change."""
    game = games.find_game(session, group, uuid, lock=lock)
    if not isinstance(game, GameRow):
        raise requests.NotThereError
    return game


class GameAccess(NamedTuple):
    """Access of a device to a game, and the row *id* of its group."""

    id: int
    group_name: str | None
    member: Member
    game: rounds.PlayedGame


def table_for(
    by: Reader, address: requests.GameAddress, action: Action, *, lock: bool = False
) -> GameAccess:
    """Load a running game of Wizard for a device; *lock* locks it for a change."""
    game_of = address.group, address.game, by.device_id
    if (found := rounds.find_played(by.session, *game_of, lock=lock)) is None:
        raise requests.NotThereError
    columns, group_id, group_name, game = found
    member = allowed(columns, action, address.game)
    if game is None:
        raise requests.NotThereError
    if not may_see(member, game):
        raise requests.SealedError
    return GameAccess(group_id, group_name, member, game)


def allowed(columns: Sequence[Any], action: Action, game: UUID | None = None) -> Member:
    """Return the member of these columns (``MEMBER``) if its role permits *action*."""
    member = Member(Role(columns[0]), *columns[1:])
    if not member.may(action, game):
        raise requests.NotAllowedError
    return member
