"""A game that is being played, read as plain rows.

Every save reads the whole game, and so does every page drawn for those who look on; as
objects of a session that took most of their time.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Connection, Select, bindparam, exists, select
from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Game, Round
from scorepad.store.db import connection_of
from scorepad.store.play.records import (
    Words,
    read_round,
    read_settings,
    round_value,
    settings_value,
    with_rounds,
)
from scorepad.store.tables import (
    AdjustmentRow,
    Entry,
    GameRow,
    Player,
    RoundRow,
    Seat,
    SeatBid,
)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as it is written down, and what the rules do not know of it.

    *winners* are the tricks tapped so far.
    """

    id: int
    number: int
    revision: int
    changed_by: int
    changed_at: datetime
    revealed_at: datetime | None
    winners: tuple[int, ...]
    value: Round


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game, and what the rules do not know of it; its rounds by their numbers.

    *has_bids_beside* where bids lie beside its rounds.
    """

    id: int
    group_id: int
    uuid: UUID
    revision: int
    seating: int
    finished_at: datetime | None
    deleted_at: datetime | None
    changed_by: int
    changed_at: datetime
    player_ids: tuple[UUID, ...]
    has_bids_beside: bool
    rounds: Mapping[int, PlayedRound]
    value: Game


# Put together once: asked with every save.
_WHICH: Final = (
    GameRow.group_id == bindparam("group"),
    GameRow.uuid == bindparam("game"),
)
_LOCK: Final = select(GameRow.id).where(*_WHICH).with_for_update(key_share=True)
_GAME: Final = select(
    GameRow.__table__,
    exists().where(SeatBid.game_id == GameRow.id).label("has_bids_beside"),
).where(*_WHICH)
_SEATS: Final = (
    select(Seat.__table__, Player.uuid, Player.name)
    .join(Player, Player.id == Seat.player_id)
    .where(Seat.game_id == bindparam("row"))
    .order_by(Seat.seat)
)
_ADJUSTMENTS: Final = (
    select(AdjustmentRow.__table__)
    .where(AdjustmentRow.game_id == bindparam("row"))
    .order_by(AdjustmentRow.position)
)
_ROUNDS: Final = select(RoundRow.__table__)
_ENTRIES: Final = (
    select(Entry.__table__)
    .join(RoundRow, RoundRow.id == Entry.round_id)
    .order_by(Entry.round_id, Entry.seat)
)
_OF_ONE: Final = RoundRow.game_id == bindparam("rows")
_OF_SOME: Final = RoundRow.game_id.in_(bindparam("rows", expanding=True))
_READ_ONE: Final = _ROUNDS.where(_OF_ONE), _ENTRIES.where(_OF_ONE)
_READ_SOME: Final = _ROUNDS.where(_OF_SOME), _ENTRIES.where(_OF_SOME)


def find_played(
    session: Session, group_id: int, uuid: UUID, *, hold: bool
) -> PlayedGame | None:
    """A game of a group, deleted or not; *hold* it until the transaction ends."""
    connection = connection_of(session)
    asked = {"group": group_id, "game": uuid}
    if hold and connection.dialect.name == "postgresql":
        # First of all: what one statement locks and reads may be older than its lock.
        connection.execute(_LOCK, asked)
    row = connection.execute(_GAME, asked).one_or_none()
    if row is None:
        return None
    seats = connection.execute(_SEATS, {"row": row.id}).all()
    adjustments = connection.execute(_ADJUSTMENTS, {"row": row.id}).all()
    settings = read_settings(row, [each.name for each in seats], seats, adjustments)
    player_ids = tuple(each.uuid for each in seats)
    rounds = rounds_of_one(connection, row.id)
    return _played(
        row, settings, player_ids, rounds, has_bids_beside=row.has_bids_beside
    )


def rounds_of(
    session: Session, row_ids: Collection[int]
) -> defaultdict[int, dict[int, PlayedRound]]:
    """The rounds of games, by the rows of these and by their numbers: two queries."""
    return _read_rounds(connection_of(session), _READ_SOME, list(row_ids))


def rounds_of_one(connection: Connection, row_id: int) -> dict[int, PlayedRound]:
    """The rounds of a game, by their numbers."""
    return _read_rounds(connection, _READ_ONE, row_id)[row_id]


def _read_rounds(
    connection: Connection, statements: tuple[Select[Any], Select[Any]], games: object
) -> defaultdict[int, dict[int, PlayedRound]]:
    of_rounds, of_entries = statements
    entries: defaultdict[int, list[Words]] = defaultdict(list)
    for entry in connection.execute(of_entries, {"rows": games}):
        entries[entry.round_id].append(entry)
    found: defaultdict[int, dict[int, PlayedRound]] = defaultdict(dict)
    for row in connection.execute(of_rounds, {"rows": games}):
        value = read_round(row, entries[row.id])
        found[row.game_id][row.number] = _played_round(row, value)
    return found


def as_played(row: GameRow) -> PlayedGame:
    """A game that is loaded, which does not tell whether bids lie beside it."""
    rounds = {each.number: as_played_round(each) for each in row.rounds}
    player_ids = tuple(seat.player.uuid for seat in row.seats)
    return _played(row, settings_value(row), player_ids, rounds, has_bids_beside=True)


def as_played_round(row: RoundRow) -> PlayedRound:
    """A round that is loaded."""
    return _played_round(row, round_value(row))


def _played(
    row: GameRow | Words,
    settings: Game,
    player_ids: tuple[UUID, ...],
    rounds: Mapping[int, PlayedRound],
    *,
    has_bids_beside: bool,
) -> PlayedGame:
    return PlayedGame(
        id=row.id,
        group_id=row.group_id,
        uuid=row.uuid,
        revision=row.revision,
        seating=row.seating,
        finished_at=row.finished_at,
        deleted_at=row.deleted_at,
        changed_by=row.changed_by,
        changed_at=row.changed_at,
        player_ids=player_ids,
        has_bids_beside=has_bids_beside,
        rounds=rounds,
        value=_with_rounds(settings, rounds),
    )


def _with_rounds(settings: Game, rounds: Mapping[int, PlayedRound]) -> Game:
    return with_rounds(settings, {n: each.value for n, each in rounds.items()})


def _played_round(row: RoundRow | Words, value: Round) -> PlayedRound:
    return PlayedRound(
        id=row.id,
        number=row.number,
        revision=row.revision,
        changed_by=row.changed_by,
        changed_at=row.changed_at,
        revealed_at=row.revealed_at,
        winners=tuple(row.winners),
        value=value,
    )
