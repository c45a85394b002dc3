"""Finished games as values of the rules, many at a time and without their objects."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Select, and_, func, select
from sqlalchemy.orm import Session, lazyload

from scorepad.rules.problems import Problem
from scorepad.rules.wizard.game import BidChange, Game, Round, Trump
from scorepad.store.records import game_value, game_with_rounds, settings_value
from scorepad.store.tables import Entry, GameRow, RoundRow, Season, Tally


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game, and what the rules do not know about it; *number* is its season's."""

    row_id: int
    group_id: int
    number: int
    revision: int
    played_on: date
    finished: bool
    counts: bool
    deleted: bool
    player_ids: tuple[int, ...]
    game: Game


def kept_game(session: Session, row: GameRow) -> KeptGame:
    """A game that is loaded."""
    number = session.get_one(Season, row.season_id).number
    return _kept(row, number, game_value(row))


def kept_settings(session: Session, row: GameRow) -> KeptGame:
    """The same without the rounds."""
    number = session.get_one(Season, row.season_id).number
    return _kept(row, number, settings_value(row))


def kept_games(session: Session, row_ids: Collection[int]) -> tuple[KeptGame, ...]:
    """Games by their rows, in order: five queries, however many there are."""
    rows = session.scalars(
        select(GameRow)
        .where(GameRow.id.in_(row_ids))
        .options(lazyload(GameRow.rounds))
        .order_by(GameRow.id)
    ).all()
    seasons = {row.season_id for row in rows}
    found = select(Season.id, Season.number).where(Season.id.in_(seasons))
    numbers = {each.id: each.number for each in session.execute(found)}
    rounds = _rounds_of(session, row_ids)
    return tuple(
        _kept(row, numbers[row.season_id], game_with_rounds(row, rounds[row.id]))
        for row in rows
    )


def hold_games(session: Session, row_ids: Collection[int]) -> None:
    """Hold games until the transaction ends."""
    session.execute(
        select(GameRow.id)
        .where(GameRow.id.in_(row_ids))
        .order_by(GameRow.id)
        .with_for_update(key_share=True)
    )


def untallied_games(
    session: Session, *, of: int | None = None, at_most: int | None
) -> tuple[int, ...]:
    """The rows of finished games whose tallies are not those of their revision.

    *of* one group, by its row, or of all.
    """
    missing = _finished(at_most).outerjoin(
        Tally,
        and_(
            Tally.game_id == GameRow.id,
            Tally.seat == 0,
            Tally.revision == GameRow.revision,
        ),
    )
    if of is not None:
        missing = missing.where(GameRow.group_id == of)
    return tuple(session.scalars(missing.where(Tally.game_id.is_(None))))


def finished_games(session: Session, *, after: int, at_most: int) -> tuple[int, ...]:
    """The rows of finished games of all groups, *after* one of them."""
    return tuple(session.scalars(_finished(at_most).where(GameRow.id > after)))


def count_finished_games(session: Session) -> int:
    """How many games are finished, of all groups."""
    count = select(func.count(GameRow.id)).where(GameRow.finished_at.is_not(None))
    return session.execute(count).scalar_one()


def _finished(at_most: int | None) -> Select[int]:
    finished = select(GameRow.id).where(GameRow.finished_at.is_not(None))
    return finished.order_by(GameRow.id).limit(at_most)


def _kept(row: GameRow, number: int, game: Game) -> KeptGame:
    return KeptGame(
        row_id=row.id,
        group_id=row.group_id,
        number=number,
        revision=row.revision,
        played_on=row.played_on,
        finished=row.finished_at is not None,
        counts=row.counts,
        deleted=row.deleted_at is not None,
        player_ids=tuple(seat.player_id for seat in row.seats),
        game=game,
    )


def _rounds_of(
    session: Session, row_ids: Collection[int]
) -> defaultdict[int, dict[int, Round]]:
    entries: defaultdict[int, list[Sequence[Any]]] = defaultdict(list)
    for round_id, *entry in session.execute(
        select(
            Entry.round_id,
            Entry.bid,
            Entry.tricks,
            Entry.written_total,
            Entry.late_bid,
        )
        .join(RoundRow, RoundRow.id == Entry.round_id)
        .where(RoundRow.game_id.in_(row_ids))
        .order_by(Entry.round_id, Entry.seat)
    ):
        entries[round_id].append(entry)
    found: defaultdict[int, dict[int, Round]] = defaultdict(dict)
    for row in session.execute(
        select(
            RoundRow.id,
            RoundRow.game_id,
            RoundRow.number,
            RoundRow.trump,
            RoundRow.named_by,
            RoundRow.later_trump,
            RoundRow.dealer,
            RoundRow.bid_changes,
            RoundRow.void_tricks,
            RoundRow.accepted,
            RoundRow.note,
        ).where(RoundRow.game_id.in_(row_ids))
    ):
        found[row.game_id][row.number] = _round(row, entries[row.id])
    return found


def _round(row: Any, entries: Sequence[Sequence[Any]]) -> Round:
    bids, tricks, totals, late = zip(*entries, strict=True) if entries else ((),) * 4
    return Round(
        bids=bids,
        tricks=_unless_empty(tricks),
        trump=None if row.trump is None else Trump(row.trump),
        named_by=row.named_by,
        later_trump=None if row.later_trump is None else Trump(row.later_trump),
        dealer=row.dealer,
        bid_changes=tuple(BidChange(**change) for change in row.bid_changes),
        void_tricks=row.void_tricks,
        accepted=tuple(Problem(problem) for problem in row.accepted),
        totals=_unless_empty(totals),
        late_bids=tuple(seat for seat, is_late in enumerate(late) if is_late),
        note=row.note,
    )


def _unless_empty(line: Iterable[int | None]) -> tuple[int | None, ...] | None:
    found = tuple(line)
    return None if all(value is None for value in found) else found
