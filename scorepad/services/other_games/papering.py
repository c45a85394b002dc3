"""A game that is stored as its document, as its sheet wants it."""

from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from scorepad.services.inputs import GameAddress
from scorepad.services.other_games.documenting import stored_document
from scorepad.services.permissions import Action, group_for


def game_for_paper(
    session: Session, device_id: int | None, address: GameAddress, word: str
) -> tuple[str | None, Any]:
    """The name of the group, and the game with its evening, for whoever may read it.

    :raises NotThereError: the device does not belong to a group with such a game.
    """
    group = group_for(session, device_id, address.group, Action.READ)
    stored = stored_document(session, device_id, address, word)
    return group.name, replace(stored.game, played_on=stored.played_on)
