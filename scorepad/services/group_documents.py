"""Import and export of whole groups, and of many sheets at once: all or nothing."""

import json
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import date, datetime
from typing import Any, cast
from uuid import UUID, uuid4

from sqlalchemy import insert
from sqlalchemy.orm import Session

from scorepad.db.engine import write_transaction
from scorepad.db.finished_games import LoadedGame, load_games, load_settings
from scorepad.db.games import known_games
from scorepad.db.groups import add_membership, lock_device, raise_revision
from scorepad.db.history import Stamp, as_text
from scorepad.db.people import all_players_of, season_among, seasons_of
from scorepad.db.results import put_results
from scorepad.db.rows import document_of_row
from scorepad.db.season_games import documents_of_group, games_of_group
from scorepad.db.tables import (
    DocumentGame,
    GameRow,
    Group,
    Player,
    Revision,
    RoundRow,
    Season,
)
from scorepad.games.group_document import (
    GameWords,
    GroupDocument,
    PlayerWords,
    SeasonWords,
)
from scorepad.games.names import name_key
from scorepad.games.registry import GAMES
from scorepad.games.wizard.document import round_record
from scorepad.games.wizard.sheet import Sheet
from scorepad.services.devices import new_device
from scorepad.services.errors import NotThereError
from scorepad.services.games import (
    apply_settings,
    new_game_row,
    put_new_document,
    start_day,
)
from scorepad.services.groups import Founding, new_group
from scorepad.services.inputs import GameAddress, SheetEntry, name_or_none
from scorepad.services.permissions import Action, Role, group_for, lock_group_or_404
from scorepad.services.rate_limits import check_room_for_games
from scorepad.services.results import results_of_sheet
from scorepad.services.seating import people_by_name, seat_players
from scorepad.services.serializers import game_record
from scorepad.services.sheet_entry import expect_seen, judged

Written = tuple[GameRow, Sheet]
"""A game with its computed sheet."""


def record_sheets(
    session: Session,
    stamp: Stamp,
    gid: UUID,
    sheets: Sequence[tuple[UUID, SheetEntry]],
) -> None:
    """Save new games, each like ``record_sheet``.

    :raises EntryRefusedError: objections that a sheet does not accept; nothing is
        saved.
    :raises ChangedElsewhereError: one of the games exists already; nothing is saved.
    :raises WrongTimeError: the group would exceed its limit of games or players.
    """
    with write_transaction(session):
        group = group_for(session, stamp.device_id, gid, Action.SCORE)
        lock_device(session, stamp.device_id)
        lock_group_or_404(session, group)
        put_sheets(session, group, stamp, sheets)
        session.commit()


def put_sheets(
    session: Session,
    group: Group,
    stamp: Stamp,
    sheets: Sequence[tuple[UUID, SheetEntry]],
    seasons: Sequence[Season] = (),
) -> None:
    """Save new games inside the caller's transaction.

    *seasons*, if given, has the season of each sheet; otherwise its date decides.

    :raises EntryRefusedError: the objections that one sheet does not accept.
    :raises ChangedElsewhereError: one of the games exists already
        (:class:`NotThereError`: as a game other than Wizard).
    :raises WrongTimeError: the group would exceed its limit of games or players.
    """
    for row in known_games(session, group, [uuid for uuid, _ in sheets]):
        if not isinstance(row, GameRow):
            raise NotThereError
        expect_seen(session, row, None)
    check_room_for_games(session, group, more=len(sheets))
    players = _players(session, group, stamp, [each for _, each in sheets])
    known = seasons_of(session, group)
    written = [
        _written(session, group, known, stamp, uuid, entry, players)
        for uuid, entry in sheets
    ]
    for (row, _), season in zip(written, seasons, strict=False):
        row.season_id = season.id
    session.add_all(row for row, _ in written)
    session.flush()
    session.execute(insert(Revision), [e for row, _ in written for e in _history(row)])
    _keep(session, group, written)


def _players(
    session: Session, group: Group, stamp: Stamp, sheets: Sequence[SheetEntry]
) -> Mapping[str, Player]:
    """Return everybody on the sheets by the key of the name; create new players."""
    named = {name_key(name): name for each in sheets for name in each.game.players}
    people = people_by_name(session, group, list(named.values()))
    found = seat_players(session, group, stamp, people)
    return {player.name_key: player for player in found}


def _written(  # noqa: PLR0913, PLR0917 - all parts of a game
    session: Session,
    group: Group,
    seasons: Sequence[Season],
    stamp: Stamp,
    uuid: UUID,
    sheet: SheetEntry,
    known: Mapping[str, Player],
) -> Written:
    """Validate a sheet, and write it into a row that is not stored yet."""
    players = [known[name_key(name)] for name in sheet.game.players]
    entry, whole = judged(sheet, tuple(each.uuid for each in players))
    evening = start_day(group, stamp, entry)
    season = season_among(seasons, evening)
    row = cast("GameRow", new_game_row(season, stamp, uuid, entry, evening))
    apply_settings(session, row, stamp, entry, players)
    row.rounds = [
        RoundRow(
            number=number,
            revision=1,
            changed_by=stamp.device_id,
            changed_at=stamp.at,
            body=round_record(each),
        )
        for number, each in enumerate(sheet.game.rounds, 1)
    ]
    if row.rounds:
        row.revision = 2  # as if they had been written after the settings
    return row, whole


