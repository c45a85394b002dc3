"""Look up and keep players and seasons."""

from collections.abc import Collection, Sequence
from datetime import date
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.store.tables import Group, Player, Season


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
