"""Bids stored apart from their rounds."""

from collections import defaultdict
from collections.abc import Collection, Sequence

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from scorepad.db.engine import connection_of
from scorepad.db.history import Writer
from scorepad.db.tables import GameRow, SeatBid

# Built once, because spectators poll it.
_BESIDE = (
    select(SeatBid)
    .where(SeatBid.game_id == bindparam("game"), SeatBid.number == bindparam("number"))
    .order_by(SeatBid.seat)
)


def separate_bids(session: Session, game_id: int, number: int) -> dict[int, SeatBid]:
    """Return the separate bids of a round by seat."""
    rows = session.scalars(_BESIDE, {"game": game_id, "number": number})
    return {row.seat: row for row in rows}


def rounds_with_separate_bids(session: Session, game: GameRow) -> dict[int, set[int]]:
    """Return the seats with separate bids, by round."""
    found = defaultdict[int, set[int]](set)
    rows = select(SeatBid.number, SeatBid.seat).where(SeatBid.game_id == game.id)
    for number, seat in session.execute(rows):
        found[number].add(seat)
    return found


def put_bid(
    by: Writer, game_id: int, place: tuple[int, int], *, bid: int, is_own: bool
) -> SeatBid:
    """Save a separate bid; *place* is the round number and the seat."""
    number, seat = place
    row = by.session.get(SeatBid, (game_id, number, seat))
    if row is None:
        row = SeatBid(game_id=game_id, number=number, seat=seat, revision=0)
        by.session.add(row)
    row.bid, row.is_own = bid, is_own
    row.device_id, row.put_at = by.device_id, by.at
    row.revision += 1
    by.session.flush()
    return row


_ANY_BESIDE = select(SeatBid.seat).where(SeatBid.game_id == bindparam("game")).limit(1)


def drop_bids(
    session: Session,
    game_id: int,
    number: int | None = None,
    seats: Collection[int] | None = None,
) -> None:
    """Delete separate bids of one round or all, of some seats or all."""
    if connection_of(session).scalar(_ANY_BESIDE, {"game": game_id}) is None:
        return  # usual, and cheaper to query than to delete
    unwanted = [SeatBid.game_id == game_id]
    if number is not None:
        unwanted.append(SeatBid.number == number)
    if seats is not None:
        unwanted.append(SeatBid.seat.in_(seats))
    session.execute(
        delete(SeatBid).where(*unwanted),
        execution_options={"synchronize_session": "fetch"},
    )


def move_bids(session: Session, game: GameRow, places: Sequence[int | None]) -> None:
    """Move separate bids to new seats; *places* has those by the old seats."""
    held = select(*SeatBid.__table__.c).where(SeatBid.game_id == game.id)
    rows = session.execute(held).all()
    drop_bids(session, game.id)
    for row in rows:
        if (place := places[row.seat]) is not None:
            session.add(SeatBid(**{**row._asdict(), "seat": place}))
    session.flush()
