"""A player's own seat in a running game: to bid on a phone of one's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy.orm import Session

from scorepad.rules.wizard.bidding import is_sealed
from scorepad.rules.wizard.game import BidMode, Game
from scorepad.rules.wizard.sheet import Row, Sheet, barred_bid, sheet_of
from scorepad.services.errors import NotAllowedError, NotThereError
from scorepad.services.inputs import BidEntry, GameAddress
from scorepad.services.permissions import Action, group_and_member, played_game_for
from scorepad.services.play.bidding import put, stays_with_another
from scorepad.services.play.calling import is_closed, lying_open, waits_ms
from scorepad.store.db import write_transaction
from scorepad.store.groups.devices import hold_device
from scorepad.store.play.games import find_revision
from scorepad.store.play.history import Stamp
from scorepad.store.play.played_games import PlayedGame
from scorepad.store.play.seat_bids import bids_beside, changes_by
from scorepad.store.tables import SeatBid


class Phase(StrEnum):
    """What there is to do for whoever sits there."""

    NO_SEAT = "no_seat"
    ABSENT = "absent"
    OVER = "over"
    BID = "bid"
    SEALED = "sealed"
    CLOSED = "closed"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class OwnSeat:
    """What somebody sees on a phone of their own; *row* is the round that is played.

    *bids* are those that lie open, by seat; *sealed* are the seats whose bids do not.
    *own* is the bid of this seat, told only to the device that put it; another phone of
    the same player's *may_change* none. *barred* is what the ±1 rule keeps this seat
    from bidding now. All is uncovered in *waits_ms*.
    """

    id_: UUID
    group_id: UUID
    group_name: str | None
    seating: int
    mode: BidMode
    sheet: Sheet
    row: Row
    seat: int | None
    phase: Phase
    bids: tuple[int | None, ...]
    sealed: frozenset[int]
    own: int | None
    may_change: bool
    barred: int | None
    waits_ms: int

    @property
    def is_sealed(self) -> bool:
        """Whether nobody shows a bid at first."""
        return is_sealed(self.mode)

    @property
    def last(self) -> Row | None:
        """The round before, once it is closed."""
        before = self.row.number - 2
        return self.sheet.rows[before] if before >= 0 else None

    @property
    def next_to_bid(self) -> int | None:
        """The first seat in bidding order that has no bid."""
        order = self.row.bid_order
        return next((each for each in order if not self.has_bid(each)), None)

    def has_bid(self, seat: int) -> bool:
        """Whether a seat has bid; everybody may know."""
        return self.bids[seat] is not None or seat in self.sealed


def own_seat(
    session: Session, device_id: int | None, address: GameAddress, now: datetime
) -> OwnSeat:
    """What the player that this device belongs to sees of a game.

    :raises NotThereError: the device does not belong to a group with such a game, or
        it is deleted.
    :raises NotAllowedError: it only looks on.
    """
    group, member = group_and_member(session, device_id, address.group, Action.PLAY)
    game = played_game_for(session, group.id, address.game, hold=False)
    if game.deleted_at is not None:
        raise NotThereError
    value = game.value
    sheet = sheet_of(value)
    row = next((each for each in sheet.rows if not each.is_closed), sheet.rows[-1])
    seat = _seat_of(game, member.player)
    beside = bids_beside(session, game.id, row.number)
    known = None if seat is None else beside.get(seat)
    bids, sealed = lying_open(game, row, beside)
    return OwnSeat(
        id_=game.uuid,
        group_id=group.uuid,
        group_name=group.name,
        seating=game.seating,
        mode=value.bid_mode,
        sheet=sheet,
        row=row,
        seat=seat,
        phase=_phase(game, row, seat, beside),
        bids=bids,
        sealed=sealed,
        own=_own(known, device_id),
        may_change=known is None or not stays_with_another(known, device_id),
        barred=_barred(value, row, seat, bids),
        waits_ms=waits_ms(game.rounds.get(row.number), now),
    )


def _seat_of(game: PlayedGame, player: UUID | None) -> int | None:
    people = enumerate(game.player_ids)
    return next((seat for seat, each in people if each == player), None)


def _own(known: SeatBid | None, device_id: int | None) -> int | None:
    """The bid of a seat, for nobody but the device on which its owner put it."""
    if known is None or not known.is_own or stays_with_another(known, device_id):
        return None
    return known.bid


def _phase(
    game: PlayedGame, row: Row, seat: int | None, beside: Mapping[int, SeatBid]
) -> Phase:
    if game.finished_at is not None or row.is_closed:
        return Phase.OVER
    if seat is None:
        return Phase.NO_SEAT
    if seat not in row.present:
        return Phase.ABSENT
    if row.bids[seat] is not None:
        return Phase.PLAY
    if seat not in beside:
        return Phase.BID
    return Phase.CLOSED if is_closed(game, row.number, beside) else Phase.SEALED


def _barred(
    game: Game, row: Row, seat: int | None, bids: tuple[int | None, ...]
) -> int | None:
    if seat != row.dealer or is_sealed(game.bid_mode):
        return None
    return barred_bid(game, row, bids)


def glance_at_seat(
    session: Session, device_id: int | None, address: GameAddress
) -> tuple[int, int, UUID | None]:
    """What tells one state of the page from every other, for next to nothing.

    The revision of the game, how often this device put bids, and whose it is.

    :raises NotThereError: the device does not belong to a group with such a game.
    :raises NotAllowedError: it only looks on.
    """
    group, member = group_and_member(session, device_id, address.group, Action.PLAY)
    revision = find_revision(session, address.group, address.game)
    if revision is None or device_id is None:
        raise NotThereError
    changes = changes_by(session, group, address.game, device_id)
    return revision, changes, member.player


def bid_from_seat(
    session: Session, stamp: Stamp, address: GameAddress, entry: BidEntry
) -> None:
    """Put the bid of the player that this device belongs to; its last word counts.

    :raises NotThereError: the device does not belong to a group with such a game.
    :raises NotAllowedError: it only looks on, or does not belong to that seat.
    :raises EntryRefusedError: it cannot be a bid (:class:`WrongTimeError`: not now).
    """
    with write_transaction(session):
        group, member = group_and_member(
            session, stamp.device_id, address.group, Action.PLAY
        )
        hold_device(session, stamp.device_id)
        game = played_game_for(session, group.id, address.game, hold=True)
        if _seat_of(game, member.player) != entry.seat:
            raise NotAllowedError
        put(session, game, stamp, entry, is_own=True)
        session.commit()
