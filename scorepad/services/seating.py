"""Players who take a seat: known ones of the group, and new ones."""

from collections.abc import Mapping, Sequence
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
from scorepad.games.names import clean_name, name_key, objection_to_name
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
    session: Session, group: Group, stamp: Stamp, people: Sequence[tuple[UUID, str]]
) -> tuple[Player, ...]:
    """Find or create the players of a game, in seat order.

    A known id keeps its stored name; an unknown id creates a player. Archived players
    become active again, unless they were anonymized.

    :raises EntryRefusedError: a new name is invalid, or somebody sits twice.
    :raises WrongTimeError: a new name is taken, or the group has too many players.
    """
    ids = [uuid for uuid, _ in people]
    now = {
        player.uuid: current_player(session, player)
        for player in players_matching(session, group, uuids=ids)
    }
    known = {player.uuid: player for player in now.values()}
    ids = [now[uuid].uuid if uuid in now else uuid for uuid in ids]
    typed = [name for _, name in people]
    names = _names(ids, typed, known)
    keys = [name_key(name) for name in names]
    taken = {
        player.name_key: player
        for player in players_matching(session, group, keys=keys)
    }
    clashes = []
    for seat, (uuid, key) in enumerate(zip(ids, keys, strict=True)):
        if key in taken and taken[key].uuid != uuid:
            field, other = f"players/{seat}/name", taken[key]
            values = {"name": other.name, "id": str(other.uuid)}
            clashes.append(FieldObjection(field, Fault.NAME_TAKEN, seat, values))
    if clashes:
        raise WrongTimeError(clashes)
    check_room_for_people(session, group, more=len(ids) - len(known))
    for uuid, name, key in zip(ids, names, keys, strict=True):
        if uuid not in known:
            new = {"group_id": group.id, "uuid": uuid, "created_at": stamp.at}
            known[uuid] = Player(name=name, name_key=key, **new)
    players = tuple(known[uuid] for uuid in ids)
    for player in players:
        player.archived = is_forgotten(player)
    session.add_all(players)
    session.flush()
    return players


def _names(
    ids: Sequence[UUID], typed: Sequence[str], known: Mapping[UUID, Player]
) -> list[str]:
    """Return the clean names of players: stored ones of known players.

    :raises EntryRefusedError: a name is invalid, or somebody sits twice.
    """
    names = [
        known[uuid].name if uuid in known else name
        for uuid, name in zip(ids, typed, strict=True)
    ]
    twice = [
        FieldObjection(f"players/{seat}/id", Fault.PLAYER_TWICE, seat)
        for seat, uuid in enumerate(ids)
        if uuid in ids[:seat]
    ]
    if found := twice or objections_to_names(names):
        raise EntryRefusedError(found)
    return [clean_name(name) for name in names]


def objections_to_names(names: Sequence[str]) -> list[FieldObjection]:
    """Return which names of a game are invalid or occur twice."""
    found, keys = [], [name_key(name) for name in names]
    for seat, (name, key) in enumerate(zip(names, keys, strict=True)):
        field = f"players/{seat}/name"
        if problem := objection_to_name(name):
            found.append(FieldObjection(field, problem.value, seat))
        elif key in keys[:seat]:
            found.append(FieldObjection(field, Fault.NAME_TWICE, seat, {"name": name}))
    return found


def current_ids(
    session: Session, group: Group, uuids: Sequence[UUID]
) -> tuple[UUID, ...]:
    """Return the ids of players after merges."""
    known = players_matching(session, group, uuids=uuids)
    now = {each.uuid: current_player(session, each).uuid for each in known}
    return tuple(now.get(uuid, uuid) for uuid in uuids)


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
    """Return ids and names there: of linked players, of namesakes, or new ones.

    Anonymized players have no namesakes, and get a new number.
    """
    keys = [each.name_key for each in players if not is_forgotten(each)]
    named = {
        each.name_key: each
        for each in players_matching(session, target, keys=keys)
        if not is_forgotten(each)
    }
    linked = linked_players(session, target, players)
    taken, found = name_keys_of(session, target.id), {}
    for each in sorted(players, key=is_forgotten):  # real names first: they stay
        known = linked.get(each.id) or named.get(each.name_key)
        name = known.name if known else next_number(each.name, taken)
        found[each.id] = known.uuid if known else uuid4(), name
        taken.add(name_key(name))
    return [found[each.id] for each in players]
