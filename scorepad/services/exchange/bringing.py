"""Bringing a whole game in from its document, or from the sheet that carries it."""

from dataclasses import replace
from datetime import datetime
from hashlib import sha256
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.games import GAMES
from scorepad.rules.wizard.game import Game
from scorepad.services.checking import check_sheet
from scorepad.services.entering import GameAddress, SheetEntry
from scorepad.services.groups.hosting import Founding
from scorepad.services.other_games.documenting import (
    objections_to_game,
    save_new_document,
)
from scorepad.services.play.copying import Opened, group_of, objections_to_paper
from scorepad.services.play.recording import game_as_record, record_sheet
from scorepad.services.refusing import ChangedElsewhereError, EntryRefusedError
from scorepad.store.play.history import Stamp


def bring_in(
    session: Session,
    device_id: int | None,
    at: datetime,
    game: Game,
    founding: Founding,
) -> Opened:
    """Put a *game* into the latest group of a device, or into a new one.

    Its own id is kept where it is free. The same game again is found again; another
    game under the same id gets an id that follows from what is in it.

    :raises EntryRefusedError: with everything that is wrong with it, by field; no
        group is founded then.
    """
    if objections := objections_to_paper(game):
        raise EntryRefusedError(objections)
    check_sheet(game)
    device_id, token, group = group_of(session, device_id, at, founding)
    entry = SheetEntry(game=replace(game, id_=None), seen=None)
    stamp = Stamp(device_id, at)
    for uuid in _ids(game):
        address = GameAddress(group, uuid)
        try:
            record_sheet(session, stamp, address, entry)
        except ChangedElsewhereError:
            if not _is_there(session, device_id, address, game):
                continue
        return Opened(address, token)
    return Opened(address, token)


def _ids(game: Game) -> tuple[UUID, ...]:
    content = sha256(repr(replace(game, id_=None)).encode()).digest()
    own = (UUID(game.id_),) if game.id_ else ()
    return (*own, UUID(bytes=content[:16], version=4))


def _is_there(
    session: Session, device_id: int, address: GameAddress, game: Game
) -> bool:
    stored = game_as_record(session, device_id, address).game
    return replace(stored, id_=None) == replace(game, id_=None)


def bring_document_in(  # noqa: PLR0913, PLR0917 - who, when, what and where to
    session: Session,
    device_id: int | None,
    at: datetime,
    word: str,
    game: Any,
    founding: Founding,
) -> Opened:
    """The same for a *game* that is stored as its document, called by its *word*.

    :raises EntryRefusedError: with everything that cannot have happened; no group is
        founded then.
    """
    if objections := objections_to_game(word, game):
        raise EntryRefusedError(objections)
    device_id, token, group = group_of(session, device_id, at, founding)
    document = GAMES[word].document_of(game)
    own = document.pop("id", None)
    content = sha256(repr(sorted(document.items())).encode()).digest()
    stamp = Stamp(device_id, at)
    for uuid in (*([UUID(own)] if own else ()), UUID(bytes=content[:16], version=4)):
        address = GameAddress(group, uuid)
        there = save_new_document(session, stamp, address, word, game)
        if there is None or _without_evening(there, document) == document:
            break
    return Opened(address, token)


def _without_evening(there: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    """What is stored; without the evening that it was given if the file has none."""
    given = {"played_on"} - document.keys()
    return {key: each for key, each in there.items() if key not in given}
