"""The players of a tournament: enter, stop, and play again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple
from uuid import UUID

from scorepad.db.history import Writer
from scorepad.games.names import name_key
from scorepad.services.errors import Fault, NotAllowedError, NotThereError, refusal
from scorepad.services.inputs import valid_name
from scorepad.services.permissions import Action
from scorepad.services.seating import people_by_name, seat_players
from scorepad.services.tournaments import Loaded, in_transaction, lock_tournament
from scorepad.tournaments.record import MOST_ENTRIES, Entrant


class Newcomer(NamedTuple):
    """A player to enter, and the club they come from."""

    name: str
    club: str = ""


@in_transaction
def add_players(to: Loaded, people: Sequence[Newcomer]) -> None:
    """Enter people, from the next game on; those entered already get their new clubs.

    :raises EntryRefusedError: a name is invalid, or there are too many people.
    """
    # Of those with the same name, the first one counts.
    newcomers = {name_key(each.name): each for each in reversed(people)}
    newcomers = dict(reversed(newcomers.items()))
    names = [valid_name(each.name) for each in newcomers.values()]
    known = people_by_name(to.session, to.group, names)
    found = seat_players(to.by, to.group, list(known))
    clubs = {
        player.uuid: newcomer.club.strip()
        for player, newcomer in zip(found, newcomers.values(), strict=True)
    }
    entries = (
        replace(each, club=clubs.pop(to.players[each.number].uuid, "") or each.club)
        for each in to.value.entries
    )
    to.value = replace(to.value, entries=tuple(entries))
    _enter(to, clubs)


def take_part(by: Writer, gid: UUID, uuid: UUID) -> None:
    """Enter the player of this device, from the next game on.

    :raises NotAllowedError: the device has no player.
    """
    with lock_tournament(by, gid, uuid, Action.PLAY) as to:
        if to.member.player is None:
            raise NotAllowedError
        if to.own_number is None:
            _enter(to, {to.member.player: ""})


def _enter(to: Loaded, clubs: Mapping[UUID, str]) -> None:
    """Enter the players of *clubs*; numbers are never used again."""
    if len(to.value.entries) + len(clubs) > MOST_ENTRIES:
        raise refusal("players", Fault.ENTRIES_TOO_MANY, most=MOST_ENTRIES)
    first, since = max(to.players, default=0) + 1, to.value.begun + 1
    new = (
        Entrant(number, str(player), club, since)
        for number, (player, club) in enumerate(clubs.items(), first)
    )
    to.value = replace(to.value, entries=(*to.value.entries, *new))


@in_transaction
def stop_playing(to: Loaded, number: int) -> None:
    """Let an entry sit in no game that is drawn from now on."""
    _play_until(to, number, to.value.begun)


@in_transaction
def play_again(to: Loaded, number: int) -> None:
    """Let an entry that stopped sit in the games that are drawn from now on."""
    _play_until(to, number, None)


def _play_until(to: Loaded, number: int, game: int | None) -> None:
    if number not in to.players:
        raise NotThereError
    entries = (
        replace(each, until=game) if each.number == number else each
        for each in to.value.entries
    )
    to.value = replace(to.value, entries=tuple(entries))
