"""Many whole sheets at once, in one transaction: all of them, or none."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.names import name_key
from scorepad.rules.wizard.document import round_record
from scorepad.rules.wizard.sheet import Sheet
from scorepad.services.inputs import SheetEntry
from scorepad.services.permissions import Action, group_for, hold_to_fill
from scorepad.services.play.keeping import (
    apply_settings,
    begun_game,
    evening_of,
)
from scorepad.services.play.recording import expect_seen, judged
from scorepad.services.play.seating import people_by_name, seat_players
from scorepad.services.quotas import check_room_for_games
from scorepad.services.seasons.results import results_of_sheet
from scorepad.services.telling import game_record
from scorepad.store.db import write_transaction
from scorepad.store.groups.devices import hold_device
from scorepad.store.groups.groups import raise_revision
from scorepad.store.groups.people import season_among, seasons_of
from scorepad.store.play.games import known_games
from scorepad.store.play.history import Stamp
from scorepad.store.play.kept_games import kept_settings
from scorepad.store.play.many_games import NewGame, insert_games
from scorepad.store.seasons.results import put_results
from scorepad.store.tables import Group, Player, Season

Written = tuple[NewGame, Sheet]
"""A game that is not stored yet, and everything that follows from it."""


def record_sheets(
    session: Session,
    stamp: Stamp,
    gid: UUID,
    sheets: Sequence[tuple[UUID, SheetEntry]],
) -> None:
    """Save new games, each as ``record_sheet`` saves one.

    :raises NotThereError: the device does not belong to such a group.
    :raises EntryRefusedError: with every objection that one sheet does not accept;
        nothing is saved.
    :raises ChangedElsewhereError: one of the games is there already; nothing is saved.
    :raises WrongTimeError: the group would have more games or people than it may.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.SCORE)
        hold_device(session, stamp.device_id)
        hold_to_fill(session, group)
        put_sheets(session, group, stamp, sheets)
        session.commit()


def put_sheets(
    session: Session,
    group: Group,
    stamp: Stamp,
    sheets: Sequence[tuple[UUID, SheetEntry]],
    seasons: Sequence[Season] = (),
) -> None:
    """The same within a transaction; each into its own of *seasons*, if there are any.

    Otherwise it goes into the season of its evening.

    :raises EntryRefusedError: with every objection that one sheet does not accept.
    :raises ChangedElsewhereError: one of the games is there already.
    :raises WrongTimeError: the group would have more games or people than it may.
    """
    for row in known_games(session, group, [uuid for uuid, _ in sheets]):
        expect_seen(session, row, None)
    check_room_for_games(session, group, more=len(sheets))
    players = _players(session, group, stamp, [each for _, each in sheets])
    known = seasons_of(session, group)
    written = [
        _written(session, group, known, stamp, uuid, entry, players)
        for uuid, entry in sheets
    ]
    for (game, _), season in zip(written, seasons, strict=False):
        game.row.season_id = season.id
    insert_games(session, [game for game, _ in written], stamp)
    _keep(session, group, written)


def _players(
    session: Session, group: Group, stamp: Stamp, sheets: Sequence[SheetEntry]
) -> Mapping[str, Player]:
    """Everybody who sits at one of the tables, by the key of the name."""
    named = {name_key(name): name for each in sheets for name in each.game.players}
    people = people_by_name(session, group, list(named.values()))
    found = seat_players(session, group, stamp, people)
    return {player.name_key: player for player in found}


def _written(  # noqa: PLR0913, PLR0917 - everything that a game hangs on
    session: Session,
    group: Group,
    seasons: Sequence[Season],
    stamp: Stamp,
    uuid: UUID,
    sheet: SheetEntry,
    known: Mapping[str, Player],
) -> Written:
    """Judge a sheet, and write it into a row that is not stored yet."""
    players = [known[name_key(name)] for name in sheet.game.players]
    entry, whole = judged(sheet, tuple(each.uuid for each in players))
    evening = evening_of(group, stamp, entry)
    season = season_among(seasons, evening)
    row = begun_game(season, stamp, uuid, entry, evening)
    apply_settings(session, row, stamp, entry, players)
    rounds = sheet.game.rounds
    history = [game_record(row)]
    history += [{"seating": row.seating, **round_record(each)} for each in rounds]
    if rounds:
        row.revision = 2  # as if they had been written after the settings
    return NewGame(row, rounds, history), whole


def _keep(session: Session, group: Group, written: Sequence[Written]) -> None:
    """Keep what follows from the games that are finished."""
    finished = [
        (kept_settings(session, game.row), sheet)
        for game, sheet in written
        if game.row.finished_at is not None
    ]
    put_results(
        session,
        [kept.row_id for kept, _ in finished],
        [row for kept, sheet in finished for row in results_of_sheet(kept, sheet)],
    )
    raise_revision(session, group.id)
