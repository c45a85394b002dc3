"""Import of a game from its document, or from a sheet that contains it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.groups import groups_of
from scorepad.db.history import Stamp
from scorepad.db.rows import as_stored, with_rounds
from scorepad.games.names import name_key, objection_to_name
from scorepad.games.registry import GAMES
from scorepad.games.wizard.models import Game
from scorepad.services.errors import (
    ChangedElsewhereError,
    EntryRefusedError,
    Fault,
    FieldObjection,
    NotThereError,
)
from scorepad.services.games import restore, save_new_game
from scorepad.services.groups import Founding, found_group
from scorepad.services.inputs import GameAddress, GameEntry, SheetEntry
from scorepad.services.sheet_entry import game_as_record, record_sheet
from scorepad.services.validation import check_sheet, objections_to_settings, with_cards


@dataclass(frozen=True, slots=True)
class PaperGame:
    """A game to be typed in from paper; *founding* is for a device without a group."""

    game: Game
    uuid: UUID
    founding: Founding


@dataclass(frozen=True, slots=True)
class Opened:
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
    return (*_objections_to_names(game.players), *settings)


def _objections_to_names(names: Sequence[str]) -> list[FieldObjection]:
    found = []
    keys = [name_key(name) for name in names]
    for seat, (name, key) in enumerate(zip(names, keys, strict=True)):
        field = f"players/{seat}/name"
        if problem := objection_to_name(name):
            found.append(FieldObjection(field, problem.value, seat))
        elif key in keys[:seat]:
            values = {"name": name}
            found.append(FieldObjection(field, Fault.NAME_TWICE, seat, values))
    return found


def group_of(
    session: Session, device_id: int | None, at: datetime, founding: Founding
) -> tuple[int, str | None, UUID]:
    """Return the device, its new token if any, and its latest group, or a new one."""
    groups = () if device_id is None else groups_of(session, device_id)
    if device_id is not None and groups:
        return device_id, None, groups[0].uuid
    founded = found_group(session, device_id, at, founding)
    return founded.device_id, founded.token, founding.uuid


def import_game(
    session: Session,
    device_id: int | None,
    at: datetime,
    game: Game,
    founding: Founding,
) -> Opened:
    """Import a *game* into the latest group of a device, or into a new group.

    It keeps its id if that is free. The same game again is found, and restored if it
    was deleted. If another game has the id, or one that cannot be restored, the new id
    is a hash of the content.

    :raises EntryRefusedError: every problem by field; no group is created.
    """
    if objections := objections_to_paper(game):
        raise EntryRefusedError(objections)
    check_sheet(game, brought=True)
    device_id, token, group = group_of(session, device_id, at, founding)
    entry = SheetEntry(game=_as_stored(game), seen=None, brought=True)
    stamp = Stamp(device_id, at)
    places = _places(group, game.id_, repr(entry.game))
    address = next(each for each in places if _is_put(session, stamp, each, entry))
    return Opened(address, token)


def _places(group: UUID, own: str | None, content: str) -> Iterator[GameAddress]:
    """Yield the ids to try: its own, then a chain of hashes of the content."""
    if own:
        yield GameAddress(group, UUID(own))
    said = content.encode()
    while True:
        said = sha256(said).digest()
        yield GameAddress(group, UUID(bytes=said[:16], version=4))


def _as_stored(game: Game) -> Game:
    kept = {number: as_stored(each) for number, each in enumerate(game.rounds, 1)}
    return with_rounds(replace(game, id_=None), kept)


def _is_put(
    session: Session, stamp: Stamp, address: GameAddress, entry: SheetEntry
) -> bool:
    """Return whether the game is stored here, now or before; restore it if deleted."""
    try:
        record_sheet(session, stamp, address, entry)
    except ChangedElsewhereError:
        stored = game_as_record(session, stamp.device_id, address).game
        is_same = _as_it_came(stored, entry.game) == entry.game
        return is_same and _is_back(partial(restore, session, stamp, address))
    return True


def _as_it_came(stored: Game, brought: Game) -> Game:
    """Return the stored game without what an import may change: date and names."""
    day = brought.played_on and stored.played_on
    return replace(stored, id_=None, players=brought.players, played_on=day)


def _is_back(bring: Callable[[], int]) -> bool:
    """Restore a game; return whether that was still possible."""
    try:
        bring()
    except NotThereError:
        return False
    return True


def import_document(  # noqa: PLR0913, PLR0917 - independent arguments
    session: Session,
    device_id: int | None,
    at: datetime,
    word: str,
    game: Any,
    founding: Founding,
) -> Opened:
    """Import a *game* of the kind *word*, stored as its document, like ``import_game``.

    :raises EntryRefusedError: everything impossible in it; no group is created.
    """
    if objections := objections_to_settings(GameEntry(game, (), word=word)):
        raise EntryRefusedError(objections)
    device_id, token, group = group_of(session, device_id, at, founding)
    document = GAMES[word].document_of(game)
    own = document.pop("id", None)
    stamp = Stamp(device_id, at)
    for place in _places(group, own, repr(sorted(document.items()))):
        address = replace(place, word=word)
        there = save_new_game(session, stamp, address, game)
        back = partial(restore, session, stamp, address)
        if there is None or (_is_same(there, document) and _is_back(back)):
            break
    return Opened(address, token)


def _is_same(there: dict[str, Any], document: dict[str, Any]) -> bool:
    """Return whether the documents agree, apart from a date set by the import."""
    given = {"played_on"} - document.keys()
    return {key: each for key, each in there.items() if key not in given} == document
