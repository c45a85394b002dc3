"""Bringing a whole group in from its document: all of it, or nothing."""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy.orm import Session

from scorepad.rules.group_document import GameWords, GroupDocument, SeasonWords
from scorepad.services.exchange.importing import put_sheets
from scorepad.services.groups.devices import new_device
from scorepad.services.groups.groups import Founding, new_group
from scorepad.services.inputs import GameAddress, SheetEntry, name_or_none
from scorepad.services.other_games.document_writing import (
    DocumentEntry,
    new_document,
    put_document,
)
from scorepad.services.permissions import Role
from scorepad.services.play.seating import people_by_name, seat_players
from scorepad.store.db import write_transaction
from scorepad.store.groups.groups import add_membership
from scorepad.store.groups.people import seasons_of
from scorepad.store.play.history import Stamp
from scorepad.store.tables import Group, Season

AT_ONCE = 100

Told = Callable[[int, int], None]
"""Called with how many games are written, and of how many."""


def bring_group_in(
    session: Session,
    at: datetime,
    document: GroupDocument,
    told: Told = lambda _done, _all: None,
) -> UUID:
    """Make a new group of a *document*; tell its id. Nobody owns it yet.

    Players are who they are by name, games keep their ids and their seasons.

    :raises EntryRefusedError: a game is refused; then nothing is there.
    """
    uuid, claim = uuid4(), secrets.token_urlsafe(32)
    with write_transaction(session):
        device, _ = new_device(session, at)
        founding = Founding(uuid, claim, document.time_zone, document.language)
        group = new_group(session, founding, device, at)
        group.name = name_or_none(document.name or "")
        add_membership(session, group, device.id, role=Role.OWNER)
        stamp = Stamp(device.id, at)
        seasons = _put_seasons(session, group, document)
        _put_players(session, group, stamp, document)
        _put_games(session, group, stamp, document, seasons, told)
        _describe_players(session, group, stamp, document)
        session.commit()
    return uuid


def _put_seasons(
    session: Session, group: Group, document: GroupDocument
) -> Mapping[int, Season]:
    found = {each.number: each for each in seasons_of(session, group)}
    for words in document.seasons:
        if words.number not in found:
            found[words.number] = Season(group_id=group.id, number=words.number)
        _describe_season(found[words.number], words)
    session.add_all(found.values())
    session.flush()
    return found


def _describe_season(season: Season, words: SeasonWords) -> None:
    season.name = words.name
    season.starts_on, season.ends_on = words.starts_on, words.ends_on
    season.ranked_by, season.least_games = words.ranked_by, words.least_games


def _put_players(
    session: Session, group: Group, stamp: Stamp, document: GroupDocument
) -> None:
    names = [each.name for each in document.players]
    seat_players(session, group, stamp, people_by_name(session, group, names))


def _describe_players(
    session: Session, group: Group, stamp: Stamp, document: GroupDocument
) -> None:
    """At the end: whoever sits at a table is no longer taken for gone."""
    names = [each.name for each in document.players]
    people = people_by_name(session, group, names)
    players = seat_players(session, group, stamp, people)
    for player, words in zip(players, document.players, strict=True):
        player.guest, player.archived = words.guest, words.archived


def _put_games(  # noqa: PLR0913, PLR0917 - everything that a game hangs on
    session: Session,
    group: Group,
    stamp: Stamp,
    document: GroupDocument,
    seasons: Mapping[int, Season],
    told: Told,
) -> None:
    sheets = [each for each in document.games if each.document.word == "wizard"]
    for start in range(0, len(sheets), AT_ONCE):
        some = sheets[start : start + AT_ONCE]
        entries = [(_id_of(each), _entry_of(each)) for each in some]
        put_sheets(session, group, stamp, entries, [seasons[e.season] for e in some])
        told(start + len(some), len(document.games))
    for each in document.games:
        if each.document.word != "wizard":
            _put_document(session, group, stamp, each, seasons[each.season])


def _entry_of(words: GameWords) -> SheetEntry:
    return SheetEntry(
        words.document.game, None, words.finished, words.counts, brought=True
    )


def _put_document(
    session: Session, group: Group, stamp: Stamp, words: GameWords, season: Season
) -> None:
    people = people_by_name(session, group, list(words.document.game.players))
    ids = tuple(uuid for uuid, _ in people)
    entry = DocumentEntry(
        words.document.word, words.document.game, ids, counts=words.counts
    )
    address = GameAddress(group.uuid, _id_of(words))
    row = new_document(session, group, stamp, address, entry)
    put_document(session, group, row, stamp, entry)
    row.season_id = season.id


def _id_of(words: GameWords) -> UUID:
    own = getattr(words.document.game, "id_", None)
    return UUID(own) if own else uuid4()
