"""Keep tallies, and read many of them at once."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from sqlalchemy import Row, Text, bindparam, cast, delete, func, insert, select
from sqlalchemy.orm import Session

from scorepad.store.db import connection_of
from scorepad.store.play.kept_games import KeptGame
from scorepad.store.seasons.filters import (
    EVERY_GAME,
    Filter,
    edition_words,
    tallies_in,
    tallies_within,
)
from scorepad.store.tables import GameRow, Tally


class SeatTally(NamedTuple):
    """What a seat has from a game; no *total* where it never closed a round.

    *winners* is how many won the game; *possible* the best total there could have been,
    *league* the league's points. *bids* are the bids played out, in letters
    that only whoever wrote them can read.
    """

    total: int | None = None
    bids_met: int = 0
    bids_made: int = 0
    rank: int | None = None
    winners: int = 0
    possible: int = 0
    league: int = 0
    bids: str = ""


class Tallied(NamedTuple):
    """A tally with whose it is and when; *ranked* if standings know it.

    But never together with those of another *scoring*. *edition* are the extra cards.
    """

    game_id: int
    player_id: int
    number: int
    played_on: date
    ranked: bool
    listed: bool
    edition: str
    scoring: str
    had: SeatTally


def tallied(kept: KeptGame, tallies: Sequence[SeatTally]) -> tuple[Tallied, ...]:
    """Say of every seat's tally whose it is; a running game has none."""
    whose = kept.player_ids if kept.finished else ()
    return tuple(
        Tallied(
            game_id=kept.row_id,
            player_id=player_id,
            number=kept.number,
            played_on=kept.played_on,
            ranked=kept.counts and not kept.deleted and had.total is not None,
            listed=not kept.deleted,
            edition=edition_words(kept.game.edition),
            scoring=kept.game.scoring.value,
            had=had,
        )
        for player_id, had in zip(whose, tallies, strict=True)
    )


def put_tallies(session: Session, kept: KeptGame, entries: Sequence[Tallied]) -> None:
    """Replace the tallies of a game by those of its present revision."""
    session.execute(delete(Tally).where(Tally.game_id == kept.row_id))
    insert_tallies(session, [(kept, entries)])


def insert_tallies(
    session: Session, many: Sequence[tuple[KeptGame, Sequence[Tallied]]]
) -> None:
    """Add the tallies of games that have none."""
    rows = [row for kept, entries in many for row in tally_rows(kept, entries)]
    if rows:
        session.execute(insert(Tally), rows)


def tally_rows(kept: KeptGame, entries: Sequence[Tallied]) -> list[dict[str, Any]]:
    """The tallies of a game as they are stored, in the order of its seats."""
    return [
        {
            "revision": kept.revision,
            "group_id": kept.group_id,
            "seat": seat,
            "seats": len(entries),
            "schedule": kept.game.schedule.value,
            **{key: value for key, value in each._asdict().items() if key != "had"},
            **each.had._asdict(),
        }
        for seat, each in enumerate(entries)
    ]


def drop_tallies(session: Session, row_ids: Sequence[int]) -> None:
    """Forget the tallies of games."""
    session.execute(delete(Tally).where(Tally.game_id.in_(row_ids)))


def tallies_of_game(session: Session, row_id: int) -> tuple[Tallied, ...]:
    """What is kept of a game, in the order of its seats."""
    rows = connection_of(session).execute(_OF_GAME, {"game": row_id})
    return tuple(map(_read, rows))


class ManyTallies(NamedTuple):
    """What a player has from many games, value by value, in any order.

    The same order for all *values*, which are those of :class:`SeatTally`. Of games
    that are listed without being *ranked* some may be missing.
    """

    player_id: int
    ranked: bool
    games: list[int]
    values: Sequence[list[Any]]


def tallies_by_player(
    session: Session, group_id: int, number: int, wanted: Filter = EVERY_GAME
) -> Iterator[ManyTallies]:
    """What everybody has from the games of a season (or of all, *number* 0).

    The database puts the values side by side: that takes half the time of one row
    for every seat.
    """
    rows = session.execute(
        select(Tally.player_id, Tally.ranked, *_SIDE_BY_SIDE)
        .where(*tallies_within(group_id, number, wanted), Tally.listed.is_(True))
        .group_by(Tally.player_id, Tally.ranked)
    )
    for player_id, ranked, games, *numbers, bids in rows:
        values = [*map(_numbers_in, numbers), bids.split(_BETWEEN)]
        yield ManyTallies(player_id, ranked, _numbers_in(games), values)


def _numbers_in(text: str | None) -> list[int]:
    # Reading JSON is the fastest way to many numbers.
    numbers: list[int] = json.loads(f"[{text or ''}]")
    return numbers


def games_in_order(session: Session, group_id: int) -> Sequence[int]:
    """All games of a group by their rows, in the order of their evenings."""
    game = GameRow.__table__.c
    in_order = select(game.id).where(game.group_id == group_id)
    return session.scalars(in_order.order_by(game.played_on, game.id)).all()


_OF_SEAT = (
    Tally.total,
    Tally.bids_met,
    Tally.bids_made,
    Tally.rank,
    Tally.winners,
    Tally.possible,
    Tally.league,
    Tally.bids,
)
_BETWEEN: Final = ","
"""What no number and no letter of packed bids has in it."""

_SIDE_BY_SIDE: Final = tuple(
    func.aggregate_strings(cast(column, Text), _BETWEEN)
    for column in (Tally.game_id, *_OF_SEAT)
)


def days_of_games(
    session: Session, group_id: int, *, only: int | None = None
) -> dict[int, date]:
    """The days of all games of a group by their rows, or of one of them."""
    days = select(GameRow.id, GameRow.played_on).where(GameRow.group_id == group_id)
    if only is not None:
        days = days.where(GameRow.id == only)
    return {row.id: row.played_on for row in session.execute(days)}


COLUMNS = (
    Tally.game_id,
    Tally.player_id,
    Tally.number,
    Tally.played_on,
    Tally.ranked,
    Tally.listed,
    Tally.edition,
    Tally.scoring,
    *_OF_SEAT,
)


# Every save asks whether its game is one of those that are finished.
_OF_GAME = (
    select(*COLUMNS).where(Tally.game_id == bindparam("game")).order_by(Tally.seat)
)


def _read(row: Row[*tuple[Any, ...]]) -> Tallied:
    values = tuple(row)
    return Tallied._make((*values[:8], SeatTally._make(values[8:])))


def kinds_of(
    session: Session, group_id: int, number: int
) -> dict[tuple[str, str], int]:
    """How many finished games of a season (or of all) had a scoring and an edition.

    Those are left out whose tallies are not of their revision.
    """
    rows = session.execute(
        select(Tally.scoring, Tally.edition, func.count())
        .join(GameRow, GameRow.id == Tally.game_id)
        .where(*tallies_in(group_id, number), Tally.listed.is_(True), Tally.seat == 0)
        .where(Tally.revision == GameRow.revision)
        .group_by(Tally.scoring, Tally.edition)
    )
    return {(scoring, edition): games for scoring, edition, games in rows}
