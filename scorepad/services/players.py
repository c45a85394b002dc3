"""The players of a group: names, who is a guest or gone, and who is one person."""

from typing import NamedTuple
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import Session, aliased

from scorepad.db.games import count_new_names, raise_settings
from scorepad.db.groups import raise_revision
from scorepad.db.history import Stamp
from scorepad.db.people import all_players_of, games_at, players_matching
from scorepad.db.results import follow_seats
from scorepad.db.tables import (
    AnyGame,
    Group,
    Membership,
    Merge,
    Player,
)
from scorepad.games.names import NameRefused, clean_name, name_key
from scorepad.services.errors import (
    EntryRefusedError,
    Fault,
    FieldObjection,
    NotThereError,
    RefusedError,
)
from scorepad.services.games import append_settings
from scorepad.services.permissions import Action, group_for, group_to_change, player_for


class SatTogetherError(RefusedError):
    """Two players sat at one table, so they are not one person."""


class MergeLine(NamedTuple):
    """A merge of two players, with their names; can be undone."""

    merge: Merge
    name: str
    into: str

    @property
    def games(self) -> int:
        """In how many games the one sat who is the other now."""
        return len(self.merge.games)


class Roster(NamedTuple):
    """The players of a group, and which of them were put together."""

    players: tuple[Player, ...]
    merges: tuple[MergeLine, ...]


def roster(session: Session, device_id: int | None, gid: UUID) -> Roster:
    """The players of a group, for whoever may arrange things."""
    group = group_for(session, device_id, gid, Action.ARRANGE)
    return Roster(all_players_of(session, group), _merges_of(session, group))


def _merges_of(session: Session, group: Group) -> tuple[MergeLine, ...]:
    """Who was put together with whom, the latest first; only the latest of each.

    A merge into somebody who was merged away since can only be undone after that, and
    what only says that games were moved is none.
    """
    one, into = aliased(Player), aliased(Player)
    rows = session.execute(
        select(Merge, one.name, into.name)
        .join(one, one.id == Merge.player_id)
        .join(into, into.id == Merge.into_id)
        .where(
            Merge.group_id == group.id,
            one.group_id == group.id,
            into.merged_into.is_(None),
        )
        .order_by(Merge.id.desc())
    )
    return tuple(MergeLine(*row) for row in rows)


def rename_player(
    session: Session, stamp: Stamp, gid: UUID, who: UUID, name: str
) -> None:
    """Give a player another name, in all games.

    :raises EntryRefusedError: that is no name, or somebody else has it.
    """
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        player = player_for(session, group, who)
        try:
            clean = clean_name(name)
        except NameRefused as refused:
            raise _refused(refused.problem.value) from None
        key = name_key(clean)
        for other in players_matching(session, group, keys=[key]):
            if other.id != player.id:
                raise _refused(Fault.NAME_TAKEN, name=other.name)
        player.name, player.name_key = clean, key
        session.flush()
        count_new_names(session, [player])


def describe_player(  # noqa: PLR0913 - whom, and what
    session: Session, stamp: Stamp, gid: UUID, who: UUID, *, guest: bool, archived: bool
) -> None:
    """Say that a player is a guest, or does not come any more; or that not."""
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        player = player_for(session, group, who)
        player.guest, player.archived = guest, archived


def merge_players(
    session: Session, stamp: Stamp, gid: UUID, who: UUID, into: UUID
) -> None:
    """Let all games of a player be those of another one: they are one person.

    :raises SatTogetherError: they are two, since both sat in one game.
    """
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        player, other = (
            player_for(session, group, who),
            player_for(session, group, into),
        )
        games = _reseat(session, stamp, player=player, other=other)
        player.merged_into = other.id
        session.execute(
            update(Membership)
            .where(Membership.player_id == player.id)
            .values(player_id=other.id)
        )
        session.add(
            Merge(
                group_id=group.id,
                player_id=player.id,
                into_id=other.id,
                games=games,
                merged_at=stamp.at,
            )
        )
        raise_revision(session, group.id)


def undo_merge(session: Session, stamp: Stamp, gid: UUID, merge_id: int) -> None:
    """Let two players be two again; each has the games they came with."""
    with group_to_change(session, stamp, gid, Action.ARRANGE) as (group, _):
        merges = {each.merge.id: each.merge for each in _merges_of(session, group)}
        merge = merges.get(merge_id)
        if merge is None:
            raise NotThereError
        player = session.get_one(Player, merge.player_id)
        other = session.get_one(Player, merge.into_id)
        _reseat(session, stamp, player=other, other=player, of=merge)
        player.merged_into = None
        session.delete(merge)
        raise_revision(session, group.id)


def _refused(problem: str, **values: object) -> EntryRefusedError:
    return EntryRefusedError([FieldObjection("name", problem, values=values)])


def _reseat(
    session: Session,
    stamp: Stamp,
    *,
    player: Player,
    other: Player,
    of: Merge | None = None,
) -> list[int]:
    """Put *other* where *player* sat, or only in the games *of* a merge.

    Every game keeps that in its history. Return which games they are.
    """
    locked = games_at(player).with_for_update(of=AnyGame)
    games = list(session.scalars(locked))
    if of is not None:
        games = [row for row in games if row.id in of.games]
    sat = {seat.player_id for row in games for seat in row.seats}
    if player is other or other.id in sat:
        raise SatTogetherError
    for row in games:
        raise_settings(session, row, stamp, seen=row.revision)
        seat = next(each for each in row.seats if each.player_id == player.id)
        seat.player_id = other.id
        session.flush()
        session.expire(seat, ["player"])
        append_settings(session, row, stamp)
    follow_seats(session, [row.id for row in games])
    return [row.id for row in games]
