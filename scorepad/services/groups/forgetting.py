"""Forgetting a person: the games stay, and nothing says any more who it was.

A backup that is restored still knows them, so they are forgotten again.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.names import name_key
from scorepad.services.errors import NotThereError
from scorepad.services.permissions import Action, group_for, groups_arranged_by
from scorepad.store.db import empty_log, write_transaction
from scorepad.store.groups.forgotten import Person
from scorepad.store.groups.invites import named_invites
from scorepad.store.groups.people import find_player, hold_group
from scorepad.store.groups.persons import (
    answers_about,
    everybody_who_is,
    let_go_of_devices,
    name_keys_of,
    players_named,
)
from scorepad.store.play.games import count_new_names
from scorepad.store.play.history import Stamp
from scorepad.store.schema import give_database_id
from scorepad.store.seasons.books import delete_books
from scorepad.store.tables import Group, Player, SeasonBook

NUMBERED = "Player {seat}"
"""What somebody is called of whom nothing else is known."""

_IN_EVERY_LANGUAGE: Final = (NUMBERED, "Platz {seat}", "玩家 {seat}", "{seat}번 자리")
_NUMBER: Final = re.compile(r"\d+")

Told = Callable[[tuple[Person, ...]], None]
"""Called with whom a restore must forget again."""


def forget_player(  # noqa: PLR0913 - who, of what group, and how
    session: Session, stamp: Stamp, gid: UUID, who: UUID, *, told: Told, called: str
) -> frozenset[UUID]:
    """Give a player a number for a name, once *told* has noted whom a restore forgets.

    Bids, tricks and everybody's figures stay as they are. Those who turned out to be
    the same person are forgotten with them, also in groups from which games were moved
    here or to which they went from here, where the device may arrange those as well;
    no device is theirs any more. The ids of all those groups are told. *called* is what
    a person with a number is called, ``{seat}`` being the number. What *told* cannot
    note is not forgotten: a backup that is put back would bring it again.

    :raises NotThereError: the device does not belong to a group with such a player.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.ARRANGE)
        player = find_player(session, group.id, who)
        if player is None or player.merged_into is not None:
            raise NotThereError
        arranged = groups_arranged_by(session, stamp.device_id)
        groups = _hold_groups(session, _people(session, player, arranged))
        people = _people(session, player, arranged)
        _forget(session, people, called)
        told(tuple(Person(groups[each.group_id], each.uuid) for each in people))
        session.commit()
    empty_log(session.get_bind().engine)
    return frozenset(groups.values())


def _people(
    session: Session, player: Player, arranged: Collection[int]
) -> list[Player]:
    """Everybody who is this person, in the groups that are *arranged* here."""
    everybody = everybody_who_is(session, [player.id])
    return [each for each in everybody if each.group_id in arranged]


def _hold_groups(session: Session, people: Iterable[Player]) -> dict[int, UUID]:
    """Hold the groups of these people, in the order in which everybody holds groups.

    Their ids, by their rows.
    """
    ids = sorted({each.group_id for each in people})
    groups = [session.get_one(Group, each) for each in ids]
    for group in groups:
        hold_group(session, group)
    return {group.id: group.uuid for group in groups}


def forget_again(session: Session, people: Iterable[Person]) -> int:
    """After a backup was put back: forget everybody again who was; tell how many."""
    with write_transaction(session):
        found = players_named(session, people)
        _forget(session, found, NUMBERED)
        session.commit()
    empty_log(session.get_bind().engine)
    return len(found)


def _forget(session: Session, people: Sequence[Player], called: str) -> None:
    for player in people:
        _scrub_answers(session, player)
        _scrub_invites(session, player)
        _number(session, player, called)
        player.archived = True
        let_go_of_devices(session, player)
        session.flush()
    count_new_names(session, people)
    groups = {player.group_id for player in people}
    delete_books(session, SeasonBook.group_id.in_(groups))


def _number(session: Session, player: Player, called: str) -> None:
    taken = name_keys_of(session, player.group_id) - {player.name_key}
    player.name = next_number(called.format(seat=1), taken)
    player.name_key = name_key(player.name)


def next_number(name: str, taken: Collection[str]) -> str:
    """A name with a number in it, or with the next one whose key is not *taken*."""
    while name_key(name) in taken:
        name = unicodedata.normalize("NFKC", name)  # a key takes ① for a 1, too
        name = _NUMBER.sub(lambda number: str(int(number[0]) + 1), name)
    return name


def is_number(name: str) -> bool:
    """Whether somebody may be called so who was forgotten, in whatever language."""
    numbers = _NUMBER.findall(unicodedata.normalize("NFKC", name))
    if len(numbers) != 1:
        return False
    called = [each.format(seat=int(numbers[0])) for each in _IN_EVERY_LANGUAGE]
    return name_key(name) in map(name_key, called)


def is_forgotten(player: Player) -> bool:
    """Whether somebody has a number for a name, which is nobody's in another group.

    Of somebody who was called so and does not come any more it cannot be told.
    """
    return bool(player.archived) and is_number(player.name)


def _scrub_answers(session: Session, player: Player) -> None:
    """Phones are given kept answers again; they told the name with the id."""
    for answer in answers_about(session, player):
        body = json.loads(answer.body)
        answer.body = json.dumps(_nameless(body, str(player.uuid)), ensure_ascii=False)


def _scrub_invites(session: Session, player: Player) -> None:
    """A link may say whom it is for, in whatever spelling."""
    for invite in named_invites(session, player.group_id):
        if player.name_key in name_key(invite.name or ""):
            invite.name = None


def _nameless(value: object, who: str) -> object:
    """The same without the name of whoever has this id."""
    if isinstance(value, list):
        return [_nameless(each, who) for each in value]
    if not isinstance(value, dict):
        return value
    told = {key: _nameless(each, who) for key, each in value.items()}
    if told.get("id") == who and "name" in told:
        return {**told, "name": "?"}
    return told


def renew_database_id(session: Session) -> None:
    """Give the database a new id, so that phones send again what it may lack."""
    with write_transaction(session):
        give_database_id(session.connection())
        session.commit()
