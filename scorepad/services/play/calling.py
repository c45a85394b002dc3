"""Who has bid in a round: told to everybody in the group, and never what is sealed."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import BidMode
from scorepad.rules.wizard.seating import present_in
from scorepad.rules.wizard.sheet import Row
from scorepad.services.errors import NotThereError
from scorepad.services.inputs import GameAddress
from scorepad.services.permissions import Action, group_for, played_game_for
from scorepad.services.play.sealing import is_under_seal
from scorepad.services.telling import round_state
from scorepad.store.groups.people import players_with_devices
from scorepad.store.play.played_games import PlayedGame, PlayedRound
from scorepad.store.play.seat_bids import bids_beside
from scorepad.store.tables import SeatBid

COUNTDOWN: Final = timedelta(seconds=3)
"""From the last bid until every phone uncovers all of them."""


def bids_of_round(
    session: Session, device_id: int | None, address: GameAddress, number: int
) -> dict[str, Any]:
    """Who has bid, what lies open, and the round as it is written down.

    :raises NotThereError: the device does not belong to a group with such a round.
    """
    group = group_for(session, device_id, address.group, Action.READ)
    game = played_game_for(session, group.id, address.game, hold=False)
    value = game.value
    if not 1 <= number <= len(value.cards):
        raise NotThereError
    present = present_in(value, number)
    beside = bids_beside(session, game.id, number)
    phones = players_with_devices(session, group, but=device_id)
    row = game.rounds.get(number)
    return {
        "round": number,
        "mode": value.bid_mode.value,
        "seating": game.seating,
        "seats": [
            {
                "seat": seat,
                "phone": game.player_ids[seat] in phones,
                **_told(game, number, beside.get(seat)),
            }
            for seat in present
        ],
        "closed": is_closed(game, number, beside),
        "reveals_at": reveals_at(row),
        "state": None if row is None else round_state(row),
    }


def _told(game: PlayedGame, number: int, row: SeatBid | None) -> dict[str, Any]:
    if row is None:
        return {"bid_by": None, "bid": None}
    bid = None if is_under_seal(game, number) else row.bid
    return {"bid_by": "own" if row.is_own else "table", "bid": bid}


def lying_open(
    game: PlayedGame, row: Row, beside: Mapping[int, SeatBid]
) -> tuple[tuple[int | None, ...], frozenset[int]]:
    """The bids of a round that anybody may see, and the seats whose bids nobody may."""
    if is_under_seal(game, row.number):
        return row.final_bids, frozenset(beside)
    bids = tuple(
        beside[seat].bid if bid is None and seat in beside else bid
        for seat, bid in enumerate(row.final_bids)
    )
    return bids, frozenset()


def is_closed(game: PlayedGame, number: int, beside: Mapping[int, SeatBid]) -> bool:
    """Whether all secret bids are in, so that play begins and none changes any more."""
    present = present_in(game.value, number)
    return game.value.bid_mode is BidMode.SECRET and beside.keys() >= set(present)


def reveals_at(row: PlayedRound | None) -> str | None:
    """When all phones show together what was sealed."""
    if row is None or row.revealed_at is None:
        return None
    return _moment(row.revealed_at).isoformat()


def _moment(revealed_at: datetime) -> datetime:
    return revealed_at + COUNTDOWN


def waits_ms(row: PlayedRound | None, now: datetime) -> int:
    """How many milliseconds are left until then; 0 where it is past."""
    if row is None or row.revealed_at is None:
        return 0
    left = _moment(row.revealed_at) - now
    return min(max(0, round(left.total_seconds() * 1000)), _LONGEST_MS)


_LONGEST_MS: Final = round(COUNTDOWN.total_seconds() * 1000)
