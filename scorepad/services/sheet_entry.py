"""Whole sheets of Wizard: read, validate and save them in one request."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.games import (
    count_revision,
    lock_game,
    raise_settings,
)
from scorepad.db.groups import lock_device
from scorepad.db.history import Stamp
from scorepad.db.rounds import as_played
from scorepad.db.rows import game_value
from scorepad.db.tables import GameRow, Group
from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.sheet import Sheet
from scorepad.services.errors import (
    ChangedElsewhereError,
    EntryRefusedError,
    NotThereError,
)
from scorepad.services.games import new_game, put_settings
from scorepad.services.inputs import GameAddress, GameEntry, RoundEntry, SheetEntry
from scorepad.services.permissions import Action, game_for, group_for, lock_group_or_404
from scorepad.services.results import write_results
from scorepad.services.rounds import check_sheet_under_seal, put_round
from scorepad.services.seat_changes import Places, seatings_of
from scorepad.services.seating import people_by_name
from scorepad.services.serializers import change_of, game_state, season_of
from scorepad.services.validation import check_sheet, objections_to_settings


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as a value of the rules, with what the rules do not know about it."""

    game: Game
    revision: int
    season: int
    finished: bool
    counts: bool
    deleted: bool
    player_ids: tuple[UUID, ...]
    seating: int


def game_as_record(
    session: Session, device_id: int | None, address: GameAddress
) -> StoredGame:
    """Return a stored game with all its rounds, if the device may read it."""
    group = group_for(session, device_id, address.group, Action.READ)
    row = game_for(session, group, address.game, hold=False)
    return StoredGame(
        game=game_value(row),
        revision=row.revision,
        season=season_of(session, row).number,
        finished=row.finished_at is not None,
        counts=row.counts,
        deleted=row.deleted_at is not None,
        player_ids=tuple(seat.player.uuid for seat in row.seats),
        seating=row.seating,
    )


def seated_since(
    session: Session, device_id: int | None, address: GameAddress, seating: int
) -> Places | None:
    """Return where the players of a *seating* sit now, ``None`` if it never existed."""
    group = group_for(session, device_id, address.group, Action.READ)
    row = game_for(session, group, address.game, hold=False)
    return seatings_of(session, row).get(seating)


def record_sheet(
    session: Session, stamp: Stamp, address: GameAddress, entry: SheetEntry
) -> int:
    """Save a whole sheet in one transaction; return the revision of the game.

    Players are matched by name or created. Only changed rounds get a new revision;
    rounds missing in the sheet become empty.

    :raises NotThereError: the group or the game does not exist for this device.
    :raises EntryRefusedError: every objection that the sheet does not accept, by fields
        like ``rounds/3/bids/2``; nothing is saved.
    :raises ChangedElsewhereError: the game changed since the device read it.
    """
    with write_transaction(session):
        group = group_for(
            session, stamp.device_id, address.group, Action.SCORE, game=address.game
        )
        lock_device(session, stamp.device_id)
        lock_group_or_404(session, group)
        found = lock_game(session, group, address.game)
        row = found if isinstance(found, GameRow) else None
        if row is None and (found or entry.seen is not None):
            raise NotThereError
        expect_seen(session, row, entry.seen)
        settings = _settings(session, group, row, entry)
        if row is None:
            row = cast("GameRow", new_game(session, group, stamp, address, settings))
        else:
            check_sheet_under_seal(session, row, entry.game)
            raise_settings(session, row, stamp, seen=row.revision)
        put_settings(session, group, row, stamp, settings)
        _put_rounds(session, row, stamp, entry.game.rounds)
        write_results(session, row)
        told = row.revision
        session.commit()
        return told


def expect_seen(session: Session, row: GameRow | None, seen: int | None) -> None:
    """Check that a game is at the revision *seen*, or does not exist.

    :raises ChangedElsewhereError: it is at another revision.
    """
    if row is not None and row.revision != seen:
        raise ChangedElsewhereError(
            game_state(row, season_of(session, row)),
            f"g{row.revision}",
            change_of(session, row),
        )


def _settings(
    session: Session, group: Group, row: GameRow | None, entry: SheetEntry
) -> GameEntry:
    people = people_by_name(session, group, entry.game.players)
    return judged(entry, tuple(uuid for uuid, _ in people), row)[0]


def judged(
    entry: SheetEntry, player_ids: tuple[UUID, ...], row: GameRow | None = None
) -> tuple[GameEntry, Sheet]:
    """Validate a sheet, stored as *row* if any; return its settings and results.

    :raises EntryRefusedError: every objection that the sheet does not accept.
    """
    game = entry.game
    counts = entry.counts if entry.counts is not None else row is None or row.counts
    settings = GameEntry(
        game=replace(game, rounds=()),
        player_ids=player_ids,
        started_at=None if row is None else row.started_at,
        counts=counts,
        deleted=row is not None and row.deleted_at is not None,
        seating=0 if row is None else row.seating,
        word=game.word,
    )
    if objections := objections_to_settings(settings):
        raise EntryRefusedError(objections)
    sheet = check_sheet(game, brought=entry.brought)
    finished = sheet.finished if entry.finished is None else entry.finished
    return replace(settings, finished=finished), sheet


def _put_rounds(
    session: Session, row: GameRow, stamp: Stamp, rounds: Sequence[Round]
) -> None:
    game = as_played(row)
    blank = Round(bids=(None,) * len(row.seats))
    wanted = dict(enumerate(rounds, 1))
    changed = False
    for number in range(1, max((*wanted, *game.rounds), default=0) + 1):
        before, round_ = game.rounds.get(number), wanted.get(number, blank)
        if before is None or before.value != round_:
            put_round(session, game, number, stamp, RoundEntry(round_))
            changed = True
    if changed:
        count_revision(session, row, stamp)
        session.expire_all()  # the rounds were written past the session's objects
