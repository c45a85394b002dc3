"""Keeping sealed bids from everybody, and bringing them into their round in time.

Whatever is refused here is refused for what everybody may know: who has bid, not what.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlalchemy.orm import Session

from scorepad.rules.problems import Problem
from scorepad.rules.wizard.bidding import has_bids, is_due, is_sealed, opened
from scorepad.rules.wizard.game import BidMode, Game, Round
from scorepad.rules.wizard.seating import present_in
from scorepad.services.errors import (
    EntryRefusedError,
    Fault,
    FieldObjection,
    WrongTimeError,
)
from scorepad.services.inputs import GameEntry, RoundEntry
from scorepad.services.validation import check_round, missing_bids
from scorepad.store.play.played_games import PlayedGame
from scorepad.store.play.records import game_value
from scorepad.store.play.seat_bids import bids_beside, rounds_with_bids_beside
from scorepad.store.tables import GameRow


def is_under_seal(game: PlayedGame, number: int) -> bool:
    """Whether bids of a round are sealed, and none of them lies open yet."""
    row = game.rounds.get(number)
    is_open = row is not None and has_bids(row.value)
    return is_sealed(game.value.bid_mode) and not is_open


def judged_round(
    session: Session, game: PlayedGame, number: int, entry: RoundEntry
) -> tuple[RoundEntry, bool]:
    """A round as it is to be written, and whether this shows what was sealed.

    :raises EntryRefusedError: it cannot be a round, or is unusual and not accepted
        (:class:`WrongTimeError`: not while bids are sealed).
    """
    value = game.value
    entry = _with_late_marks(game, number, entry)
    fits = len(entry.round_.bids) == len(value.players) and number <= len(value.cards)
    if not is_under_seal(game, number) or not fits:
        check_round(value, number, entry)
        return entry, False
    beside = {} if entry.dealt_again else bids_beside(session, game.id, number)
    sealed = {seat: row.bid for seat, row in beside.items()}
    return _judged_under_seal(value, number, entry, sealed)


def _judged_under_seal(
    game: Game, number: int, entry: RoundEntry, sealed: Mapping[int, int]
) -> tuple[RoundEntry, bool]:
    round_, present = entry.round_, present_in(game, number)
    typed = [seat for seat, bid in enumerate(round_.bids) if bid is not None]
    if is_due(game, round_, present) and {*present} <= {*typed}:
        # The table bid again, all on one phone that was out of reach: its word counts.
        sealed = {}
    if taken := [seat for seat in typed if seat in sealed]:
        raise _not_now(game, taken, Fault.BID_SEALED)
    all_sealed = sealed.keys() >= set(present) and game.bid_mode is not BidMode.SECRET
    if not is_due(game, round_, present) and not all_sealed:
        if typed:
            raise _not_now(game, typed, Fault.BIDS_SEALED)
        check_round(game, number, entry)
        return entry, False
    missing = [seat for seat in present if seat not in {*typed, *sealed}]
    if missing:
        raise EntryRefusedError(missing_bids(game, number, missing))
    if round_.bid_changes and sealed:
        early = FieldObjection("bid_changes", Problem.BID_CHANGE_EARLY)
        raise EntryRefusedError([early])
    stand_in = replace(entry, round_=_stand_in(game, round_, sealed, present))
    check_round(game, number, stand_in)
    return replace(entry, round_=opened(game, round_, sealed, present)), True


def _stand_in(
    game: Game, round_: Round, sealed: Mapping[int, int], present: Sequence[int]
) -> Round:
    """The same round with zeros for what is sealed: no objection may tell it."""
    whole = opened(game, round_, dict.fromkeys(sealed, 0), present)
    return replace(whole, accepted=(*whole.accepted, Problem.BIDS_EVEN))


def _not_now(game: Game, seats: Sequence[int], fault: Fault) -> WrongTimeError:
    return WrongTimeError(
        [
            FieldObjection(f"bids/{seat}", fault, seat, {"name": game.players[seat]})
            for seat in seats
        ]
    )


def _with_late_marks(game: PlayedGame, number: int, entry: RoundEntry) -> RoundEntry:
    """The entry with the marks that its sender does not tell."""
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
    """What may not be set while bids are sealed: how bids are made."""
    is_kept = entry.game.bid_mode.value == game.settings["bid_mode"]
    if is_kept or not is_sealed(BidMode(game.settings["bid_mode"])):
        return []
    if not rounds_with_bids_beside(session, game):
        return []
    return [FieldObjection("bid_mode", Fault.BIDS_SEALED)]


def check_sheet_under_seal(session: Session, game: GameRow, sheet: Game) -> None:
    """Let a whole sheet pass that leaves sealed bids as they are.

    :raises WrongTimeError: it has bids where some are sealed, or another table.
    """
    beside = rounds_with_bids_beside(session, game)
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
