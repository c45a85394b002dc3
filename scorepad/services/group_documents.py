"""Import and export of whole groups, and of many sheets at once: all or nothing."""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from datetime import datetime
from itertools import starmap
from typing import Any, TypeVar
from uuid import UUID, uuid4

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.groups import add_membership
from scorepad.db.history import Stamp
from scorepad.db.people import all_players_of, seasons_of
from scorepad.db.rows import document_value
from scorepad.db.season_games import load_games
from scorepad.db.tables import AnyGame, DocumentGame, GameRow, Group, Season
from scorepad.games.documents import written
from scorepad.games.group_document import (
    GameWords,
    GroupDocument,
    PlayerWords,
    SeasonWords,
)
from scorepad.games.registry import GameOfKind
from scorepad.services.devices import new_device
from scorepad.services.groups import Founding, new_group
from scorepad.services.inputs import SheetEntry
from scorepad.services.permissions import Action, Role, group_for
from scorepad.services.seating import people_by_name, seat_players
from scorepad.services.sheet_entry import NewSheet, put_sheets

AT_ONCE = 100
SEASON = [each.name for each in fields(SeasonWords)]

OnProgress = Callable[[int, int], None]
"""Progress callback, called with the games written so far and their total."""


def import_group(
    session: Session,
    at: datetime,
    document: GroupDocument,
    on_progress: OnProgress = lambda _done, _all: None,
) -> UUID:
    """Create a group from a *document*; return its id.

    The importing device is new and unknown to anybody, so the operator hands out a
    recovery code. Players are matched by name; games keep their ids and seasons.

    :raises EntryRefusedError: a game is invalid; nothing is imported then.
    """
    uuid, claim = uuid4(), secrets.token_urlsafe(32)
    with write_transaction(session):
        device, _ = new_device(session, at)
        founding = Founding(uuid, claim, document.time_zone, document.language)
        group = new_group(session, founding, device, at)
        group.name = document.name
        add_membership(session, group, device.id, role=Role.OWNER)
        stamp = Stamp(device.id, at)
        seasons = _put_seasons(session, group, document)
        names = [each.name for each in document.players]
        people = people_by_name(session, group, names)
        players = seat_players(session, group, stamp, people)
        for start in range(0, len(document.games), AT_ONCE):
            some = document.games[start : start + AT_ONCE]
            sheets, where = map(_sheet_of, some), [seasons[e.season] for e in some]
            put_sheets(session, group, stamp, list(sheets), where)
            on_progress(start + len(some), len(document.games))
        # Last, because seating a player marks them as no longer archived.
        for player, words in zip(players, document.players, strict=True):
            player.guest, player.archived = words.guest, words.archived
        session.commit()
    return uuid


def _put_seasons(
    session: Session, group: Group, document: GroupDocument
) -> Mapping[int, Season]:
    found = {each.number: each for each in seasons_of(session, group)}
    for words in document.seasons:
        if words.number not in found:
            found[words.number] = Season(group_id=group.id, number=words.number)
        for name in SEASON:
            setattr(found[words.number], name, getattr(words, name))
    session.add_all(found.values())
    session.flush()
    return found


def _sheet_of(words: GameWords) -> NewSheet:
    word, game = words.document
    own, how = getattr(game, "id_", None), (words.finished, words.counts)
    entry = SheetEntry(game, None, *how, brought=True, word=word)
    return UUID(own) if own else uuid4(), entry


SOME = 50
Words = TypeVar("Words", SeasonWords, PlayerWords)


def export_group(
    session: Session, device_id: int | None, gid: UUID
) -> tuple[str, Iterator[str]]:
    """Return the name of a group and its document as JSON, piece by piece.

    Reads a few games at a time, so that a long season does not delay saves.
    """
    group = group_for(session, device_id, gid, Action.ARRANGE)
    head = GroupDocument(
        format="scorepad/group",
        version=1,
        id_=str(group.uuid),
        name=group.name,
        time_zone=group.time_zone,
        language=group.language,
        seasons=tuple(_words(SeasonWords, row) for row in seasons_of(session, group)),
        players=tuple(
            _words(PlayerWords, row) for row in all_players_of(session, group)
        ),
        games=(),
    )
    return group.name or "", _pieces(session, group, head)


def _words(model: type[Words], row: Any) -> Words:
    return model(**{each.name: getattr(row, each.name) for each in fields(model)})


def _pieces(session: Session, group: Group, head: GroupDocument) -> Iterator[str]:
    yield json.dumps(written(head), ensure_ascii=False).removesuffix("]}")
    between = "\n"
    for game in _games(session, group):
        yield between + json.dumps(written(game), ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n"


def _games(session: Session, group: Group) -> Iterator[GameWords]:
    numbers = {each.id: each.number for each in seasons_of(session, group)}

    def words(row: AnyGame, game: Any) -> GameWords:
        number, finished = numbers[row.season_id], row.finished_at is not None
        return GameWords(number, finished, row.counts, GameOfKind(row.game, game))

    ours = AnyGame.group_id == group.id, AnyGame.deleted_at.is_(None)
    ids = select(GameRow.id).where(*ours).order_by(GameRow.id).limit(SOME)
    last = 0
    while row_ids := session.scalars(ids.where(GameRow.id > last)).all():
        yield from starmap(words, load_games(session, row_ids))
        last = row_ids[-1]
        session.rollback()  # a long read must not block saves
    documents = select(DocumentGame).where(*ours).order_by(DocumentGame.id)
    for row in session.scalars(documents).all():
        yield words(row, document_value(row))
