"""A game that is being played, read as plain rows.

Every save reads the whole game, and so does every page drawn for those who look on; as
objects of a session that took most of their time.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Connection, Select, bindparam, exists, select
from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Game, Round
from scorepad.store.db import connection_of
from scorepad.store.play.fresh_games import Mark, fresh_game
from scorepad.store.play.records import (
    Words,
    read_round,
    read_settings,
    round_value,
    settings_value,
    with_rounds,
)
from scorepad.store.ready import Ready
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

    *has_bids_beside* where bids lie beside its rounds, or did since it was read.
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
_FOUND: Final = select(
    GameRow.id, GameRow.revision, GameRow.changed_by, GameRow.changed_at
).where(GameRow.group_id == bindparam("group"), GameRow.uuid == bindparam("game"))
_MARK: Final = Ready(_FOUND)
_HELD: Final = Ready(_FOUND.with_for_update(key_share=True))
_PEOPLE: Final = (
    select(Player.uuid, Player.name)
    .join(Seat, Seat.player_id == Player.id)
    .where(Seat.game_id == bindparam("row"))
    .order_by(Seat.seat)
)
_GAME: Final = select(
    GameRow.__table__,
    exists().where(SeatBid.game_id == GameRow.id).label("has_bids_beside"),
).where(GameRow.id == bindparam("row"))
_SEATS: Final = (
    select(Seat.__table__).where(Seat.game_id == bindparam("row")).order_by(Seat.seat)
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
    found = (_HELD if hold else _MARK).row(connection, asked)
    if found is None:
        return None
    row_id, mark = found.id, Mark(found.revision, found.changed_by, found.changed_at)
    fresh: PlayedGame | None = fresh_game(connection, row_id, mark)
    return fresh or read_played(connection, row_id)


def read_played(connection: Connection, row_id: int) -> PlayedGame:
    """Everything of a game."""
    row, seats, adjustments, people = (
        connection.execute(each, {"row": row_id}).all()
        for each in (_GAME, _SEATS, _ADJUSTMENTS, _PEOPLE)
    )
    names = [each.name for each in people]
    settings = read_settings(row[0], names, seats, adjustments)
    player_ids = tuple(each.uuid for each in people)
    rounds = rounds_of_one(connection, row_id)
    return _played(
        row[0], settings, player_ids, rounds, has_bids_beside=row[0].has_bids_beside
    )


def moved_on_to(
    game: PlayedGame, mark: Mark, written: PlayedRound | None
) -> PlayedGame:
    """A game after its next write, to the round that was *written*, if any."""
    if written is None:
        return replace(game, **mark._asdict())
    rounds = {**game.rounds, written.number: written}
    value = _with_rounds(game.value, rounds)
    return replace(game, **mark._asdict(), rounds=rounds, value=value)


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
