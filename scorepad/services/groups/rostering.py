"""The players of a group: names, who is a guest or gone, and who is one person."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.names import NameRefused, clean_name, name_key
from scorepad.services.errors import (
    EntryRefusedError,
    Fault,
    FieldObjection,
    NotThereError,
    RefusedError,
)
from scorepad.services.other_games.moving_documents import reseat_documents
from scorepad.services.permissions import Action, group_for
from scorepad.services.play.keeping import append_settings
from scorepad.store.db import write_transaction
from scorepad.store.groups.groups import raise_revision
from scorepad.store.groups.people import (
    all_players_of,
    find_merge,
    find_player,
    games_at,
    hold_group,
    merges_of,
    move_devices,
    players_matching,
    sit_together,
)
from scorepad.store.play.document_games import documents_at, sit_together_in_document
from scorepad.store.play.games import count_new_names, raise_settings
from scorepad.store.play.history import Stamp
from scorepad.store.seasons.results import follow_seats
from scorepad.store.tables import GameRow, Group, Merge, Player


class SatTogetherError(RefusedError):
    """Two players sat at one table, so they are not one person."""


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """What the group says of a player besides the name."""

    guest: bool
    archived: bool


@dataclass(frozen=True, slots=True)
class MergeLine:
    """Two names that were found to be one person; can be undone."""

    id_: int
    name: str
    into: str
    games: int


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of a group, and which of them were put together."""

    players: tuple[Player, ...]
    merges: tuple[MergeLine, ...]


def roster(session: Session, device_id: int | None, gid: UUID) -> Roster:
    """The players of a group, for whoever may arrange things.

    :raises NotThereError: the device does not belong to such a group.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    group = group_for(session, device_id, gid, Action.ARRANGE)
    players = tuple(all_players_of(session, group))
    merges = tuple(
        MergeLine(row.id, name, into, len(row.games) + len(row.documents))
        for row, name, into in merges_of(session, group)
    )
    return Roster(players, merges)


def rename_player(
    session: Session, stamp: Stamp, gid: UUID, who: UUID, name: str
) -> None:
    """Give a player another name, in all games.

    :raises NotThereError: the device does not belong to a group with such a player.
    :raises NotAllowedError: it does, but may not arrange things.
    :raises EntryRefusedError: that is no name, or somebody else has it.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        player = _player(session, group, who)
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
        session.commit()


def describe_player(
    session: Session, stamp: Stamp, gid: UUID, who: UUID, entry: PlayerEntry
) -> None:
    """Say that a player is a guest, or does not come any more; or that not.

    :raises NotThereError: the device does not belong to a group with such a player.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        player = _player(session, group, who)
        player.guest, player.archived = entry.guest, entry.archived
        session.commit()


def merge_players(
    session: Session, stamp: Stamp, gid: UUID, who: UUID, into: UUID
) -> None:
    """Let all games of a player be those of another one: they are one person.

    :raises NotThereError: the device does not belong to a group with such players.
    :raises NotAllowedError: it does, but may not arrange things.
    :raises SatTogetherError: they are two, since both sat in one game.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        player, other = _player(session, group, who), _player(session, group, into)
        if player.id == other.id or _sat_together(session, player, other):
            raise SatTogetherError
        games = games_at(session, player)
        documents = documents_at(session, player)
        _reseat(session, stamp, games, player=player, other=other)
        reseat_documents(session, stamp, documents, player=player, other=other)
        player.merged_into = other.id
        raise_revision(session, group.id)
        move_devices(session, player, other)
        session.add(
            Merge(
                group_id=group.id,
                player_id=player.id,
                into_id=other.id,
                games=[row.id for row in games],
                documents=[row.id for row in documents],
                merged_at=stamp.at,
            )
        )
        session.commit()


def undo_merge(session: Session, stamp: Stamp, gid: UUID, merge_id: int) -> None:
    """Let two players be two again; each has the games they came with.

    :raises NotThereError: the device does not belong to a group with such a merge.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        hold_group(session, group)
        merge = find_merge(session, group, merge_id)
        if merge is None:
            raise NotThereError
        player = session.get_one(Player, merge.player_id)
        other = session.get_one(Player, merge.into_id)
        games = [row for row in games_at(session, other) if row.id in merge.games]
        _reseat(session, stamp, games, player=other, other=player)
        theirs = documents_at(session, other)
        documents = [row for row in theirs if row.id in merge.documents]
        reseat_documents(session, stamp, documents, player=other, other=player)
        player.merged_into = None
        raise_revision(session, group.id)
        session.delete(merge)
        session.commit()


def _player(session: Session, group: Group, who: UUID) -> Player:
    hold_group(session, group)
    player = find_player(session, group.id, who)
    if player is None or player.merged_into is not None:
        raise NotThereError
    return player


def _sat_together(session: Session, player: Player, other: Player) -> bool:
    return sit_together(session, player, other) or sit_together_in_document(
        session, player, other
    )


def _refused(problem: str, **values: object) -> EntryRefusedError:
    return EntryRefusedError([FieldObjection("name", problem, values=values)])


def _reseat(
    session: Session,
    stamp: Stamp,
    games: list[GameRow],
    *,
    player: Player,
    other: Player,
) -> None:
    """Put *other* where *player* sat; every game keeps that in its history."""
    for row in games:
        raise_settings(session, row, stamp, seen=row.revision)
        seat = next(each for each in row.seats if each.player_id == player.id)
        seat.player_id = other.id
        session.flush()
        session.expire(seat, ["player"])
        append_settings(session, row, stamp)
    follow_seats(session, [row.id for row in games])
