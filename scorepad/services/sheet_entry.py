"""Whole sheets: read, validate and save them in one request.

In a tournament a paper sheet may have to be typed in twice: the first typing waits in
the tournament. Only who types in the same sheet on another device learns where it
differs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from sqlalchemy import insert, select

from scorepad.db import groups, tables
from scorepad.db.games import game_value, known_games
from scorepad.db.history import Reader, Writer, as_text, count_revision
from scorepad.db.rounds import as_played, as_stored, round_record
from scorepad.games import documents, names, registry
from scorepad.games.wizard.models import Round
from scorepad.services import activity, games, permissions, rate_limits, requests
from scorepad.services.results import write_results
from scorepad.services.rounds import check_sheet_under_seal, put_round
from scorepad.services.seating import people_by_name, seat_players
from scorepad.services.serializers import game_record
from scorepad.services.tournaments import Loaded, in_transaction, lock_tournament
from scorepad.services.validation import check_sheet, objections_to_settings
from scorepad.tournaments.record import Tournament, Typing

NewSheet = tuple[UUID, requests.SheetEntry]
"""The id of a game that is not stored yet, and its sheet."""


def record_sheets(by: Writer, gid: UUID, sheets: Sequence[NewSheet]) -> None:
    """Save new games, all or none; players are matched by name or created."""
    with permissions.group_to_change(by, gid, permissions.Action.SCORE) as (group, _):
        put_sheets(by, group, sheets)


def _checked(
    by: Reader, group: tables.Group, row: tables.GameRow, entry: requests.SheetEntry
) -> requests.GameEntry:
    """Return the settings of a sheet that may replace a stored one, or raise."""
    if row.revision != entry.seen:
        raise games.changed_elsewhere(by, row)
    people = people_by_name(by.session, group, entry.game.players)
    settings = valid_settings(entry, tuple(uuid for uuid, _ in people), row)
    check_sheet_under_seal(by.session, row, entry.game)
    return settings


def _replace(
    by: Writer, group: tables.Group, row: tables.GameRow, entry: requests.SheetEntry
) -> int:
    """Replace a stored sheet; return the new revision of the game.

    Only changed rounds get a new revision; rounds missing in the sheet become empty.
    """
    settings = _checked(by, group, row, entry)
    row.settings_revision = count_revision(by, row)
    games.put_settings(by, group, row, settings)
    game = as_played(by.session, row)
    blank = Round(bids=(None,) * len(row.seats))
    wanted = dict(enumerate(entry.game.rounds, 1))
    changed = False
    for number in range(1, max((*wanted, *game.rounds), default=0) + 1):
        before, round_ = game.rounds.get(number), wanted.get(number, blank)
        if before is None or before.value != round_:
            put_round(by, game, number, requests.RoundEntry(round_))
            changed = True
    if changed:
        count_revision(by, row)
        by.session.expire_all()  # the rounds were written past the session's objects
    write_results(by.session, row)
    return row.revision


def put_sheets(
    by: Writer,
    group: tables.Group,
    sheets: Sequence[NewSheet],
    seasons: Sequence[tables.Season] = (),
) -> list[tables.AnyGame]:
    """Save new games in the caller's transaction, in *seasons* or by their dates."""
    if known := known_games(by.session, group, [uuid for uuid, _ in sheets]):
        raise games.changed_elsewhere(by, known[0])
    rate_limits.check_room_for_games(by.session, group, more=len(sheets))
    if imported := sum(entry.imported for _, entry in sheets):
        activity.record(by, group.id, "imported", facts={"games": imported})
    named = {names.name_key(n): n for _, entry in sheets for n in entry.game.players}
    people = people_by_name(by.session, group, list(named.values()))
    # By the name on the sheet, which may be one that was merged into another.
    players = dict(zip(named, seat_players(by, group, people), strict=True))
    all_, rows = groups.seasons_of(by.session, group), []
    new = {"changed_by": by.device_id, "changed_at": by.at, "revision": 1}
    for uuid, sheet in sheets:
        seated = [players[names.name_key(name)] for name in sheet.game.players]
        entry = valid_settings(sheet, tuple(each.uuid for each in seated))
        row = games.new_game_row(by, group, all_, uuid, entry)
        games.apply_settings(by, row, entry, seated)
        if isinstance(row, tables.GameRow):
            row.rounds = [
                tables.RoundRow(number=at, body=round_record(as_stored(each)), **new)
                for at, each in enumerate(sheet.game.rounds, 1)
            ]
            # As if the rounds had been written after the settings.
            row.revision = 2 if row.rounds else 1
        rows.append(row)
    for row, season in zip(rows, seasons, strict=False):
        row.season_id = season.id
    by.session.add_all(rows)
    by.session.flush()
    history = [each for row in rows for each in _history(row)]
    by.session.execute(insert(tables.Revision), history)
    write_results(by.session, *(e for e in rows if isinstance(e, tables.GameRow)))
    groups.raise_revision(by.session, group.id)
    return rows


