"""Look up and keep players and seasons, and where players sat."""

from collections.abc import Collection, Sequence
from datetime import date
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import Session, aliased, lazyload

from scorepad.store.play.history import Stamp
from scorepad.store.tables import (
    GameRow,
    Group,
    Membership,
    Merge,
    Player,
    Season,
    Seat,
)


def hold_group(session: Session, group: Group) -> bool:
    """Hold the group until the transaction ends: one change of its people at a time.

    Tell whether it is still there: whoever held it before may have deleted it.
    """
    held = select(Group.deleted_at).where(Group.id == group.id)
    return session.scalar(held.with_for_update(key_share=True)) is None


def players_of(session: Session, group: Group) -> tuple[Player, ...]:
    """Whom a group plays with, in the order they first came, guests after them."""
    return tuple(
        session.scalars(
            select(Player)
            .where(
                Player.group_id == group.id,
                Player.archived.is_(False),
                Player.merged_into.is_(None),
            )
            .order_by(Player.guest, Player.id)
        )
    )


def all_players_of(session: Session, group: Group) -> tuple[Player, ...]:
    """Everybody of a group but whoever turned out to be somebody else."""
    return tuple(
        session.scalars(
            select(Player)
            .where(Player.group_id == group.id, Player.merged_into.is_(None))
            .order_by(Player.archived, Player.guest, Player.id)
        )
    )


def who_it_is(session: Session, player: Player) -> Player:
    """The player themselves, or whom they turned out to be."""
    while player.merged_into is not None:
        player = session.get_one(Player, player.merged_into)
    return player


def players_matching(
    session: Session,
    group: Group,
    *,
    uuids: Collection[UUID] = (),
    keys: Collection[str] = (),
) -> tuple[Player, ...]:
    """Those of a group who have one of the ids or one of the name keys."""
    return tuple(
        session.scalars(
            select(Player).where(
                Player.group_id == group.id,
                Player.uuid.in_(uuids) | Player.name_key.in_(keys),
            )
        )
    )


def players_by_row(session: Session, ids: Collection[int]) -> tuple[Player, ...]:
    """Players by their rows, in no order."""
    return tuple(session.scalars(select(Player).where(Player.id.in_(ids))))


def seasons_of(session: Session, group: Group) -> tuple[Season, ...]:
    """All seasons of a group, the first one first."""
    return tuple(
        session.scalars(
            select(Season).where(Season.group_id == group.id).order_by(Season.number)
        )
    )


def find_player(session: Session, group_id: int, uuid: UUID) -> Player | None:
    """One player of a group."""
    return session.scalar(
        select(Player).where(Player.group_id == group_id, Player.uuid == uuid)
    )


def find_season(session: Session, group: Group, number: int) -> Season | None:
    """One season of a group by its number."""
    return session.scalar(
        select(Season).where(Season.group_id == group.id, Season.number == number)
    )


def season_for(session: Session, group: Group, day: date) -> Season:
    """The season that a game of *day* belongs to.

    Where no season holds that day, it is the last one begun before it; an old
    paper game from before all seasons goes to the first.
    """
    return season_among(seasons_of(session, group), day)


def season_among(all_: Sequence[Season], day: date) -> Season:
    """The same where the seasons of the group are read already, the first one first."""
    seasons = sorted(all_, key=lambda each: each.starts_on)
    begun = [each for each in seasons if each.starts_on <= day]
    holding = [each for each in begun if each.ends_on is None or day <= each.ends_on]
    return (holding or begun or seasons[:1])[-1]


def games_at(session: Session, player: Player) -> list[GameRow]:
    """The games at which a player sat, deleted ones too, without their rounds."""
    return list(
        session.scalars(
            select(GameRow)
            .join(Seat, Seat.game_id == GameRow.id)
            .where(Seat.player_id == player.id)
            .order_by(GameRow.id)
            .options(lazyload(GameRow.rounds))
            .with_for_update(of=GameRow)
        )
    )


def sit_together(session: Session, player: Player, other: Player) -> bool:
    """Whether two players sat in one game."""
    theirs = aliased(Seat)
    both = (
        select(Seat.game_id)
        .join(theirs, theirs.game_id == Seat.game_id)
        .where(Seat.player_id == player.id, theirs.player_id == other.id)
    )
    return session.scalar(both.limit(1)) is not None


def move_devices(session: Session, player: Player, other: Player) -> None:
    """Let the devices of one player be those of another."""
    session.execute(
        update(Membership)
        .where(Membership.player_id == player.id)
        .values(player_id=other.id)
    )


def merges_of(session: Session, group: Group) -> list[tuple[Merge, str, str]]:
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
    return [(row, name, other) for row, name, other in rows]


def find_merge(session: Session, group: Group, merge_id: int) -> Merge | None:
    """One that can be undone now."""
    return next(
        (row for row, _, _ in merges_of(session, group) if row.id == merge_id), None
    )


def who_is_who(
    session: Session, group: Group, players: Sequence[Player]
) -> dict[int, Player]:
    """Whom of a *group* people of another one were found to be, by their rows."""
    ids = [each.id for each in players]
    rows = session.execute(
        select(Merge.player_id, Merge.into_id, Player)
        .join(Player, Player.id.in_((Merge.player_id, Merge.into_id)))
        .where(
            Merge.player_id.in_(ids) | Merge.into_id.in_(ids),
            Player.group_id == group.id,
        )
        .order_by(Merge.id)
    )
    return {one if other == here.id else other: here for one, other, here in rows}


def note_who_is_who(
    session: Session, stamp: Stamp, there: Sequence[Player], here: Sequence[Player]
) -> None:
    """Remember that people of another group, by place, are these people of this one.

    Once only, however many games are moved, and in whichever direction.
    """
    pairs = {(one.id, other.id) for one, other in zip(there, here, strict=True)}
    ids = {each for pair in pairs for each in pair}
    found = select(Merge.player_id, Merge.into_id).where(
        Merge.player_id.in_(ids), Merge.into_id.in_(ids)
    )
    known = {(one, other) for one, other in session.execute(found)}
    known |= {(other, one) for one, other in known}
    group_of = {each.id: each.group_id for each in here}
    session.add_all(
        Merge(
            group_id=group_of[other],
            player_id=one,
            into_id=other,
            games=[],
            documents=[],
            merged_at=stamp.at,
        )
        for one, other in sorted(pairs - known)
    )
    session.flush()
