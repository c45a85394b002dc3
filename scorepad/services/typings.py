"""Paper sheets of a tournament that are typed in twice, on two devices.

The first typing waits in the tournament. Only who types in the same sheet on another
device learns where it differs.
"""

from dataclasses import replace
from uuid import UUID

from sqlalchemy import select

from scorepad.db.history import Reader, Writer
from scorepad.db.rows import game_value
from scorepad.db.tables import TournamentRow
from scorepad.games.documents import read_stored
from scorepad.services.errors import (
    Fault,
    NotAllowedError,
    TypedDifferentlyError,
    refusal,
)
from scorepad.services.inputs import GameAddress, SheetEntry
from scorepad.services.permissions import Action, game_for, group_and_member
from scorepad.services.sheet_entry import change_sheet, check_change, record_sheet
from scorepad.services.tournaments import Loaded, in_transaction, lock_tournament
from scorepad.tournaments.record import Tournament, Typing, without_typing


def typed_twice(by: Reader, address: GameAddress) -> UUID | None:
    """Return the tournament that wants the sheet of a game typed in twice, if any.

    Only empty sheets are. A table that keeps its own score saves at once, unless a
    director has typed in its sheet: then its phone is the second device.
    """
    group, member = group_and_member(by, address.group, Action.READ)
    row = game_for(by.session, group, address.game, lock=False)
    of_game = TournamentRow.season_id == row.season_id
    found = by.session.scalar(select(TournamentRow).where(of_game))
    if found is None or not member.may(Action.SCORE, address.game):
        return None
    to = read_stored(Tournament, found.document)
    first = to.typing(str(address.game), row.revision)
    is_wanted = to.typed_twice and (member.may(Action.SCORE) or first)
    game = game_value(row)
    return found.uuid if is_wanted and not (game.rounds or game.final_totals) else None


def type_in(
    by: Writer, address: GameAddress, entry: SheetEntry, *, chosen: bool
) -> int | None:
    """Save a sheet and return its revision, or keep a first typing aside: ``None``.

    *chosen*: a person has seen where two typings differ and chosen what is right.

    :raises TypedDifferentlyError: the typings differ.
    :raises EntryRefusedError: a first typing is unfinished, a second comes from the
        same device, or as in :func:`record_sheet`.
    :raises ChangedElsewhereError: the game changed since the device read it.
    """
    tournament = typed_twice(by, address)
    if tournament is None:
        return record_sheet(by, address, entry)
    id_, gid = str(address.game), address.group
    with lock_tournament(by, gid, tournament, Action.READ) as to:
        if not to.member.may(Action.SCORE, address.game):
            raise NotAllowedError
        row = game_for(by.session, to.group, address.game, lock=True)
        first = to.value.typing(id_, row.revision)
        if first and first.device == by.device_id:
            raise refusal("sheet", Fault.TYPED_HERE)
        if not check_change(by.session, to.group, row, entry).finished:
            raise refusal("ended", Fault.SHEET_UNFINISHED)
        to.value = without_typing(to.value, id_)
        if first is None:
            sheet = replace(entry.game, players=())
            kept = Typing(id_, by.device_id, row.revision, sheet)
            to.value = replace(to.value, typings=(*to.value.typings, kept))
            return None
        theirs = replace(first.sheet, players=entry.game.players)
        if theirs != entry.game and not chosen:
            raise TypedDifferentlyError(theirs)
        change_sheet(by, to.group, row, entry)
        return row.revision


@in_transaction
def discard(to: Loaded, game: UUID) -> None:
    """Discard the first typing of the sheet of a *game*."""
    to.value = without_typing(to.value, str(game))
