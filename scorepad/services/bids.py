"""Bids of single seats: each is a resource of its own, so six phones never conflict.

In open bidding it is visible at once; otherwise it is hidden until all are revealed.
"""

from collections.abc import Mapping
from functools import partial

from sqlalchemy.orm import Session

from scorepad.db import rounds, tables
from scorepad.db.history import Answer, Writer, as_text, count_revision
from scorepad.games.documents import Tree
from scorepad.games.wizard.models import BidMode, Round
from scorepad.games.wizard.seating import opened, present_in
from scorepad.services import idempotency, requests, validation
from scorepad.services.permissions import Action, GameAccess, table_for
from scorepad.services.requests import BidEntry, FieldObjection, WrongTimeError
from scorepad.services.rounds import check_table, is_under_seal, put_round


def save_bid(
    attempt: requests.Attempt, address: requests.GameAddress, entry: BidEntry
) -> Answer:
    """Save or change the bid of one seat; the answer never contains the bid."""

    def authorize(by: Writer) -> GameAccess:
        table = table_for(by, address, Action.READ, lock=True)
        players = dict(enumerate(table.game.player_ids))
        if not table.member.may(Action.BID, address.game, [players.get(entry.seat)]):
            raise requests.NotAllowedError
        return table

    save = partial(put, entry=entry, seen=attempt.seen or 0)
    return idempotency.run_once(attempt, authorize, save)


def put(
    by: Writer, table: GameAccess, entry: BidEntry, seen: int | None = None
) -> Answer:
    """Save a bid inside a transaction that holds the lock of the game.

    In hidden bidding the last bid reveals all of them in the round. The caller checks
    permissions; without *seen* it knows that no other device writes this bid.
    """
    game = table.game
    _check_time(by.session, game, entry)
    is_own = game.player_ids[entry.seat] == table.member.player
    beside = rounds.separate_bids(by.session, game.id, entry.number)
    _check_stored(game, entry, beside, by.device_id if is_own else None, seen)
    if is_new := entry.seat not in beside:
        place = {"game_id": game.id, "number": entry.number, "seat": entry.seat}
        beside[entry.seat] = tables.SeatBid(**place, revision=0)
        by.session.add(beside[entry.seat])
    row = beside[entry.seat]
    row.bid, row.is_own = entry.bid, is_own
    row.device_id, row.put_at = by.device_id, by.at
    row.revision += 1
    by.session.flush()
    game, etag = game._replace(has_bids_beside=True), str(row.revision)
    revealed = _revealed(by, game, entry.number, beside)
    # While bids are hidden, a changed bid must not show in the game's revision.
    whole = game.revision
    if is_new or revealed is not None or not is_under_seal(game, entry.number):
        whole = count_revision(by, game)
    body = {
        "round": entry.number,
        "seat": entry.seat,
        "saved_at": by.at.isoformat(),
        "game_revision": whole,
        "revealed": revealed,
    }
    return Answer(201 if is_new else 200, as_text(body), etag)


def _check_time(session: Session, game: rounds.PlayedGame, entry: BidEntry) -> None:
    check_table(session, game, entry.seating)
    if game.finished_at is not None:
        raise requests.conflict("finished", "game_over")
    validation.check_bid(game.value, entry)
    row = game.rounds.get(entry.number)
    if row is None or is_under_seal(game, entry.number):
        return
    sealed = game.value.bid_mode is not BidMode.OPEN
    if sealed or row.value.bids[entry.seat] is not None:
        fault = "bids_revealed" if sealed else "bid_entered"
        late = FieldObjection("bid", fault, entry.seat)
        raise WrongTimeError([late], rounds.round_state(row), str(row.revision))


def _check_stored(
    game: rounds.PlayedGame,
    entry: BidEntry,
    beside: dict[int, tables.SeatBid],
    own_device: int | None,
    seen: int | None,
) -> None:
    if is_closed(game, entry.number, beside):
        raise WrongTimeError([FieldObjection("bid", "bids_closed", entry.seat)])
    known = beside.get(entry.seat)
    is_others = known is not None and is_from_other_device(known, own_device)
    if is_others and game.value.bid_mode is not BidMode.OPEN:
        name = game.value.players[entry.seat]
        mine = FieldObjection("bid", "bid_sealed", entry.seat, {"name": name})
        raise WrongTimeError([mine])
    stored = 0 if known is None else known.revision
    if seen not in {None, stored}:
        place = {"round": entry.number, "seat": entry.seat, "revision": stored}
        current, etag = (place, str(stored)) if stored else (None, None)
        raise requests.ChangedElsewhereError(current, etag, {})


def is_closed(
    game: rounds.PlayedGame, number: int, beside: Mapping[int, tables.SeatBid]
) -> bool:
    """Return whether all secret bids are in, so that none can change any more."""
    present = present_in(game.value, number)
    return game.value.bid_mode is BidMode.SECRET and beside.keys() >= set(present)


def is_from_other_device(known: tables.SeatBid, device_id: int | None) -> bool:
    """Return whether another device of the player entered this bid."""
    return known.is_own and known.device_id != device_id


def _revealed(
    by: Writer, game: rounds.PlayedGame, number: int, beside: dict[int, tables.SeatBid]
) -> Tree | None:
    mode, value = game.value.bid_mode, game.value
    present = present_in(value, number)
    if mode in {BidMode.OPEN, BidMode.SECRET} or not beside.keys() >= set(present):
        return None
    row = game.rounds.get(number)
    noted = row.value if row else Round(bids=(None,) * len(value.players))
    bids = {seat: each.bid for seat, each in beside.items()}
    whole = opened(value, noted, bids, present)
    revealed = requests.RoundEntry(whole, row.winners if row else ())
    return put_round(by, game, number, revealed, reveals=True)
