"""The players of a game: finding or creating them, and changes of the seat order."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any
from uuid import UUID, uuid4

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorepad.db import groups, rounds
from scorepad.db.history import Writer, versions_of
from scorepad.db.tables import AnyGame, GameRow, Group, Merge, Player
from scorepad.games.documents import read_stored
from scorepad.games.names import NameRefused, clean_name, name_key
from scorepad.games.wizard.models import Round
from scorepad.games.wizard.seating import present_in, with_cards
from scorepad.games.wizard.validation import fits_table
from scorepad.services import rate_limits, requests, validation
from scorepad.services.personal_data import is_anonymized, is_number, next_number
from scorepad.services.requests import FieldObjection, GameEntry, RoundEntry
from scorepad.services.rounds import put_round


def seat_players(
    by: Writer, group: Group, people: Sequence[tuple[UUID, str]]
) -> tuple[Player, ...]:
    """Find or create the players of a game, in seat order.

    A known id keeps its stored name; an unknown id creates a player. Archived players
    become active again, unless they were anonymized.

    :raises EntryRefusedError: a new name is invalid, or a player sits twice.
    :raises WrongTimeError: a new name is taken, or the group has too many players.
    """
    now = groups.current_players(by.session, group, [uuid for uuid, _ in people])
    known = {player.uuid: player for player in now.values()}
    ids = [now[uuid].uuid if uuid in now else uuid for uuid, _ in people]
    names = [now[uuid].name if uuid in now else name for uuid, name in people]
    twice = [
        FieldObjection(f"players/{seat}/id", "player_twice", seat)
        for seat, uuid in enumerate(ids)
        if uuid in ids[:seat]
    ]
    if found := twice or [*objections_to_names(names)]:
        raise requests.EntryRefusedError(found)
    names = [clean_name(name) for name in names]
    keys = [name_key(name) for name in names]
    taken = groups.players_named(by.session, group, keys)
    clashes = []
    for seat, (uuid, key) in enumerate(zip(ids, keys, strict=True)):
        if key in taken and taken[key].uuid != uuid:
            field, other = f"players/{seat}/name", taken[key]
            values = {"name": other.name, "id": str(other.uuid)}
            clashes.append(FieldObjection(field, "name_taken", seat, values))
    if clashes:
        raise requests.WrongTimeError(clashes)
    rate_limits.check_room_for_people(by.session, group, more=len(ids) - len(known))
    for uuid, name, key in zip(ids, names, keys, strict=True):
        if uuid not in known:
            new = {"group_id": group.id, "uuid": uuid, "created_at": by.at}
            known[uuid] = Player(name=name, name_key=key, **new)
    players = tuple(known[uuid] for uuid in ids)
    for player in players:
        player.archived = is_anonymized(player)
    by.session.add_all(players)
    by.session.flush()
    return players


def objections_to_names(names: Sequence[str]) -> Iterator[FieldObjection]:
    """Yield which names of a game are invalid or occur twice."""
    keys = [name_key(name) for name in names]
    for seat, (name, key) in enumerate(zip(names, keys, strict=True)):
        field = f"players/{seat}/name"
        try:
            clean_name(name)
        except NameRefused as refused:
            yield FieldObjection(field, refused.problem, seat)
            continue
        if key in keys[:seat]:
            yield FieldObjection(field, "name_twice", seat, {"name": name})


def people_by_name(
    session: Session, group: Group, names: Sequence[str]
) -> tuple[tuple[UUID, str], ...]:
    """Return ids and names: the id of the player with that name, or a new id."""
    keys = [name_key(name) for name in names]
    known = groups.players_named(session, group, keys)
    return tuple(
        (known[key].uuid if key in known else uuid4(), name)
        for key, name in zip(keys, names, strict=True)
    )


def seat_namesakes(
    by: Writer, target: Group, players: Sequence[Player]
) -> tuple[Player, ...]:
    """Find or create these players in another group, by earlier links or by names.

    The links are stored, so that anonymizing a player covers both groups. New players
    keep their look.

    :raises WrongTimeError: two of them are one person there.
    """
    found = seat_players(by, target, _people_there(by.session, target, players))
    if len({player.id for player in found}) < len(found):
        raise requests.conflict("players", "cannot_move")
    ids = {each.id for each in (*players, *found)}
    both = Merge.player_id.in_(ids), Merge.into_id.in_(ids)
    links = by.session.execute(sa.select(Merge.player_id, Merge.into_id).where(*both))
    linked = {*map(frozenset, links)}
    for player, other in zip(players, found, strict=True):
        other.archived |= is_anonymized(player) and is_number(other.name)
        if other.created_at == by.at:
            other.colour, other.picture = player.look
        if {player.id, other.id} not in linked:
            pair = {"player_id": player.id, "into_id": other.id}
            where = {"group_id": other.group_id, "merged_at": by.at}
            by.session.add(Merge(games=[], **pair, **where))
    by.session.flush()
    return found


def _people_there(
    session: Session, target: Group, players: Sequence[Player]
) -> list[tuple[UUID, str]]:
    # Linked players, namesakes, or new ones. Anonymized players have no namesakes.
    keys = [each.name_key for each in players if not is_anonymized(each)]
    namesakes = groups.players_named(session, target, keys).items()
    named = {key: each for key, each in namesakes if not is_anonymized(each)}
    ids = [each.id for each in players]
    links = session.execute(
        sa.select(Merge.player_id, Merge.into_id, Player)
        .join(Player, Player.id.in_((Merge.player_id, Merge.into_id)))
        .where(Merge.player_id.in_(ids) | Merge.into_id.in_(ids))
        .where(Player.group_id == target.id)
        .order_by(Merge.id)
    )
    linked = {one if other == there.id else other: there for one, other, there in links}
    taken, found = groups.name_keys_of(session, target.id), {}
    for each in sorted(players, key=is_anonymized):  # real names first: they stay
        known = linked.get(each.id) or named.get(each.name_key)
        name = known.name if known else next_number(each.name, taken)
        found[each.id] = known.uuid if known else uuid4(), name
        taken.add(name_key(name))
    return [found[each.id] for each in players]


Places = tuple[int | None, ...]
"""For every former seat its player's seat now, ``None`` if the player left."""


