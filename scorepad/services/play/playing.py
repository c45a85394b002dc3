"""Saving a game and its rounds, as a phone at the table does."""

from dataclasses import replace
from typing import Any

from sqlalchemy.orm import Session

from scorepad.services.errors import (
    ChangedElsewhereError,
    EntryRefusedError,
    Fault,
    FieldObjection,
    NotThereError,
    WrongTimeError,
)
from scorepad.services.idempotency import once, whoever_scores
from scorepad.services.inputs import Attempt, GameAddress, GameEntry, RoundEntry
from scorepad.services.permissions import (
    Action,
    game_for,
    group_for,
    group_id_for,
    hold_to_fill,
    played_game_for,
)
from scorepad.services.play.deleting import check_deletion, is_beyond_return
from scorepad.services.play.keeping import (
    change_by,
    change_of,
    deletion_of,
    new_game,
    put_round,
    put_settings,
    season_of,
)
from scorepad.services.play.preparing import objections_to_settings
from scorepad.services.play.reseating import objections_to_seating, reseat
from scorepad.services.play.sealing import judged_round, objections_under_seal
from scorepad.services.play.seating import ids_now
from scorepad.services.seasons.results import write_results
from scorepad.services.telling import (
    deletion_words,
    game_settings,
    game_state,
    round_state,
)
from scorepad.store.play.games import (
    count_revision,
    hold_game,
    raise_settings,
)
from scorepad.store.play.history import Answer
from scorepad.store.play.played_games import PlayedGame, PlayedRound
from scorepad.store.play.seat_bids import drop_bids, rounds_with_bids_beside
from scorepad.store.tables import GameRow, Group


def state_of_game(
    session: Session, device_id: int | None, address: GameAddress
) -> dict[str, Any]:
    """A whole game, for whoever may read it.

    :raises NotThereError: the device does not belong to a group with such a game.
    """
    group = group_for(session, device_id, address.group, Action.READ)
    game = game_for(session, group, address.game, hold=False)
    told = game_state(game, season_of(session, game))
    return {**told, **deletion_words(deletion_of(session, game), device_id)}


def save_game(
    session: Session, attempt: Attempt, address: GameAddress, entry: GameEntry
) -> Answer:
    """Create a game or change everything of it but its rounds.

    :raises NotThereError: the device does not belong to such a group, or what should
        change is not there.
    :raises KeyReusedError: the key came with another request.
    :raises EntryRefusedError: it cannot be a game (:class:`WrongTimeError`: not now).
    :raises ChangedElsewhereError: its settings were changed since they were seen.
    """
    return once(
        session,
        attempt,
        whoever_scores(session, attempt, address.group, address.game),
        lambda group: _save_game(session, attempt, address, group, entry),
    )


def save_round(
    session: Session,
    attempt: Attempt,
    address: GameAddress,
    number: int,
    entry: RoundEntry,
) -> Answer:
    """Save a whole round, closed or a draft.

    :raises NotThereError: there is no such game for this device.
    :raises KeyReusedError: the key came with another request.
    :raises EntryRefusedError: it cannot be a round, or is unusual and not accepted
        (:class:`WrongTimeError`: the game is deleted).
    :raises ChangedElsewhereError: the round was changed since it was seen.
    """

    def admit() -> int:
        device_id, game = attempt.stamp.device_id, address.game
        return group_id_for(session, device_id, address.group, Action.SCORE, game=game)

    def save(group_id: int) -> Answer:
        game = played_game_for(session, group_id, address.game, hold=True)
        return _save_round(session, attempt, game, number, entry)

    return once(session, attempt, admit, save)


def _save_game(
    session: Session,
    attempt: Attempt,
    address: GameAddress,
    group: Group,
    entry: GameEntry,
) -> Answer:
    hold_to_fill(session, group)
    entry = replace(entry, player_ids=ids_now(session, group, entry.player_ids))
    row = hold_game(session, group, address.game)
    if row is None and attempt.seen is not None:
        raise NotThereError
    if row is not None and is_beyond_return(session, row):
        raise NotThereError
    if entry.deleted:
        device_id = attempt.stamp.device_id
        check_deletion(session, device_id, address.group, row, address.game)
    if objections := objections_to_settings(entry):
        raise EntryRefusedError(objections)
    if row is None:
        row, status = new_game(session, group, attempt.stamp, address, entry), 201
        before = entry.player_ids
    else:
        before = tuple(seat.player.uuid for seat in row.seats)
        beside = rounds_with_bids_beside(session, row)
        misfits = objections_to_seating(row, entry, beside)
        misfits += objections_under_seal(session, row, entry)
        misfit = _not_now(session, row, misfits) if misfits else None
        _expect(session, row, attempt)
        if misfit:
            raise misfit
        status = 200
    put_settings(session, group, row, attempt.stamp, entry)
    moved = reseat(session, row, attempt.stamp, before)
    write_results(session, row)
    tell = game_state if moved else game_settings
    return Answer(status, tell(row, season_of(session, row)), f"g{row.revision}")


def _not_now(
    session: Session, row: GameRow, objections: list[FieldObjection]
) -> WrongTimeError:
    """A refusal that shows the game as it is stored."""
    now = game_state(row, season_of(session, row))
    return WrongTimeError(objections, now, f"g{row.revision}")


def _expect(session: Session, row: GameRow, attempt: Attempt) -> None:
    """Count the write if nobody changed the settings since they were seen."""
    seen = attempt.seen
    if seen is None or not raise_settings(session, row, attempt.stamp, seen=seen):
        raise ChangedElsewhereError(
            game_settings(row, season_of(session, row)),
            f"g{row.revision}",
            change_of(session, row),
        )


def _save_round(
    session: Session,
    attempt: Attempt,
    game: PlayedGame,
    number: int,
    entry: RoundEntry,
) -> Answer:
    if game.deleted_at is not None:
        raise WrongTimeError([FieldObjection("deleted", Fault.GAME_DELETED)])
    if entry.seating != game.seating:
        changed = FieldObjection("seating", Fault.SEATS_CHANGED)
        raise _not_now(session, session.get_one(GameRow, game.id), [changed])
    entry, reveals = judged_round(session, game, number, entry)
    before = game.rounds.get(number)
    if attempt.seen != (before and before.revision):
        raise _round_changed(session, game, before)
    row = put_round(session, game, number, attempt.stamp, entry, reveals=reveals)
    if entry.dealt_again and game.has_bids_beside:
        drop_bids(session, game.id, number)
    whole = count_revision(session, game, attempt.stamp)
    if game.finished_at is not None:
        write_results(session, session.get_one(GameRow, game.id))
    body = {
        **round_state(row),
        "saved_at": attempt.stamp.at.isoformat(),
        "game_revision": whole,
    }
    return Answer(200 if before else 201, body, str(row.revision))


def _round_changed(
    session: Session, game: PlayedGame, row: PlayedRound | None
) -> ChangedElsewhereError:
    """A refusal that shows the round as it is stored."""
    if row is None:
        return ChangedElsewhereError(None, None, None)
    change = change_by(session, game.group_id, row.changed_by, row.changed_at)
    return ChangedElsewhereError(round_state(row), str(row.revision), change)