def _history(row: GameRow) -> Iterator[dict[str, Any]]:
    """Yield the first revision of the game's settings and of every round."""
    bodies = [{"seating": row.seating, **each.body} for each in row.rounds]
    for number, body in enumerate([game_record(row), *bodies]):
        yield {
            "game_id": row.id,
            "number": number,
            "revision": 1,
            "device_id": row.changed_by,
            "saved_at": row.changed_at,
            "body": as_text(body),
        }


def _keep(session: Session, group: Group, written: Sequence[Written]) -> None:
    finished = [
        (load_settings(session, row), sheet)
        for row, sheet in written
        if row.finished_at is not None
    ]
    put_results(
        session,
        [kept.row_id for kept, _ in finished],
        [row for kept, sheet in finished for row in results_of_sheet(kept, sheet)],
    )
    raise_revision(session, group.id)


AT_ONCE = 100
SEASON = [each.name for each in fields(SeasonWords)]
PLAYER = [each.name for each in fields(PlayerWords)]

Told = Callable[[int, int], None]
"""Progress callback, called with the games written so far and their total."""


def import_group(
    session: Session,
    at: datetime,
    document: GroupDocument,
    told: Told = lambda _done, _all: None,
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
        group.name = name_or_none(document.name or "")
        add_membership(session, group, device.id, role=Role.OWNER)
        stamp = Stamp(device.id, at)
        seasons = _put_seasons(session, group, document)
        names = [each.name for each in document.players]
        people = people_by_name(session, group, names)
        players = seat_players(session, group, stamp, people)
        _put_games(session, group, stamp, document, seasons, told)
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


def _put_games(  # noqa: PLR0913, PLR0917 - all parts of a game
    session: Session,
    group: Group,
    stamp: Stamp,
    document: GroupDocument,
    seasons: Mapping[int, Season],
    told: Told,
) -> None:
    sheets = [each for each in document.games if GAMES[each.document.word].model]
    for start in range(0, len(sheets), AT_ONCE):
        some = sheets[start : start + AT_ONCE]
        entries = [(_id_of(each), _entry_of(each)) for each in some]
        put_sheets(session, group, stamp, entries, [seasons[e.season] for e in some])
        told(start + len(some), len(document.games))
    for each in document.games:
        if GAMES[each.document.word].model is None:
            _put_document(session, group, stamp, each, seasons[each.season])


def _entry_of(words: GameWords) -> SheetEntry:
    return SheetEntry(
        words.document.game, None, words.finished, words.counts, brought=True
    )


def _put_document(
    session: Session, group: Group, stamp: Stamp, words: GameWords, season: Season
) -> None:
    address = GameAddress(group.uuid, _id_of(words), words.document.word)
    game = words.document.game
    row = put_new_document(session, group, stamp, address, game, counts=words.counts)
    row.season_id = season.id


def _id_of(words: GameWords) -> UUID:
    own = getattr(words.document.game, "id_", None)
    return UUID(own) if own else uuid4()


FORMAT = "scorepad/group"
VERSION = 1
SOME = 50


def export_group(
    session: Session, device_id: int | None, gid: UUID
) -> tuple[str, Iterator[str]]:
    """Return the name of a group and its document as JSON, piece by piece.

    Reads a few games at a time, so that a long season does not delay saves.
    """
    group = group_for(session, device_id, gid, Action.ARRANGE)
    head = {
        "format": FORMAT,
        "version": VERSION,
        "id": str(group.uuid),
        "name": group.name,
        "time_zone": group.time_zone,
        "language": group.language,
        "seasons": [
            {name: getattr(each, name) for name in SEASON}
            for each in seasons_of(session, group)
        ],
        "players": [
            {name: getattr(each, name) for name in PLAYER}
            for each in all_players_of(session, group)
        ],
    }
    return group.name or "", _pieces(session, group, head)


def _pieces(session: Session, group: Group, head: dict[str, Any]) -> Iterator[str]:
    yield (
        json.dumps(head, default=date.isoformat, ensure_ascii=False)[:-1]
        + ', "games": ['
    )
    between = "\n"
    for game in _games(session, group):
        yield between + json.dumps(game, ensure_ascii=False)
        between = ",\n"
    yield "\n]}\n"


def _games(session: Session, group: Group) -> Iterator[dict[str, Any]]:
    numbers = {each.id: each.number for each in seasons_of(session, group)}
    group_id, last = group.id, 0
    while row_ids := games_of_group(session, group_id, after=last, at_most=SOME):
        yield from (_game(each) for each in load_games(session, row_ids))
        last = row_ids[-1]
        session.rollback()  # a long read must not block saves
    for row in documents_of_group(session, group_id):
        yield _document(row, numbers[row.season_id])


def _game(kept: LoadedGame) -> dict[str, Any]:
    return {
        "season": kept.number,
        "finished": kept.finished,
        "counts": kept.counts,
        "document": GAMES[kept.game.word].document_of(kept.game),
    }


def _document(row: DocumentGame, season: int) -> dict[str, Any]:
    return {
        "season": season,
        "finished": row.finished_at is not None,
        "counts": row.counts,
        "document": document_of_row(row),
    }
