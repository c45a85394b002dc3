"""Games of all kinds: create, save, read, delete and restore."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final, TypeVar
from uuid import UUID

from sqlalchemy import select

from scorepad.db import games as db_games
from scorepad.db import groups, history
from scorepad.db.history import Answer, Reader, Writer, as_text
from scorepad.db.rounds import rounds_with_separate_bids
from scorepad.db.tables import AnyGame, DocumentGame, GameRow, Group, Player, Season
from scorepad.games.registry import GAMES
from scorepad.games.wizard import models, seating
from scorepad.services import activity, idempotency, permissions, requests, serializers
from scorepad.services.jobs import KEPT_FOR
from scorepad.services.permissions import Action
from scorepad.services.rate_limits import check_room_for_games
from scorepad.services.requests import Attempt, GameAddress, GameEntry
from scorepad.services.results import write_results
from scorepad.services.seating import objections_to_seating, reseat, seat_players
from scorepad.services.serializers import game_settings, game_state
from scorepad.services.validation import objections_to_settings

SANE: Final = timedelta(days=2)  # accepted between the clocks of phone and server


def new_game_row(
    by: Writer, group: Group, seasons: Sequence[Season], uuid: UUID, entry: GameEntry
) -> AnyGame:
    """Return a new row at revision 1 without settings, not yet stored.

    Its date is the written one, else by a plausible clock the day when it began.
    """
    if (played_on := getattr(entry.game, "played_on", None)) is None:
        begun = entry.started_at or by.at
        played_on = group.day_of(begun if abs(begun - by.at) <= SANE else by.at)
    kind = GameRow if GAMES[entry.word].model else DocumentGame
    return kind(
        game=entry.word,
        settings={},
        group_id=group.id,
        season_id=groups.season_among(seasons, played_on).id,
        uuid=uuid,
        started_at=entry.started_at,
        played_on=played_on,
        revision=1,
        settings_revision=1,
        changed_by=by.device_id,
        changed_at=by.at,
        created_at=by.at,
        counts=entry.counts,
        seating=entry.seating,
    )


def put_settings(by: Writer, group: Group, row: AnyGame, entry: GameEntry) -> None:
    """Write the settings into a row whose revision was already incremented."""
    names = zip(entry.player_ids, entry.game.players, strict=True)
    apply_settings(by, row, entry, seat_players(by, group, list(names)))
    append_settings(by, row)


def apply_settings(
    by: Writer, row: AnyGame, entry: GameEntry, players: Sequence[Player]
) -> None:
    """Copy the settings into a row; *players* are in seat order."""
    game, is_over = entry.game, entry.finished
    if GAMES[entry.word].model:
        game = seating.with_cards(game)
    else:
        is_over = GAMES[entry.word].answer_for(game)["finished"]
    db_games.write_game(by.session, row, game, players)
    row.seating, row.counts = entry.seating, entry.counts
    # A changed date keeps the season; people move games between seasons.
    row.played_on = getattr(game, "played_on", None) or row.played_on
    row.finished_at = (row.finished_at or by.at) if is_over else None
    if entry.deleted is (row.deleted_at is None):
        row.deleted_at = by.at if entry.deleted else None
        row.deleted_by = by.device_id if entry.deleted else None
        by.session.flush()  # a new game has an id then
        kind: activity.LogEvent = "game_deleted" if entry.deleted else "game_restored"
        activity.record(by, row.group_id, kind, game=row)


def append_settings(by: Writer, row: AnyGame) -> None:
    """Append the current settings to the history."""
    by.session.flush()
    place = {"game_id": row.id, "number": 0, "revision": row.revision}
    history.append_revision(by, serializers.game_record(row), **place)


Row = TypeVar("Row", AnyGame, Group)


def deleted_games_of(
    by: Reader, gid: UUID
) -> tuple[dict[AnyGame, int], Mapping[int, Any]]:
    """Return the deleted games with the days left, latest first, and the deleters."""
    group = permissions.group_for(by, gid, Action.READ)
    games = select(AnyGame).where(AnyGame.group_id == group.id)
    deleted = games.where(AnyGame.deleted_at.is_not(None))
    latest = deleted.order_by(AnyGame.deleted_at.desc(), AnyGame.id.desc())
    rows = by.session.scalars(latest).all()
    ids = {row.deleted_by or 0 for row in rows}
    return days_left(rows), groups.find_holders(by.session, group.id, ids)


def days_left(rows: Iterable[Row]) -> dict[Row, int]:
    """Return for how many more days deleted rows can be restored, if they can."""
    since = datetime.now(UTC) - KEPT_FOR
    left = {row: row.deleted_at - since for row in rows if row.deleted_at}
    most = KEPT_FOR.days
    return {row: min(e.days + 1, most) for row, e in left.items() if e > timedelta()}


def is_past_restoring(row: AnyGame) -> bool:
    """Return whether a game was deleted too long ago to be restored."""
    return row.deleted_at is not None and not days_left([row])


def delete_games(by: Writer, gid: UUID, uuids: Sequence[UUID]) -> None:
    """Undo an import of games, all or none; ids of no games are ignored."""
    with permissions.group_to_change(by, gid, Action.DELETE) as (group, _):
        put_deleted(by, db_games.known_games(by.session, group, uuids), "import_undone")


def delete_or_restore(by: Writer, address: GameAddress, kind: activity.LogEvent) -> int:
    """Delete a game, or restore it within 30 days; return its season's number."""
    action = Action.SCORE if kind == "game_restored" else Action.DELETE
    about = by, address.group, action, address.game
    with permissions.group_to_change(*about) as (group, _):
        row = permissions.any_game_for(by.session, group, address, lock=True)
        if is_past_restoring(row):
            raise requests.NotThereError
        put_deleted(by, [row], kind)
        return row.season.number


