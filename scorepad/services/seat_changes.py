"""Changes of the seat order: everything stored by seat moves with its player."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.history import Stamp, versions_of
from scorepad.db.people import same_people
from scorepad.db.rounds import as_played
from scorepad.db.seat_bids import move_bids
from scorepad.db.tables import AnyGame, GameRow, RoundRow
from scorepad.games.problems import Problem
from scorepad.games.wizard.document import round_from, round_record
from scorepad.games.wizard.models import Round
from scorepad.games.wizard.seating import present_in
from scorepad.games.wizard.validation import fits_table
from scorepad.services.errors import Fault, FieldObjection
from scorepad.services.inputs import GameEntry, RoundEntry
from scorepad.services.rounds import put_round
from scorepad.services.validation import with_cards

_OF_ROUND = frozenset(each.name for each in fields(Round))

Places = tuple[int | None, ...]
"""For every former seat its player's seat now, ``None`` if the player left."""


def objections_to_seating(
    row: GameRow, entry: GameEntry, beside: Mapping[int, Collection[int]]
) -> list[FieldObjection]:
    """Return what prevents a stored game from taking the players and cards of *entry*.

    *beside* has the seats with separate bids, by round. Cards of rounds with entries
    are fixed. From the first one on, players may only move, join, or be removed if
    nothing is noted of them, and only with the next *seating*; absent players have no
    entries.
    """
    if entry.seating not in {row.seating, row.seating + 1}:
        return [FieldObjection("seating", Fault.SEATS_CHANGED)]
    written = [each for each in row.rounds if not is_blank(each)]
    numbers = [*(each.number for each in written), *beside]
    if not numbers:
        return []
    before, after = _people(row), entry.player_ids
    places = _places(before, after)
    gone = {seat for seat, place in enumerate(places) if place is None}
    has_bid = any(gone.intersection(seats) for seats in beside.values())
    came_late = {each.seat for each in entry.game.joined}
    new = {seat for seat, each in enumerate(after) if each not in before}
    missed = any(round_from(each.body).names(seat) for each in written for seat in gone)
    is_next = entry.seating == row.seating + 1
    may_move = is_next and new <= came_late and not missed and not has_bid
    if before != after and not may_move:
        return [FieldObjection("players", Fault.SEATS_FIXED)]
    last = max(numbers)
    if tuple(row.settings["cards"][:last]) != with_cards(entry.game).cards[:last]:
        return [FieldObjection("cards", Fault.CARDS_FIXED)]
    return _of_the_absent(entry, written, places)


def is_blank(row: RoundRow) -> bool:
    """Return whether a round has no bids, tricks or totals."""
    round_ = round_from(row.body)
    return round_.totals is None and all(
        value is None for value in (*round_.bids, *(round_.tricks or ()))
    )


def _people(row: GameRow) -> tuple[UUID, ...]:
    return tuple(seat.player.uuid for seat in row.seats)


def _places(before: Sequence[UUID], after: Sequence[UUID]) -> Places:
    return tuple(after.index(each) if each in after else None for each in before)


def _of_the_absent(
    entry: GameEntry, written: Sequence[RoundRow], places: Places
) -> list[FieldObjection]:
    seats = range(len(entry.player_ids))
    return [
        FieldObjection(
            f"rounds/{row.number}/bids/{seat}",
            Problem.NOT_AT_TABLE,
            seat,
            {"name": entry.game.players[seat], "number": row.number},
        )
        for row in written
        for seat in sorted({*seats}.difference(present_in(entry.game, row.number)))
        if moved_round(round_from(row.body), places, len(seats)).names(seat)
    ]


def reseat(
    session: Session, row: GameRow, stamp: Stamp, before: Sequence[UUID]
) -> bool:
    """Move all rounds from the seat order *before* to the current one.

    Each round gets a new revision. Return whether anything moved.
    """
    places = _places(before, _people(row))
    if places == tuple(range(len(row.seats))):
        return False
    move_bids(session, row, places)
    game = as_played(row)
    for number, each in game.rounds.items():
        round_ = moved_round(each.value, places, len(row.seats))
        winners = moved_seats(each.winners, places)
        put_round(session, game, number, stamp, RoundEntry(round_, winners))
    session.expire_all()  # the rounds were written past the session's objects
    return True


def seatings_of(session: Session, row: GameRow) -> dict[int, Places]:
    """Return where the players of every earlier seating sit now, from the history.

    Follows merges of players and moves of the game to another group.
    """
    rosters: dict[int, Sequence[UUID]] = {}
    now = current_ids_by_former(session, row)
    for version in versions_of(session, row, 0):
        if version.chosen:
            told = version.body["players"]
            people = [UUID(now.get(each, each)) for each in told]
            rosters.setdefault(version.body.get("seating", 0), people)
    return {seating: _places(who, _people(row)) for seating, who in rosters.items()}


def current_ids_by_former(session: Session, row: AnyGame) -> dict[str, str]:
    """Return the current id of each player, by every id the player ever had."""
    return {
        str(same.uuid): str(seat.player.uuid)
        for seat in row.seats
        for same in same_people(session, [seat.player_id])
    }


def with_current_seats(
    row: GameRow, body: Mapping[str, Any], seatings: Mapping[int, Places]
) -> dict[str, Any]:
    """Return a round from the history in the current seat order.

    A version that lost a conflict may name seats that never existed: it stays as is.
    """
    places = seatings.get(body.get("seating", 0))
    round_ = round_from({key: body[key] for key in body.keys() & _OF_ROUND})
    winners = body.get("winners", ())
    if places is None or not fits_table(round_, len(places), winners):
        return {**body}
    moved = moved_round(round_, places, len(row.seats))
    told = round_record(moved, moved_seats(winners, places))
    return {
        **body,
        **{key: each for key, each in told.items() if key in body},
        "seating": row.seating,
    }


def moved_round(round_: Round, places: Places, seats: int) -> Round:
    """Return a round moved to the new *places* of its players."""
    changes = (
        replace(each, seat=place)
        for each in round_.bid_changes
        if (place := places[each.seat]) is not None
    )
    return replace(
        round_,
        bids=_row(round_.bids, places, seats),
        tricks=None if round_.tricks is None else _row(round_.tricks, places, seats),
        totals=None if round_.totals is None else _row(round_.totals, places, seats),
        dealer=_place(round_.dealer, places),
        named_by=_place(round_.named_by, places),
        bid_changes=tuple(changes),
        late_bids=tuple(sorted(moved_seats(round_.late_bids, places))),
    )


def moved_seats(seats: Sequence[int], places: Places) -> tuple[int, ...]:
    """Return the new seats of the players in *seats*, without those who left."""
    return tuple(place for seat in seats if (place := places[seat]) is not None)


def _place(seat: int | None, places: Places) -> int | None:
    return None if seat is None else places[seat]


def _row(values: Sequence[int | None], places: Places, seats: int) -> Places:
    moved: list[int | None] = [None] * seats
    for value, place in zip(values, places, strict=True):
        if place is not None:
            moved[place] = value
    return tuple(moved)