def objections_to_seating(
    row: GameRow, entry: GameEntry, beside: Mapping[int, Collection[int]]
) -> list[FieldObjection]:
    """Return what prevents a stored game from taking the players and cards of *entry*.

    *beside* has the seats with separate bids, by round. From the first entry on, cards
    of rounds with entries are fixed; players may move, join, or go if nothing is noted.
    """
    if entry.seating not in {row.seating, row.seating + 1}:
        return [FieldObjection("seating", "seats_changed")]
    game, before, after = entry.game, row.player_ids, entry.player_ids
    stored = ((each.number, read_stored(Round, each.body)) for each in row.rounds)
    written = {
        number: round_
        for number, round_ in stored
        if round_.unwritten
        or round_.totals is not None
        or {*round_.bids, *(round_.tricks or ())} - {None}
    }
    if not (written or beside):
        return []
    places = _places(before, after)
    gone = {seat for seat, place in enumerate(places) if place is None}
    has_bid = any(gone.intersection(seats) for seats in beside.values())
    came_late = {each.seat for each in game.joined}
    new = {seat for seat, each in enumerate(after) if each not in before}
    missed = any(each.names(seat) for each in written.values() for seat in gone)
    is_next = entry.seating == row.seating + 1
    may_move = is_next and new <= came_late and not missed and not has_bid
    if before != after and not may_move:
        return [FieldObjection("players", "seats_fixed")]
    last = max((*written, *beside))
    if tuple(row.settings["cards"][:last]) != with_cards(game).cards[:last]:
        return [FieldObjection("cards", "cards_fixed")]
    return [
        validation.not_at_table(f"rounds/{number}/bids/{seat}", game, number, seat)
        for number, each in written.items()
        for seat in range(len(after))
        if seat not in present_in(game, number)
        and moved_round(each, places, len(after)).names(seat)
    ]


def _places(before: Sequence[UUID], after: Sequence[UUID]) -> Places:
    return tuple(after.index(each) if each in after else None for each in before)


def reseat(by: Writer, row: GameRow, before: Sequence[UUID]) -> bool:
    """Move all rounds from the seat order *before*; return false if it is the same."""
    if (places := _places(before, row.player_ids)) == tuple(range(len(row.seats))):
        return False
    rounds.move_bids(by.session, row, places)
    game = rounds.as_played(by.session, row)
    for number, each in game.rounds.items():
        round_ = moved_round(each.value, places, len(row.seats))
        winners = moved_seats(each.winners, places)
        put_round(by, game, number, RoundEntry(round_, winners))
    by.session.expire_all()  # the rounds were written past the session's objects
    return True


def with_current_seats(
    session: Session, row: GameRow, bodies: Sequence[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return versions of a round in the current seat order, also after merges.

    One that lost a conflict may name seats that never existed: it stays as is.
    """
    seatings: dict[int, Places] = {}
    now = current_ids_by_former(session, row)
    for version in versions_of(session, row, 0):
        if version.uuid is None:
            body = json.loads(version.body)
            people = [UUID(now.get(each, each)) for each in body["players"]]
            places = _places(people, row.player_ids)
            seatings.setdefault(body.get("seating", 0), places)
    return [_moved(row, each, seatings.get(each.get("seating", 0))) for each in bodies]


def _moved(row: GameRow, body: dict[str, Any], places: Places | None) -> dict[str, Any]:
    known = body.keys() & {each.name for each in fields(Round)}
    round_ = read_stored(Round, {key: body[key] for key in known})
    winners = body.get("winners", ())
    if places is None or not fits_table(round_, len(places), winners):
        return body
    moved = moved_round(round_, places, len(row.seats))
    record = rounds.round_record(moved, moved_seats(winners, places))
    kept = {key: each for key, each in record.items() if key in body}
    return {**body, **kept, "seating": row.seating}


def current_ids_by_former(session: Session, row: AnyGame) -> dict[str, str]:
    """Return the current id of each player, by every id the player ever had."""
    return {
        str(same.uuid): str(seat.player.uuid)
        for seat in row.seats
        for same in groups.same_people(session, [seat.player_id])
    }


def moved_round(round_: Round, places: Places, seats: int) -> Round:
    """Return a round moved to the new *places* of its players."""
    return replace(
        round_,
        bids=_row(round_.bids, places, seats),
        tricks=None if round_.tricks is None else _row(round_.tricks, places, seats),
        totals=None if round_.totals is None else _row(round_.totals, places, seats),
        dealer=None if round_.dealer is None else places[round_.dealer],
        named_by=None if round_.named_by is None else places[round_.named_by],
        bid_changes=tuple(
            replace(each, seat=place)
            for each in round_.bid_changes
            if (place := places[each.seat]) is not None
        ),
        late_bids=tuple(sorted(moved_seats(round_.late_bids, places))),
    )


def moved_seats(seats: Sequence[int], places: Places) -> tuple[int, ...]:
    """Return the new seats of the players in *seats*, without those who left."""
    return tuple(place for seat in seats if (place := places[seat]) is not None)


def _row(values: Sequence[int | None], places: Places, seats: int) -> Places:
    moved = dict(zip(places, values, strict=True))
    return tuple(moved.get(seat) for seat in range(seats))
