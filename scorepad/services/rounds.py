"""Rounds of Wizard: validate and save them; rejections never betray hidden bids."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from sqlalchemy.orm import Session

from scorepad.db import games, history, rounds
from scorepad.db.tables import GameRow
from scorepad.games.documents import Tree
from scorepad.games.wizard import ASKABLE, Problem, seating
from scorepad.games.wizard.models import BidMode, Game, Round
from scorepad.games.wizard.sheet import objections_in, row_of
from scorepad.services import idempotency, requests, results, serializers, validation
from scorepad.services.permissions import Action, GameAccess, table_for
from scorepad.services.requests import FieldObjection, RoundEntry, WrongTimeError

_MISSING = {Problem.BID_MISSING, Problem.TRICKS_MISSING}
_UNASKED_WHILE_OPEN = (ASKABLE | _MISSING) - {Problem.BIDS_EVEN}


def save_round(
    attempt: requests.Attempt,
    address: requests.GameAddress,
    number: int,
    entry: RoundEntry,
) -> history.Answer:
    """Save a whole round, closed or a draft."""

    def save(by: history.Writer, table: GameAccess) -> history.Answer:
        game = table.game
        check_table(by.session, game, entry.seating)
        checked, reveals = _checked_round(by.session, game, number, entry)
        before = game.rounds.get(number)
        if attempt.seen != (before and before.revision):
            current = before and rounds.round_state(before)
            change = serializers.change_of(by, game.group_id, before)
            etag = before and str(before.revision)
            raise requests.ChangedElsewhereError(current, etag, change)
        now = put_round(by, game, number, checked, reveals=reveals)
        if entry.dealt_again and game.has_bids_beside:
            rounds.drop_bids(by.session, game.id, number)
        whole = history.count_revision(by, game)
        if game.finished_at is not None:
            results.write_results(by.session, by.session.get_one(GameRow, game.id))
        saved = {"saved_at": by.at.isoformat(), "game_revision": whole}
        status, etag = 200 if before else 201, str(now["revision"])
        return history.Answer(status, history.as_text({**now, **saved}), etag)

    authorize = partial(table_for, address=address, action=Action.SCORE, lock=True)
    return idempotency.run_once(attempt, authorize, save)


def check_table(session: Session, game: rounds.PlayedGame, seen: int) -> None:
    """Raise WrongTimeError if the game is deleted, or seats changed since *seen*."""
    if game.deleted_at is not None:
        raise requests.conflict("deleted", "game_deleted")
    if seen != game.seating:
        changed = FieldObjection("seating", "seats_changed")
        now = serializers.game_state(session.get_one(GameRow, game.id))
        raise WrongTimeError([changed], now, f"g{game.revision}")


def put_round(
    by: history.Writer,
    game: rounds.PlayedGame,
    number: int,
    entry: RoundEntry,
    *,
    reveals: bool = False,
) -> Tree:
    """Write a round of a locked game and its history; return it as phones get it."""
    before, round_ = game.rounds.get(number), entry.round_
    closed = seating.has_all_tricks(round_, seating.present_in(game.value, number))
    is_open = game.value.bid_mode is BidMode.OPEN or seating.has_bids(round_)
    if game.has_bids_beside and is_open:
        # The round now contains separate bids: of single seats, or all of them.
        if game.value.bid_mode is BidMode.OPEN:
            made = [seat for seat, bid in enumerate(round_.bids) if bid is not None]
            rounds.drop_bids(by.session, game.id, number, made)
        elif not seating.has_bids(before and before.value):
            rounds.drop_bids(by.session, game.id, number)
    revealed_at = before.revealed_at if before and is_open else None
    row = rounds.PlayedRound(
        number,
        revision=before.revision + 1 if before else 1,
        changed_by=by.device_id,
        changed_at=by.at,
        revealed_at=by.at if reveals else revealed_at,
        winners=() if closed else entry.winners,
        value=rounds.as_stored(round_),
    )
    return rounds.write_round(by, game, row)


def is_under_seal(game: rounds.PlayedGame, number: int) -> bool:
    """Return whether a round has hidden bids and none was revealed."""
    row = game.rounds.get(number)
    is_open = row is not None and seating.has_bids(row.value)
    return game.value.bid_mode is not BidMode.OPEN and not is_open


def _check_round(game: Game, number: int, entry: RoundEntry) -> None:
    """Check that *entry* can be stored as round *number* of *game*.

    A draft may lack anything; with all bids the even-bid rule is checked. A closed
    round must follow the rules or accept its exceptions.
    """
    if not 1 <= number <= len(game.cards):
        raise requests.EntryRefusedError([validation.beyond("number", len(game.cards))])
    present = seating.present_in(game, number)
    absent = (
        validation.not_at_table(f"winners/{index}", game, number, seat)
        for index, seat in enumerate(entry.winners)
        if seat not in present
    )
    if found := [*_objections_to_seats(game, number, entry)] or [*absent]:
        raise requests.EntryRefusedError(found)
    blank = Round(bids=(None,) * len(game.players))
    written = list(game.rounds) + [blank] * (number - len(game.rounds))
    written[number - 1] = entry.round_
    whole = replace(game, rounds=tuple(written), ended_after=number)
    closed = seating.has_all_tricks(entry.round_, present)
    unasked = frozenset() if closed else _UNASKED_WHILE_OPEN
    if asked := [o for o in objections_in(whole, number) if o.problem not in unasked]:
        row = row_of(whole, number)
        found = [validation.about_round(whole, row, each) for each in asked]
        raise requests.EntryRefusedError(found)


def _objections_to_seats(
    game: Game, number: int, entry: RoundEntry
) -> Iterator[FieldObjection]:
    seats, cards, round_ = len(game.players), game.cards[number - 1], entry.round_
    named = {"dealer": round_.dealer, "named_by": round_.named_by}
    changes = enumerate(round_.bid_changes)
    named |= {f"bid_changes/{i}/seat": change.seat for i, change in changes}
    named |= {f"winners/{i}": seat for i, seat in enumerate(entry.winners)}
    for field, seat in named.items():
        if seat is not None and not 0 <= seat < seats:
            yield FieldObjection(field, "seat_range", values={"last": seats - 1})
    if len(entry.winners) > cards:
        yield FieldObjection("winners", "winners_too_many", values={"most": cards})


def _checked_round(
    session: Session, game: rounds.PlayedGame, number: int, entry: RoundEntry
) -> tuple[RoundEntry, bool]:
    # A validated round, and whether it reveals hidden bids.
    value, row = game.value, game.rounds.get(number)
    marks = row.value.late_bids if row else ()
    if marks and not entry.sets_late_bids:
        # Phones send only the late marks that they set.
        bids = dict(enumerate(entry.round_.bids))
        late = tuple(seat for seat in marks if bids.get(seat) is not None)
        entry = replace(entry, round_=replace(entry.round_, late_bids=late))
    fits = len(entry.round_.bids) == len(value.players) and number <= len(value.cards)
    if not is_under_seal(game, number) or not fits:
        _check_round(value, number, entry)
        return entry, False
    beside = {} if entry.dealt_again else rounds.separate_bids(session, game.id, number)
    sealed = {seat: row.bid for seat, row in beside.items()}
    return _checked_under_seal(value, number, entry, sealed)


def _checked_under_seal(
    game: Game, number: int, entry: RoundEntry, sealed: Mapping[int, int]
) -> tuple[RoundEntry, bool]:
    round_, present = entry.round_, seating.present_in(game, number)
    typed = [seat for seat, bid in enumerate(round_.bids) if bid is not None]
    if seating.is_due(game, round_, present) and {*present} <= {*typed}:
        # All players bid again on a phone that was offline: its bids win.
        sealed = {}
    if taken := [seat for seat in typed if seat in sealed]:
        raise WrongTimeError(_about_bids(game, taken, "bid_sealed"))
    all_sealed = sealed.keys() >= set(present) and game.bid_mode is not BidMode.SECRET
    if not seating.is_due(game, round_, present) and not all_sealed:
        if typed:
            raise WrongTimeError(_about_bids(game, typed, "bids_sealed"))
        _check_round(game, number, entry)
        return entry, False
    if missing := [seat for seat in present if seat not in {*typed, *sealed}]:
        cards = game.cards[number - 1]
        found = _about_bids(game, missing, Problem.BID_MISSING, cards=cards)
        raise requests.EntryRefusedError(found)
    if round_.bid_changes and sealed:
        raise requests.refusal("bid_changes", Problem.BID_CHANGE_EARLY)
    # Zeros stand for hidden bids, so that no message betrays them.
    zeros = seating.opened(game, round_, dict.fromkeys(sealed, 0), present)
    stand_in = replace(zeros, accepted=(*zeros.accepted, Problem.BIDS_EVEN))
    _check_round(game, number, replace(entry, round_=stand_in))
    return replace(entry, round_=seating.opened(game, round_, sealed, present)), True


def _about_bids(
    game: Game, seats: Sequence[int], problem: str, **values: object
) -> list[FieldObjection]:
    named = ((seat, {"name": game.players[seat], **values}) for seat in seats)
    return [FieldObjection(f"bids/{seat}", problem, seat, each) for seat, each in named]


def check_sheet_under_seal(session: Session, game: GameRow, sheet: Game) -> None:
    """Raise WrongTimeError if a whole sheet changes rounds with hidden bids."""
    beside = rounds.rounds_with_separate_bids(session, game)
    if not beside or game.settings["bid_mode"] == BidMode.OPEN:
        return
    stored = games.game_value(game)
    same = ("players", "cards", "bid_mode", "joined", "left")
    if any(getattr(stored, name) != getattr(sheet, name) for name in same):
        raise requests.conflict("bid_mode", "bids_sealed")
    typed = [
        FieldObjection(f"rounds/{number}/bids/{seat}", "bids_sealed", seat)
        for number, seats in beside.items()
        if number <= len(sheet.rounds) and seating.has_bids(sheet.rounds[number - 1])
        for seat in seats
    ]
    if typed:
        raise WrongTimeError(typed)
