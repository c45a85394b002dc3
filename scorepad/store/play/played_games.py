"""A game that is being played, read as plain rows.

Every save reads the whole game, and so does every page drawn for those who look on; as
objects of a session that took most of their time.
"""

from collections import defaultdict, namedtuple
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import JSON, Select, bindparam, exists, func, select, type_coerce
from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Game, Round
from scorepad.store.db import connection_of, moment_in
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


class _Json(NamedTuple):
    """How a database makes JSON of rows, of their columns, and of kept JSON."""

    rows: Any
    array: Any
    value: Callable[[Any], Any]

    def of(self, columns: Sequence[Any]) -> Any:
        """Return rows of these columns as one value."""
        words = [self.value(c) if isinstance(c.type, JSON) else c for c in columns]
        return self.rows(self.array(*words), type_=JSON)


_IN_SEAT: Final = (
    *(Seat.seat, Seat.final_total, Seat.joined_in, Seat.start_total, Seat.left_after),
    *(Player.uuid, Player.name),
)
_IN_ADJUSTMENT: Final = tuple(AdjustmentRow.__table__.c)[1:]
_IN_ENTRY: Final = tuple(Entry.__table__.c)[1:]
_IN_ROUND: Final = tuple(RoundRow.__table__.c)


def _words(columns: Iterable[Any], *more: str) -> Any:
    return namedtuple("Words", [*(each.key for each in columns), *more])


_SeatWords: Final = _words(_IN_SEAT)
_AdjustmentWords: Final = _words(_IN_ADJUSTMENT)
_EntryWords: Final = _words(_IN_ENTRY)
_RoundWords: Final = _words(_IN_ROUND, "entries")

_WHICH: Final = (
    GameRow.group_id == bindparam("group"),
    GameRow.uuid == bindparam("game"),
)
_LOCK: Final = select(GameRow.id).where(*_WHICH).with_for_update(key_share=True)


def _whole(json: _Json) -> Select[Any]:
    seats = (
        select(json.of(_IN_SEAT))
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.game_id == GameRow.id)
    )
    adjustments = select(json.of(_IN_ADJUSTMENT)).where(
        AdjustmentRow.game_id == GameRow.id
    )
    entries = select(json.of(_IN_ENTRY)).where(Entry.round_id == RoundRow.id)
    columns = [*_IN_ROUND, type_coerce(entries.scalar_subquery(), JSON)]
    rounds = select(json.of(columns)).where(RoundRow.game_id == GameRow.id)
    return select(
        GameRow.__table__,
        exists().where(SeatBid.game_id == GameRow.id).label("has_bids_beside"),
        seats.scalar_subquery().label("seats"),
        adjustments.scalar_subquery().label("adjustments"),
        rounds.scalar_subquery().label("rounds"),
    ).where(*_WHICH)


# Read with every save, so in one statement, put together once.
_WHOLE: Final = {
    "sqlite": _whole(_Json(func.json_group_array, func.json_array, func.json)),
    "postgresql": _whole(
        _Json(func.json_agg, func.json_build_array, lambda column: column)
    ),
}
_ROUNDS: Final = select(RoundRow.__table__).where(
    RoundRow.game_id.in_(bindparam("games", expanding=True))
)
_ENTRIES: Final = (
    select(Entry.__table__)
    .join(RoundRow, RoundRow.id == Entry.round_id)
    .where(RoundRow.game_id.in_(bindparam("games", expanding=True)))
    .order_by(Entry.round_id, Entry.seat)
)


def find_played(
    session: Session, group_id: int, uuid: UUID, *, hold: bool
) -> PlayedGame | None:
    """A game of a group, deleted or not; *hold* it until the transaction ends."""
    connection = connection_of(session)
    asked = {"group": group_id, "game": uuid}
    if hold and connection.dialect.name == "postgresql":
        # First of all: what one statement locks and reads may be older than its lock.
        connection.execute(_LOCK, asked)
    row = connection.execute(_WHOLE[connection.dialect.name], asked).one_or_none()
    if row is None:
        return None
    seats = sorted(_SeatWords(*each) for each in row.seats or ())
    adjustments = sorted(_AdjustmentWords(*each) for each in row.adjustments or ())
    rounds = {each.number: each for each in map(_read_whole, row.rounds or ())}
    return _played(
        row,
        read_settings(row, [each.name for each in seats], seats, adjustments),
        tuple(UUID(each.uuid) for each in seats),
        rounds,
        has_bids_beside=row.has_bids_beside,
    )


def _read_whole(words: Sequence[Any]) -> PlayedRound:
    row = _RoundWords(*words)
    entries = sorted(_EntryWords(*each) for each in row.entries or ())
    changed_at = moment_in(row.changed_at)
    revealed_at = None if row.revealed_at is None else moment_in(row.revealed_at)
    row = row._replace(changed_at=changed_at, revealed_at=revealed_at)
    return _played_round(row, read_round(row, entries))


def rounds_of(
    session: Session, row_ids: Collection[int]
) -> defaultdict[int, dict[int, PlayedRound]]:
    """The rounds of games, by the rows of these and by their numbers: two queries."""
    connection, asked = connection_of(session), {"games": list(row_ids)}
    entries: defaultdict[int, list[Words]] = defaultdict(list)
    for entry in connection.execute(_ENTRIES, asked).all():
        entries[entry.round_id].append(entry)
    found: defaultdict[int, dict[int, PlayedRound]] = defaultdict(dict)
    for row in connection.execute(_ROUNDS, asked).all():
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
