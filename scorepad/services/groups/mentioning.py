"""Where the name of somebody stands in what others wrote."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.names import name_key
from scorepad.services.admitting import Action, group_for, groups_arranged_by
from scorepad.services.refusing import NotThereError
from scorepad.store.groups.people import find_player
from scorepad.store.groups.persons import everybody_who_is
from scorepad.store.groups.texts import texts_of


@dataclass(frozen=True, slots=True)
class Mention:
    """A game in whose texts a name stands; other games have a *word*."""

    word: str | None
    game: UUID
    played_on: date


@dataclass(frozen=True, slots=True)
class Mentions:
    """The name of a player of a group, and the games that tell it, the latest first.

    *stays_elsewhere* where the same person is in another group, from or to which games
    were moved, that this device may not arrange.
    """

    name: str
    group_name: str | None
    games: tuple[Mention, ...]
    stays_elsewhere: bool


def mentions_of(
    session: Session, device_id: int | None, gid: UUID, who: UUID
) -> Mentions:
    """Where a player is named, in whatever spelling; for whoever may arrange things.

    Rather too often than not often enough: a name may be part of a word.

    :raises NotThereError: the device does not belong to a group with such a player.
    :raises NotAllowedError: it does, but may not arrange things.
    """
    group = group_for(session, device_id, gid, Action.ARRANGE)
    player = find_player(session, group.id, who)
    if player is None or player.merged_into is not None:
        raise NotThereError
    found = {
        Mention(each.word, each.game, each.played_on)
        for each in texts_of(session, group)
        if player.name_key in name_key(each.text)
    }
    games = sorted(found, key=lambda each: (each.played_on, each.game), reverse=True)
    people = everybody_who_is(session, [player.id])
    arranged = groups_arranged_by(session, device_id or 0)
    stays_elsewhere = not {each.group_id for each in people} <= arranged
    return Mentions(player.name, group.name, tuple(games), stays_elsewhere)