def _history(row: tables.AnyGame) -> Iterator[dict[str, Any]]:
    rounds = row.rounds if isinstance(row, tables.GameRow) else ()
    bodies = [{"seating": row.seating, **each.body} for each in rounds]
    who = {"device_id": row.changed_by, "saved_at": row.changed_at}
    place = {"game_id": row.id, "revision": 1}
    for number, body in enumerate([game_record(row), *bodies]):
        yield {**place, "number": number, **who, "body": as_text(body)}


def valid_settings(
    entry: requests.SheetEntry,
    player_ids: tuple[UUID, ...] = (),
    row: tables.GameRow | None = None,
) -> requests.GameEntry:
    """Return the settings of a valid sheet, which may be stored as *row*."""
    game, of_tricks = entry.game, registry.GAMES[entry.word].model
    settings = requests.GameEntry(
        game=replace(game, rounds=()) if of_tricks else game,
        player_ids=player_ids,
        started_at=None if row is None else row.started_at,
        counts=entry.counts if entry.counts is not None else row is None or row.counts,
        deleted=row is not None and row.deleted_at is not None,
        seating=0 if row is None else row.seating,
        word=entry.word,
    )
    is_older = entry.imported or row is not None
    if objections := objections_to_settings(settings, lenient=is_older):
        raise requests.EntryRefusedError(objections)
    if not of_tricks:
        return settings
    sheet = check_sheet(game, lenient=entry.imported)
    finished = sheet.finished if entry.finished is None else entry.finished
    return replace(settings, finished=finished)


def typed_twice(by: Reader, address: requests.GameAddress) -> UUID | None:
    """Return the tournament that wants the sheet of a game typed in twice, if any.

    Only empty sheets are. A table that keeps its own score saves at once, unless a
    director has typed in its sheet: then its phone is the second device.
    """
    about = by, address.group, permissions.Action.READ
    group, member = permissions.group_and_member(*about)
    row = permissions.game_for(by.session, group, address.game, lock=False)
    of_game = tables.TournamentRow.season_id == row.season_id
    found = by.session.scalar(select(tables.TournamentRow).where(of_game))
    if found is None or not member.may(permissions.Action.SCORE, address.game):
        return None
    to = documents.read_stored(Tournament, found.document)
    first = to.typing(str(address.game), row.revision)
    is_wanted = to.typed_twice and (member.may(permissions.Action.SCORE) or first)
    game = game_value(row)
    return found.uuid if is_wanted and not (game.rounds or game.final_totals) else None


def type_in(
    by: Writer,
    address: requests.GameAddress,
    entry: requests.SheetEntry,
    *,
    chosen: bool,
) -> int | None:
    """Save a sheet and return its revision, or keep a first typing aside: ``None``.

    *chosen*: a person has seen where two typings differ and chosen what is right.
    """
    if (tournament := typed_twice(by, address)) is None:
        about = by, address.group, permissions.Action.SCORE, address.game
        with permissions.group_to_change(*about) as (group, _):
            row = permissions.game_for(by.session, group, address.game, lock=True)
            return _replace(by, group, row, entry)
    id_, gid = str(address.game), address.group
    with lock_tournament(by, gid, tournament, permissions.Action.READ) as to:
        if not to.member.may(permissions.Action.SCORE, address.game):
            raise requests.NotAllowedError
        row = permissions.game_for(by.session, to.group, address.game, lock=True)
        first = to.value.typing(id_, row.revision)
        if first and first.device == by.device_id:
            raise requests.refusal("sheet", "typed_here")
        if not _checked(by, to.group, row, entry).finished:
            raise requests.refusal("ended", "sheet_unfinished")
        to.value = _without_typing(to.value, id_)
        if first is None:
            sheet = replace(entry.game, players=())
            kept = Typing(id_, by.device_id, row.revision, sheet)
            to.value = replace(to.value, typings=(*to.value.typings, kept))
            return None
        theirs = replace(first.sheet, players=entry.game.players)
        if theirs != entry.game and not chosen:
            raise requests.TypedDifferentlyError(theirs)
        return _replace(by, to.group, row, entry)


@in_transaction
def discard(to: Loaded, game: UUID) -> None:
    """Discard the first typing of the sheet of a *game*."""
    to.value = _without_typing(to.value, str(game))


def _without_typing(to: Tournament, game: str) -> Tournament:
    return replace(to, typings=tuple(t for t in to.typings if t.game != game))
