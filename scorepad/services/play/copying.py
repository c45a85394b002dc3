"""Copying a paper game: a table is set up, and its sheet is then typed in."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.names import name_key, objection_to_name
from scorepad.rules.wizard.game import Game
from scorepad.services.errors import (
    ChangedElsewhereError,
    EntryRefusedError,
    Fault,
    FieldObjection,
)
from scorepad.services.groups.groups import Founding, found_group
from scorepad.services.inputs import GameAddress, GameEntry, SheetEntry
from scorepad.services.play.preparing import objections_to_settings, with_cards
from scorepad.services.play.recording import record_sheet
from scorepad.store.groups.groups import groups_of
from scorepad.store.play.history import Stamp


@dataclass(frozen=True, slots=True)
class PaperGame:
    """A game to be copied. *founding* is for a device that has no group yet."""

    game: Game
    uuid: UUID
    founding: Founding


@dataclass(frozen=True, slots=True)
class Opened:
    """Where the game is now, and the token of the device that founded its group."""

    address: GameAddress
    token: str | None


def open_paper_game(
    session: Session, device_id: int | None, at: datetime, paper: PaperGame
) -> Opened:
    """Put an empty game into the latest group of a device, or into a new one.

    The same game again is found again, so that sending the form twice makes one.

    :raises EntryRefusedError: with everything that is wrong with names and rounds;
        no group is founded then.
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
    """Everything that is wrong with the names and the rounds of a new game."""
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
    """The latest group of a device, or a new one, with its token from now on."""
    groups = () if device_id is None else groups_of(session, device_id)
    if device_id is not None and groups:
        return device_id, None, groups[0].uuid
    founded = found_group(session, device_id, at, founding)
    return founded.device_id, founded.token, founding.uuid
