"""Rounds of Wizard: validate and save them; rejections never betray hidden bids."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from scorepad.db.history import Answer, Stamp, as_text
from scorepad.db.rounds import (
    PlayedGame,
    PlayedRound,
    count_revision,
    round_state,
    write_round,
)
from scorepad.db.rows import game_value
from scorepad.db.seat_bids import drop_bids, rounds_with_separate_bids, separate_bids
from scorepad.db.tables import GameRow
from scorepad.games.problems import Problem
from scorepad.games.wizard.bidding import has_bids, is_due, is_sealed, opened
from scorepad.games.wizard.models import BidMode, Game, Round
from scorepad.games.wizard.seating import has_all_tricks, present_in
from scorepad.services.errors import (
    ChangedElsewhereError,
    EntryRefusedError,
    Fault,
    FieldObjection,
    WrongTimeError,
)
from scorepad.services.idempotency import run_once
from scorepad.services.inputs import Attempt, GameAddress, GameEntry, RoundEntry
from scorepad.services.permissions import Action, GameAccess, table_for
from scorepad.services.results import write_results
from scorepad.services.serializers import change_by, game_state
from scorepad.services.validation import check_round


def save_round(
    engine: Engine,
    attempt: Attempt,
    address: GameAddress,
    number: int,
    entry: RoundEntry,
) -> Answer:
    """Save a whole round, closed or a draft.

    :raises EntryRefusedError: the round breaks a rule, or is unusual and not accepted
        (:class:`WrongTimeError`: the game is deleted).
    :raises ChangedElsewhereError: the round changed since the device read it.
    """

    def admit(session: Session, stamp: Stamp) -> GameAccess:
        device_id = stamp.device_id
        return table_for(session, device_id, address, Action.SCORE, lock=True)

    def save(session: Session, stamp: Stamp, table: GameAccess) -> Answer:
        game = table.game
        if game.deleted_at is not None:
            raise WrongTimeError([FieldObjection("deleted", Fault.GAME_DELETED)])
        if entry.seating != game.seating:
            raise seats_changed(session, game)
        judged, reveals = _judged_round(session, game, number, entry)
        before = game.rounds.get(number)
        if attempt.seen != (before and before.revision):
            raise _round_changed(session, game, before)
        row = put_round(session, game, number, stamp, judged, reveals=reveals)
        if entry.dealt_again and game.has_bids_beside:
            drop_bids(session, game.id, number)
        whole = count_revision(session, game, stamp)
        if game.finished_at is not None:
            write_results(session, session.get_one(GameRow, game.id))
        saved = {"saved_at": stamp.at.isoformat(), "game_revision": whole}
        body = as_text({**round_state(row), **saved})
        return Answer(200 if before else 201, body, str(row.revision))

    return run_once(engine, attempt, admit, save)


def _round_changed(
    session: Session, game: PlayedGame, row: PlayedRound | None
) -> ChangedElsewhereError:
    if row is None:
        return ChangedElsewhereError(None, None, None)
    change = change_by(session, game.group_id, row.changed_by, row.changed_at)
    return ChangedElsewhereError(round_state(row), str(row.revision), change)


def seats_changed(session: Session, game: PlayedGame) -> WrongTimeError:
    """Return an error for an outdated seat order, with the game as it is stored."""
    changed = FieldObjection("seating", Fault.SEATS_CHANGED)
    now = game_state(session.get_one(GameRow, game.id))
    return WrongTimeError([changed], now, f"g{game.revision}")


def put_round(  # noqa: PLR0913 - independent arguments
    session: Session,
    game: PlayedGame,
    number: int,
    stamp: Stamp,
    entry: RoundEntry,
    *,
    reveals: bool = False,
) -> PlayedRound:
    """Write a round of a locked game, and append it to the history."""
    closed = has_all_tricks(entry.round_, present_in(game.value, number))
    _forget_bids_in(session, game, number, entry.round_)
    return write_round(
        session,
        game,
        number,
        stamp,
        entry.round_,
        winners=() if closed else entry.winners,
        revealed_at=stamp.at if reveals else _revealed_at(game, number, entry.round_),
    )


def _revealed_at(game: PlayedGame, number: int, round_: Round) -> datetime | None:
    before = game.rounds.get(number)
    if before is None or (is_sealed(game.value.bid_mode) and not has_bids(round_)):
        return None
    return before.revealed_at


def _forget_bids_in(
    session: Session, game: PlayedGame, number: int, round_: Round
) -> None:
    # The separate bids that the round now contains.
    if not game.has_bids_beside:
        return
    row = game.rounds.get(number)
    before = row.value if row else None
    if is_sealed(game.value.bid_mode):
        if has_bids(round_) and not has_bids(before):
            drop_bids(session, game.id, number)
    elif made := _seats_with_bids(round_) - _seats_with_bids(before):
        drop_bids(session, game.id, number, made)


def _seats_with_bids(round_: Round | None) -> set[int]:
    bids = round_.bids if round_ else ()
    return {seat for seat, bid in enumerate(bids) if bid is not None}


def is_under_seal(game: PlayedGame, number: int) -> bool:
    """Return whether a round has hidden bids and none was revealed."""
    row = game.rounds.get(number)
    is_open = row is not None and has_bids(row.value)
    return is_sealed(game.value.bid_mode) and not is_open


def _judged_round(
    session: Session, game: PlayedGame, number: int, entry: RoundEntry
) -> tuple[RoundEntry, bool]:
    # A validated round, and whether it reveals hidden bids.
    value = game.value
    entry = _with_late_marks(game, number, entry)
    fits = len(entry.round_.bids) == len(value.players) and number <= len(value.cards)
    if not is_under_seal(game, number) or not fits:
        check_round(value, number, entry)
        return entry, False
    beside = {} if entry.dealt_again else separate_bids(session, game.id, number)
    sealed = {seat: row.bid for seat, row in beside.items()}
    return _judged_under_seal(value, number, entry, sealed)


def _judged_under_seal(
    game: Game, number: int, entry: RoundEntry, sealed: Mapping[int, int]
) -> tuple[RoundEntry, bool]:
    round_, present = entry.round_, present_in(game, number)
    typed = [seat for seat, bid in enumerate(round_.bids) if bid is not None]
    if is_due(game, round_, present) and {*present} <= {*typed}:
        # Everybody bid again on a phone that was offline: its bids win.
        sealed = {}
    if taken := [seat for seat in typed if seat in sealed]:
        raise WrongTimeError(_about_bids(game, taken, Fault.BID_SEALED))
    all_sealed = sealed.keys() >= set(present) and game.bid_mode is not BidMode.SECRET
    if not is_due(game, round_, present) and not all_sealed:
        if typed:
            raise WrongTimeError(_about_bids(game, typed, Fault.BIDS_SEALED))
        check_round(game, number, entry)
        return entry, False
    missing = [seat for seat in present if seat not in {*typed, *sealed}]
    if missing:
        cards = game.cards[number - 1]
        found = _about_bids(game, missing, Problem.BID_MISSING, cards=cards)
        raise EntryRefusedError(found)
    if round_.bid_changes and sealed:
        early = FieldObjection("bid_changes", Problem.BID_CHANGE_EARLY)
        raise EntryRefusedError([early])
    # Zeros stand for hidden bids, so that no message betrays them.
    zeros = opened(game, round_, dict.fromkeys(sealed, 0), present)
    stand_in = replace(zeros, accepted=(*zeros.accepted, Problem.BIDS_EVEN))
    check_round(game, number, replace(entry, round_=stand_in))
    return replace(entry, round_=opened(game, round_, sealed, present)), True


def _about_bids(
    game: Game, seats: Sequence[int], problem: str, **values: object
) -> list[FieldObjection]:
    return [
        FieldObjection(
            f"bids/{seat}", problem, seat, {"name": game.players[seat], **values}
        )
        for seat in seats
    ]


def _with_late_marks(game: PlayedGame, number: int, entry: RoundEntry) -> RoundEntry:
    # Phones send only the late marks that they set.
    row = game.rounds.get(number)
    if entry.tells_late or row is None:
        return entry
    bids = dict(enumerate(entry.round_.bids))
    late = tuple(seat for seat in row.value.late_bids if bids.get(seat) is not None)
    if late == entry.round_.late_bids:
        return entry
    return replace(entry, round_=replace(entry.round_, late_bids=late))


def objections_under_seal(
    session: Session, game: GameRow, entry: GameEntry
) -> list[FieldObjection]:
    """Return an objection if the bidding mode changes while bids are hidden."""
    is_kept = entry.game.bid_mode.value == game.settings["bid_mode"]
    if is_kept or not is_sealed(BidMode(game.settings["bid_mode"])):
        return []
    if not rounds_with_separate_bids(session, game):
        return []
    return [FieldObjection("bid_mode", Fault.BIDS_SEALED)]


def check_sheet_under_seal(session: Session, game: GameRow, sheet: Game) -> None:
    """Check that a whole sheet leaves hidden bids as they are.

    :raises WrongTimeError: it has bids of such a round, other players, cards or mode.
    """
    beside = rounds_with_separate_bids(session, game)
    if not beside or not is_sealed(BidMode(game.settings["bid_mode"])):
        return
    stored = game_value(game)
    same = ("players", "cards", "bid_mode", "joined", "left")
    if any(getattr(stored, name) != getattr(sheet, name) for name in same):
        raise WrongTimeError([FieldObjection("bid_mode", Fault.BIDS_SEALED)])
    typed = [
        FieldObjection(f"rounds/{number}/bids/{seat}", Fault.BIDS_SEALED, seat)
        for number, seats in beside.items()
        if number <= len(sheet.rounds) and has_bids(sheet.rounds[number - 1])
        for seat in seats
    ]
    if typed:
        raise WrongTimeError(typed)
