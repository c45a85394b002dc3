"""The players of a tournament: enter, stop, and play again."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.history import Stamp
from scorepad.games.names import name_key
from scorepad.services.errors import Fault, NotAllowedError, refusal
from scorepad.services.inputs import valid_name
from scorepad.services.permissions import Action
from scorepad.services.seating import people_by_name, seat_players
from scorepad.services.tournaments import (
    Loaded,
    entry_or_404,
    tournament_to_change,
)
from scorepad.tournaments.record import (
    MOST_ENTRIES,
    Entrant,
    next_number,
    with_entry,
)


class Newcomer(NamedTuple):
    """A player to enter, and the club they come from."""

    name: str
    club: str = ""


def add_players(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, people: Sequence[Newcomer]
) -> None:
    """Enter people, from the next game on; those entered already are left out.

    :raises EntryRefusedError: a name is invalid, or there are too many people.
    """
    cleaned = {name_key(each.name): each for each in reversed(people)}
    cleaned = dict(reversed(cleaned.items()))
    names = [valid_name(each.name) for each in cleaned.values()]
    with tournament_to_change(session, stamp, gid, uuid) as to:
        known = people_by_name(session, to.group, names)
        found = seat_players(session, to.group, stamp, list(known))
        there = {player.id for player in to.players.values()}
        clubs = {
            player.uuid: newcomer.club.strip()
            for player, newcomer in zip(found, cleaned.values(), strict=True)
            if player.id not in there
        }
        _enter(to, list(clubs), list(clubs.values()))


def take_part(session: Session, stamp: Stamp, gid: UUID, uuid: UUID) -> None:
    """Enter the player of this device, from the next game on.

    :raises NotAllowedError: the device has no player.
    """
    with tournament_to_change(session, stamp, gid, uuid, Action.PLAY) as to:
        if to.member.player is None:
            raise NotAllowedError
        if to.own_number is None:
            _enter(to, [to.member.player], [""])


def _enter(to: Loaded, players: Sequence[UUID], clubs: Sequence[str]) -> None:
    if len(to.value.entries) + len(players) > MOST_ENTRIES:
        raise refusal("players", Fault.ENTRIES_TOO_MANY, most=MOST_ENTRIES)
    for player, club in zip(players, clubs, strict=True):
        entry = Entrant(
            number=next_number(to.value),
            player=str(player),
            club=club,
            since=to.value.begun + 1,
        )
        to.value = with_entry(to.value, entry)


def stop_playing(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, number: int
) -> None:
    """Let an entry sit in no game that is drawn from now on."""
    with tournament_to_change(session, stamp, gid, uuid) as to:
        entry = entry_or_404(to.value, number)
        to.value = with_entry(to.value, replace(entry, until=to.value.begun))


def play_again(
    session: Session, stamp: Stamp, gid: UUID, uuid: UUID, number: int
) -> None:
    """Let an entry that stopped sit in the games that are drawn from now on."""
    with tournament_to_change(session, stamp, gid, uuid) as to:
        entry = entry_or_404(to.value, number)
        to.value = with_entry(to.value, replace(entry, until=None))
