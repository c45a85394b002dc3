"""Running games, read and written as plain rows, and bids apart from their rounds.

Every save and every page for spectators reads whole games; ORM objects are slow.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, NamedTuple
from uuid import UUID

import sqlalchemy as sa
from sqlalchemy.orm import Session

from scorepad.db.engine import connection_of, insert_of
from scorepad.db.games import game_value, game_without_rounds
from scorepad.db.groups import MEMBER, of_member
from scorepad.db.history import Writer, append_revision
from scorepad.db.tables.games import GameRow, RoundRow, Seat, SeatBid, is_of_tricks
from scorepad.db.tables.groups import Group, Player
from scorepad.games.documents import Tree, read_stored, written
from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.seating import with_rounds


class PlayedRound(NamedTuple):
    """A stored round; *winners* are the seats of the tricks tapped so far."""

    number: int
    revision: int
    changed_by: int
    changed_at: datetime
    revealed_at: datetime | None
    winners: tuple[int, ...]
    value: Round


class PlayedGame(NamedTuple):
    """A game of Wizard; *has_bids_beside*: it has bids apart from its rounds."""

    id: int
    group_id: int
    uuid: UUID
    revision: int
    seating: int
    finished_at: datetime | None
    deleted_at: datetime | None
    changed_by: int
    changed_at: datetime
    sealed: bool
    player_ids: tuple[UUID, ...]
    has_bids_beside: bool
    rounds: Mapping[int, PlayedRound]
    value: Game


_GAME: Final = GameRow.__table__
_WHICH: Final = sa.and_(
    _GAME.c.group_id == Group.id,
    _GAME.c.uuid == sa.bindparam("game"),
    is_of_tricks(_GAME.c.game),
)
_LOCK: Final = (
    sa.select(_GAME.c.id)
    .join(Group, _WHICH)
    .where(Group.uuid == sa.bindparam("group"))
    .with_for_update(key_share=True, of=_GAME)
)
_OF_GAME: Final = PlayedGame._fields[:-4]  # columns of their tables
_OF_ROUND: Final = PlayedRound._fields[:-2]
_of_game: Final[Any] = attrgetter(*_OF_GAME)
_of_round: Final[Any] = attrgetter(*_OF_ROUND)


def _whole(rows: Any, array: Any, body: Any, zone: str = "") -> sa.Select[Any]:
    """Return the query of a whole game, with seats and rounds as JSON text.

    *rows* and *array* are the dialect's functions that aggregate rows and build an
    array; *body* is a round as JSON; *zone* is what its points in time lack.
    """
    seats = (
        sa.select(sa.cast(rows(array(Seat.seat, Player.uuid, Player.name)), sa.Text))
        .join(Player, Player.id == Seat.player_id)
        .where(Seat.game_id == _GAME.c.id)
    )
    *first, changed_at, revealed_at = _of_round(RoundRow)
    if zone:
        changed_at = sa.cast(changed_at, sa.Text) + zone
        revealed_at = sa.cast(revealed_at, sa.Text) + zone
    columns = array(*first, changed_at, revealed_at, RoundRow.body["winners"], body)
    rounds = sa.select(sa.cast(rows(columns), sa.Text))
    wanted = sa.select(
        *MEMBER,
        Group.id.label("group_row"),
        Group.name.label("group_name"),
        sa.exists().where(SeatBid.game_id == _GAME.c.id).label("has_bids_beside"),
        seats.scalar_subquery().label("seats"),
        rounds.where(RoundRow.game_id == _GAME.c.id).scalar_subquery().label("rounds"),
        sa.cast(_GAME.c.settings, sa.Text).label("settings"),
        *(_GAME.c[name] for name in (*_OF_GAME, "game", "played_on")),
    )
    return of_member(wanted.select_from(Group).outerjoin(_GAME, _WHICH))


_SQLITE: Final = sa.func.json_group_array, sa.func.json_array
# Built once: one statement that every save uses.
_WHOLE: Final = {
    "sqlite": _whole(*_SQLITE, sa.func.json(RoundRow.body), zone="+00:00"),
    "postgresql": _whole(sa.func.json_agg, sa.func.json_build_array, RoundRow.body),
}
_PLAYED: Final = tuple[PlayedRound, ...]


def find_played(
    session: Session, group: UUID, game: UUID, device_id: int | None, *, lock: bool
) -> tuple[Sequence[Any], int, str | None, PlayedGame | None] | None:
    """Return *MEMBER*, row id and name of the group, and a game, deleted or not."""
    connection = connection_of(session)
    asked = {"group": group, "game": game, "device": device_id}
    if lock and connection.dialect.name == "postgresql":
        # First: rows read by the locking statement may be older than its lock.
        connection.execute(_LOCK, asked)
    row = connection.execute(_WHOLE[connection.dialect.name], asked).one_or_none()
    if row is None:
        return None
    member = row[: len(MEMBER)]
    if row.id is None:
        return member, row.group_row, row.group_name, None
    kept = row.game, row.settings, row.seats or "[]", row.uuid, row.played_on
    rounds = {each.number: each for each in read_stored(_PLAYED, row.rounds or "[]")}
    settings, seated = _settings(*kept)
    value = with_rounds(settings, {n: each.value for n, each in rounds.items()})
    beside = seated, row.has_bids_beside, rounds, value
    found = PlayedGame._make((*_of_game(row), *beside))
    return member, row.group_row, row.group_name, found


@lru_cache(maxsize=256)  # the saves of a game have the same settings
def _settings(
    word: str, settings: str, seats: str, uuid: UUID, day: date
) -> tuple[Game, tuple[UUID, ...]]:
    seated = sorted(read_stored(tuple[tuple[int, UUID, str], ...], seats))
    names = [name for *_, name in seated]
    game = game_without_rounds(word, json.loads(settings), uuid, day, names)
    return game, tuple(player for _, player, _ in seated)


def as_played(session: Session, row: GameRow) -> PlayedGame:
    """Return a loaded game."""
    beside = bool(rounds_with_separate_bids(session, row))
    rounds = {each.number: as_played_round(each) for each in row.rounds}
    of_game = *_of_game(row), row.player_ids, beside, rounds
    return PlayedGame._make((*of_game, game_value(row)))


def as_played_round(row: RoundRow) -> PlayedRound:
    """Return a loaded round."""
    winners = tuple(row.body["winners"])
    return PlayedRound._make((*_of_round(row), winners, read_stored(Round, row.body)))


_RARE: Final = ("named_by", "later_trump", "totals", "late_bids", "unwritten")


def round_record(round_: Round, winners: Collection[int] = ()) -> Tree:
    """Return a round as JSON; *winners* are the seats of the tricks tapped so far."""
    tree = written(round_)
    for key in _RARE:
        if tree[key] is False or tree[key] in (None, []):
            del tree[key]
    return {**tree, "winners": list(winners)}


def round_state(row: PlayedRound) -> Tree:
    """Return a round with its number and revision."""
    record = round_record(row.value, row.winners)
    return {"number": row.number, "revision": row.revision, **record}


def as_stored(round_: Round) -> Round:
    """Return a round without empty lines, with late bids in seat order."""
    tricks, totals = (
        None if line is None or set(line) <= {None} else line
        for line in (round_.tricks, round_.totals)
    )
    late = tuple(sorted({*round_.late_bids} & {*range(len(round_.bids))}))
    return replace(round_, tricks=tricks, totals=totals, late_bids=late)


@cache  # every save uses it
def _writing(dialect: str) -> Any:
    added = insert_of(dialect)(RoundRow)
    new = added.excluded
    written = added.on_conflict_do_update(
        index_elements=[RoundRow.game_id, RoundRow.number],
        set_={name: new[name] for name in (*_OF_ROUND, "body") if name != "number"},
        where=RoundRow.revision == new.revision - 1,
    )
    return written.inline().execution_options(preserve_rowcount=True)


def write_round(by: Writer, game: PlayedGame, row: PlayedRound) -> Tree:
    """Write the next revision of a round of a locked game; return it as phones get it.

    :raises NoResultFound: another save wrote the round first; lock the game.
    """
    record, place = round_record(row.value, row.winners), {"game_id": game.id}
    stored = dict(zip(_OF_ROUND, _of_round(row), strict=True))
    connection = connection_of(by.session)
    statement = _writing(connection.dialect.name)
    if connection.execute(statement, {**place, **stored, "body": record}).rowcount != 1:
        raise sa.exc.NoResultFound
    version = {"number": row.number, "revision": row.revision}
    # The settings stored with this seating tell who sat where.
    append_revision(by, {"seating": game.seating, **record}, **place, **version)
    return {**version, **record}


# Built once, because spectators poll it.
_BESIDE = (
    sa.select(SeatBid)
    .filter_by(game_id=sa.bindparam("game"), number=sa.bindparam("number"))
    .order_by(SeatBid.seat)
)


def separate_bids(session: Session, game_id: int, number: int) -> dict[int, SeatBid]:
    """Return the separate bids of a round by seat."""
    rows = session.scalars(_BESIDE, {"game": game_id, "number": number})
    return {row.seat: row for row in rows}


def rounds_with_separate_bids(session: Session, game: GameRow) -> dict[int, set[int]]:
    """Return the seats with separate bids, by round."""
    found = defaultdict[int, set[int]](set)
    rows = sa.select(SeatBid.number, SeatBid.seat).where(SeatBid.game_id == game.id)
    for number, seat in session.execute(rows):
        found[number].add(seat)
    return found


def drop_bids(
    session: Session, game_id: int, number: int, seats: Collection[int] | None = None
) -> None:
    """Delete separate bids of a round, of some seats or all."""
    of_round = SeatBid.game_id == game_id, SeatBid.number == number
    bids = sa.delete(SeatBid).where(*of_round)
    session.execute(bids if seats is None else bids.where(SeatBid.seat.in_(seats)))


def move_bids(session: Session, game: GameRow, places: Sequence[int | None]) -> None:
    """Move separate bids to new seats; *places* has those by the old seats."""
    before = sa.select(*SeatBid.__table__.c).where(SeatBid.game_id == game.id)
    rows = session.execute(before).all()
    session.execute(sa.delete(SeatBid).where(SeatBid.game_id == game.id))
    for row in rows:
        if (place := places[row.seat]) is not None:
            session.add(SeatBid(**{**row._asdict(), "seat": place}))
    session.flush()
