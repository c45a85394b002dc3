"""Import of a game from its document, or from a sheet that contains it."""

import json
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.groups import groups_of
from scorepad.db.history import Stamp
from scorepad.db.rows import as_stored, with_rounds
from scorepad.db.tables import WIZARD
from scorepad.games.registry import GAMES
from scorepad.games.wizard.models import Game
from scorepad.services.errors import (
    ChangedElsewhereError,
    EntryRefusedError,
    FieldObjection,
    NotThereError,
)
from scorepad.services.games import restore
from scorepad.services.groups import Founding, found_group
from scorepad.services.inputs import GameAddress, GameEntry, SheetEntry
from scorepad.services.seating import objections_to_names
from scorepad.services.sheet_entry import document_there, judged, record_sheet
from scorepad.services.validation import objections_to_settings, with_cards


class PaperGame(NamedTuple):
    """A game to be typed in from paper; *founding* is for a device without a group."""

    game: Game
    uuid: UUID
    founding: Founding


class Opened(NamedTuple):
    """The address of a game, and the new token if a group was created for it."""

    address: GameAddress
    token: str | None


def open_paper_game(
    session: Session, device_id: int | None, at: datetime, paper: PaperGame
) -> Opened:
    """Add an empty game to the latest group of a device, or to a new group.

    A repeated request finds the game of the first one.

    :raises EntryRefusedError: every problem of names and rounds; no group is created.
    """
    if objections := objections_to_paper(paper.game):
        raise EntryRefusedError(objections)
    device_id, token, group = group_of(session, device_id, at, paper.founding)
    address = GameAddress(group, paper.uuid)
    entry = SheetEntry(game=with_cards(paper.game), seen=None, finished=False)
    with suppress(ChangedElsewhereError):  # it was sent before
        record_sheet(session, Stamp(device_id, at), address, entry)
    return Opened(address, token)


def objections_to_paper(game: Game) -> tuple[FieldObjection, ...]:
    """Return every problem with the names and rounds of a new game."""
    ids = tuple(UUID(int=seat) for seat in range(len(game.players)))
    settings = objections_to_settings(GameEntry(game=game, player_ids=ids))
    return (*objections_to_names(game.players), *settings)


def group_of(
    session: Session, device_id: int | None, at: datetime, founding: Founding
) -> tuple[int, str | None, UUID]:
    """Return the device, its new token if any, and its latest group, or a new one."""
    groups = () if device_id is None else groups_of(session, device_id)
    if device_id is not None and groups:
        return device_id, None, groups[0].uuid
    founded = found_group(session, device_id, at, founding)
    return founded.device_id, founded.token, founding.uuid


def import_game(  # noqa: PLR0913, PLR0917 - independent arguments
    session: Session,
    device_id: int | None,
    at: datetime,
    word: str,
    game: Any,
    founding: Founding,
) -> Opened:
    """Import a *game* of the kind *word* into a device's latest group, or a new one.

    It keeps its id if that is free. The same game again is found, and restored if it
    was deleted. If another game has the id, or one that cannot be restored, the new id
    is a hash of the content.

    :raises EntryRefusedError: every problem by field; no group is created.
    """
    if GAMES[word].model:
        kept = {number: as_stored(each) for number, each in enumerate(game.rounds, 1)}
        game = with_rounds(game, kept)
    entry = SheetEntry(game, seen=None, brought=True, word=word)
    judged(entry)
    device_id, token, group = group_of(session, device_id, at, founding)
    stamp = Stamp(device_id, at)
    document = GAMES[word].document_of(game)
    for id_ in _ids(document.pop("id", None), json.dumps(document, sort_keys=True)):
        address = GameAddress(group, id_, WIZARD if GAMES[word].model else word)
        if _is_put(session, stamp, address, entry, document):
            break
    return Opened(address, token)


def _ids(own: str | None, content: str) -> Iterator[UUID]:
    """Yield the ids to try: its own, then a chain of hashes of the content."""
    if own:
        yield UUID(own)
    said = content.encode()
    while True:
        said = sha256(said).digest()
        yield UUID(bytes=said[:16], version=4)


def _is_put(
    session: Session,
    stamp: Stamp,
    address: GameAddress,
    entry: SheetEntry,
    document: dict[str, Any],
) -> bool:
    """Return whether the game is stored here, now or before; restore it if deleted."""
    try:
        record_sheet(session, stamp, address, entry)
    except ChangedElsewhereError:
        there = document_there(session, stamp.device_id, address)
        # An import may change the date; people may have another name by now.
        given = {"players", "id", *({"played_on"} - document.keys())}
        keys = (there.keys() | document.keys()) - given
        if any(there.get(key) != document.get(key) for key in keys):
            return False
        try:
            restore(session, stamp, address)
        except NotThereError:
            return False
    return True
