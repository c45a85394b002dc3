"""Players and seasons of a group, and which players are one person."""

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from uuid import UUID

from sqlalchemy import Select, select
from sqlalchemy.orm import Session, lazyload

from scorepad.db.groups import is_lasting
from scorepad.db.history import Stamp
from scorepad.db.tables import (
    AnyGame,
    GameRow,
    Group,
    Membership,
    Merge,
    Player,
    Season,
    Seat,
)


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
            merged_at=stamp.at,
        )
        for one, other in sorted(pairs - known)
    )
    session.flush()


def everybody_who_is(session: Session, ids: Iterable[int]) -> tuple[Player, ...]:
    """These players, by their rows, and all who are the same people.

    Those who turned out to be them, and who they are where games were moved from or
    to, over however many steps.
    """
    found: set[int] = set()
    more = set(ids)
    while more:
        found |= more
        into = select(Merge.into_id).where(Merge.player_id.in_(more))
        from_ = select(Merge.player_id).where(Merge.into_id.in_(more))
        more = {*session.scalars(into), *session.scalars(from_)} - found
    people = select(Player).where(Player.id.in_(found))
    return tuple(session.scalars(people.order_by(Player.id)))


def name_keys_of(session: Session, group_id: int) -> set[str]:
    """What every player of a group is called, as keys."""
    keys = select(Player.name_key).where(Player.group_id == group_id)
    return set(session.scalars(keys))


def players_with_devices(
    session: Session, group_id: int, *, but: int | None = None
) -> frozenset[UUID]:
    """The players of a group who hold a device that belongs to it, *but* that one."""
    held = (
        select(Player.uuid)
        .join(Membership, Membership.player_id == Player.id)
        .where(Membership.group_id == group_id, is_lasting())
    )
    if but is not None:
        held = held.where(Membership.device_id != but)
    return frozenset(session.scalars(held))


def games_at(player: Player) -> Select[AnyGame]:
    """The games at which a player sat, deleted ones too, without their rounds."""
    games = select(AnyGame).join(Seat, Seat.game_id == AnyGame.id)
    mine = games.where(Seat.player_id == player.id).order_by(AnyGame.id)
    return mine.options(lazyload(GameRow.rounds))
