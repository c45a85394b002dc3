"""Players who take a seat: known ones of the group, and new ones."""

from collections.abc import Sequence
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from scorepad.db.history import Stamp
from scorepad.db.people import (
    current_player,
    link_players,
    linked_players,
    name_keys_of,
    players_matching,
)
from scorepad.db.tables import Group, Player
from scorepad.games.names import NameRefused, clean_name, name_key
from scorepad.services.errors import (
    CannotMoveError,
    EntryRefusedError,
    Fault,
    FieldObjection,
    WrongTimeError,
)
from scorepad.services.personal_data import is_forgotten, is_number, next_number
from scorepad.services.rate_limits import check_room_for_people


def seat_players(
    session: Session,
    group: Group,
    stamp: Stamp,
    people: Sequence[tuple[UUID, str]],
) -> tuple[Player, ...]:
    """Find or create the players of a game, in seat order.

    A known id keeps its stored name; an unknown id creates a player. Archived players
    become active again, unless they were anonymized.

    :raises EntryRefusedError: a new name is invalid, or somebody sits twice.
    :raises WrongTimeError: a new name is taken, or the group has too many players.
    """
    people, known = _known(session, group, people)
    names = _names(people, known)
    taken = {
        player.name_key: player
        for player in players_matching(
            session, group, keys=[name_key(name) for name in names]
        )
    }
    if clashes := _clashes(people, names, taken):
        raise WrongTimeError(clashes)
    check_room_for_people(session, group, more=len(people) - len(known))
    for (uuid, _), name in zip(people, names, strict=True):
        known.setdefault(uuid, _new_player(group, stamp, uuid, name))
    players = tuple(known[uuid] for uuid, _ in people)
    for player in players:
        player.archived = is_forgotten(player)
    session.add_all(players)
    session.flush()
    return players


def current_ids(
    session: Session, group: Group, uuids: Sequence[UUID]
) -> tuple[UUID, ...]:
    """Return the ids of players after merges."""
    known = players_matching(session, group, uuids=uuids)
    now = {each.uuid: current_player(session, each).uuid for each in known}
    return tuple(now.get(uuid, uuid) for uuid in uuids)


def _known(
    session: Session, group: Group, people: Sequence[tuple[UUID, str]]
) -> tuple[list[tuple[UUID, str]], dict[UUID, Player]]:
    """Return the people, and the known players among them by id, after merges."""
    uuids = [uuid for uuid, _ in people]
    now = {
        player.uuid: current_player(session, player)
        for player in players_matching(session, group, uuids=uuids)
    }
    told = [(now[uuid].uuid if uuid in now else uuid, name) for uuid, name in people]
    return told, {player.uuid: player for player in now.values()}


def people_by_name(
    session: Session, group: Group, names: Sequence[str]
) -> tuple[tuple[UUID, str], ...]:
    """Return ids and names: the id of the player with that name, or a new id."""
    keys = [name_key(name) for name in names]
    known = {
        each.name_key: each for each in players_matching(session, group, keys=keys)
    }
    return tuple(
        (known[key].uuid if key in known else uuid4(), name)
        for key, name in zip(keys, names, strict=True)
    )


def seat_namesakes(
    session: Session, target: Group, stamp: Stamp, players: Sequence[Player]
) -> tuple[Player, ...]:
    """Find or create these players in another group, in the same order.

    Matches earlier links, then names. The links are stored, so that anonymizing a
    player covers both groups.

    :raises CannotMoveError: two of them are one person there.
    """
    people = _people_there(session, target, players)
    found = seat_players(session, target, stamp, people)
    if len({player.id for player in found}) < len(found):
        raise CannotMoveError
    for player, other in zip(players, found, strict=True):
        other.archived |= is_forgotten(player) and is_number(other.name)
    link_players(session, stamp, players, found)
    return found


def _people_there(
    session: Session, target: Group, players: Sequence[Player]
) -> list[tuple[UUID, str]]:
    known = _namesakes(session, target, players) | linked_players(
        session, target, players
    )
    new = [each for each in players if each.id not in known]
    names = _new_names(session, target, new)
    return [
        (known[each.id].uuid, known[each.id].name)
        if each.id in known
        else (uuid4(), names[each.id])
        for each in players
    ]


def _namesakes(
    session: Session, target: Group, players: Sequence[Player]
) -> dict[int, Player]:
    """Return players of the same name in another group, anonymized ones excluded."""
    keys = [each.name_key for each in players if not is_forgotten(each)]
    named = {
        each.name_key: each
        for each in players_matching(session, target, keys=keys)
        if not is_forgotten(each)
    }
    return {each.id: named[each.name_key] for each in players if each.name_key in named}


def _new_names(
    session: Session, target: Group, players: Sequence[Player]
) -> dict[int, str]:
    """Return the names of new players in a group; anonymized ones get a new number."""
    taken = name_keys_of(session, target.id) if players else set()
    names = {}
    for each in sorted(players, key=is_forgotten):  # real names first: they stay
        names[each.id] = next_number(each.name, taken)
        taken.add(name_key(names[each.id]))
    return names


def _names(people: Sequence[tuple[UUID, str]], known: dict[UUID, Player]) -> list[str]:
    names: list[str] = []
    found: list[FieldObjection] = []
    for seat, (uuid, typed) in enumerate(people):
        name = known[uuid].name if uuid in known else typed
        try:
            names.append(clean_name(name))
        except NameRefused as refused:
            problem = refused.problem.value
            found.append(FieldObjection(f"players/{seat}/name", problem, seat))
    found = found or _twice(people, names)
    if found:
        raise EntryRefusedError(found)
    return names


def _twice(
    people: Sequence[tuple[UUID, str]], names: Sequence[str]
) -> list[FieldObjection]:
    ids = [uuid for uuid, _ in people]
    keys = [name_key(name) for name in names]
    same_id = [
        FieldObjection(f"players/{seat}/id", Fault.PLAYER_TWICE, seat)
        for seat, uuid in enumerate(ids)
        if uuid in ids[:seat]
    ]
    return same_id or [
        FieldObjection(
            f"players/{seat}/name", Fault.NAME_TWICE, seat, {"name": names[seat]}
        )
        for seat, key in enumerate(keys)
        if key in keys[:seat]
    ]


def _clashes(
    people: Sequence[tuple[UUID, str]],
    names: Sequence[str],
    taken: dict[str, Player],
) -> list[FieldObjection]:
    return [
        FieldObjection(
            f"players/{seat}/name",
            Fault.NAME_TAKEN,
            seat,
            {"name": taken[name_key(name)].name, "id": str(taken[name_key(name)].uuid)},
        )
        for seat, ((uuid, _), name) in enumerate(zip(people, names, strict=True))
        if name_key(name) in taken and taken[name_key(name)].uuid != uuid
    ]


def _new_player(group: Group, stamp: Stamp, uuid: UUID, name: str) -> Player:
    return Player(
        group_id=group.id,
        uuid=uuid,
        name=name,
        name_key=name_key(name),
        created_at=stamp.at,
    )