def put_deleted(by: Writer, rows: Iterable[AnyGame], kind: activity.LogEvent) -> None:
    """Delete or restore games, if they are not yet; the log tells it by its *kind*."""
    deleted = kind in {"game_deleted", "import_undone"}
    changed = [row for row in rows if deleted is (row.deleted_at is None)]
    for row in changed:
        row.settings_revision = history.count_revision(by, row)
        row.deleted_at = by.at if deleted else None
        row.deleted_by = by.device_id if deleted else None
        append_settings(by, row)
        groups.raise_revision(by.session, row.group_id)
    if changed and kind in {"imported", "import_undone"}:
        activity.record(by, changed[0].group_id, kind, facts={"games": len(changed)})
    else:
        for row in changed:
            activity.record(by, row.group_id, kind, game=row)


def state_of_game(by: Reader, address: GameAddress) -> dict[str, Any]:
    """Return a whole game as JSON values, if the device may read it."""
    _, game = permissions.game_to_read(by, address)
    state = game_state(game)
    if game.deleted_at is not None and game.deleted_by is not None:
        # Answers to saves must not hold the names of people.
        who = serializers.devices_by_id(by, game.group_id, [game.deleted_by])
        state["deleted_by"] = who[game.deleted_by]
    return state


def save_game(attempt: Attempt, address: GameAddress, entry: GameEntry) -> Answer:
    """Create a game, or change everything of it but its rounds."""
    save = partial(_save_game, address=address, entry=entry, seen=attempt.seen)
    of_group = partial(permissions.group_for, gid=address.group, game=address.game)
    return idempotency.run_once(attempt, partial(of_group, action=Action.SCORE), save)


def _save_game(
    by: Writer, group: Group, address: GameAddress, entry: GameEntry, seen: int | None
) -> Answer:
    permissions.lock_group_or_404(by.session, group)
    now = groups.current_players(by.session, group, entry.player_ids)
    ids = tuple(now[each].uuid if each in now else each for each in entry.player_ids)
    entry = replace(entry, player_ids=ids)
    row = db_games.find_game(by.session, group, address.game, lock=True)
    if row is None and seen is not None:
        raise requests.NotThereError
    if row is not None and (row.game != entry.word or is_past_restoring(row)):
        raise requests.NotThereError
    if entry.deleted and (row is None or row.deleted_at is None):
        permissions.group_for(by, address.group, Action.DELETE, game=address.game)
    stored = db_games.document_value(row) if isinstance(row, DocumentGame) else None
    is_kept = isinstance(row, GameRow) and row.settings["foresight"]
    if objections := objections_to_settings(entry, stored=stored, lenient=is_kept):
        raise requests.EntryRefusedError(objections)
    before, status = entry.player_ids, 201
    if row is None:
        check_room_for_games(by.session, group)
        seasons = groups.seasons_of(by.session, group)
        row = new_game_row(by, group, seasons, address.game, entry)
        by.session.add(row)
        by.session.flush()
    else:
        before, status = row.player_ids, 200
        _check_stored(by, row, entry, seen)
        row.settings_revision = history.count_revision(by, row)
    put_settings(by, group, row, entry)
    state_of = game_state
    if isinstance(row, GameRow):
        state_of = game_state if reseat(by, row, before) else game_settings
        write_results(by.session, row)
    else:
        groups.raise_revision(by.session, group.id)
    return Answer(status, as_text(state_of(row)), f"g{row.revision}")


def _check_stored(by: Writer, row: AnyGame, entry: GameEntry, seen: int | None) -> None:
    # Settings that changed since they were read are a conflict.
    if seen is None or not row.settings_revision <= seen <= row.revision:
        raise changed_elsewhere(by, row)
    if not isinstance(row, GameRow):
        return
    beside, mode = rounds_with_separate_bids(by.session, row), row.settings["bid_mode"]
    found = objections_to_seating(row, entry, beside)
    if beside and mode not in {models.BidMode.OPEN, entry.game.bid_mode}:
        found.append(requests.FieldObjection("bid_mode", "bids_sealed"))
    if found:
        raise requests.WrongTimeError(found, game_state(row), f"g{row.revision}")


def changed_elsewhere(by: Reader, row: AnyGame) -> requests.ChangedElsewhereError:
    """Return the conflict with the stored settings of a game."""
    state_of = game_settings if isinstance(row, GameRow) else game_state
    change = serializers.change_of(by, row.group_id, row)
    return requests.ChangedElsewhereError(state_of(row), f"g{row.revision}", change)
