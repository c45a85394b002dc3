"""Keep tallies, and read many of them at once."""

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import Row, delete, func, insert, null, select
from sqlalchemy.orm import Session

from scorepad.store.filters import (
    EVERY_GAME,
    Filter,
    edition_words,
    tallies_in,
    tallies_within,
)
from scorepad.store.kept_games import KeptGame
from scorepad.store.tables import Tally


class SeatTally(NamedTuple):
    """What a seat has from a game; no *total* where it never closed a round.

    *winners* is how many won the game; *possible* the best total there could have been,
    *league* the league's points. *bids* are the bids played out, as numbers
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
    rows = [
        {
            "revision": kept.revision,
            "group_id": kept.group_id,
            "seat": seat,
            "seats": len(entries),
            "schedule": kept.game.schedule.value,
            **{key: value for key, value in each._asdict().items() if key != "had"},
            **each.had._asdict(),
        }
        for kept, entries in many
        for seat, each in enumerate(entries)
    ]
    if rows:
        session.execute(insert(Tally), rows)


def drop_tallies(session: Session, row_ids: Sequence[int]) -> None:
    """Forget the tallies of games."""
    session.execute(delete(Tally).where(Tally.game_id.in_(row_ids)))


def tallies_of_game(session: Session, row_id: int) -> tuple[Tallied, ...]:
    """What is kept of a game, in the order of its seats."""
    rows = session.execute(
        select(*COLUMNS, Tally.bids).where(Tally.game_id == row_id).order_by(Tally.seat)
    )
    return tuple(map(_read, rows))


def tallies_by_game(
    session: Session,
    group_id: int,
    number: int,
    wanted: Filter = EVERY_GAME,
    *,
    bids: bool = True,
) -> Iterator[tuple[Tallied, ...]]:
    """The games of a season (or of all, *number* 0) in the order of their evenings.

    Without *bids* these are empty, which is much less to read.
    """
    rows = session.execute(
        select(*COLUMNS, Tally.bids if bids else null().label("bids"))
        .where(*tallies_within(group_id, number, wanted), Tally.listed.is_(True))
        .order_by(Tally.played_on, Tally.game_id)
        .execution_options(yield_per=2000)
    )
    for _, seats in groupby(rows, attrgetter("game_id")):
        yield tuple(map(_read, seats))


COLUMNS = (
    Tally.game_id,
    Tally.player_id,
    Tally.number,
    Tally.played_on,
    Tally.ranked,
    Tally.listed,
    Tally.edition,
    Tally.scoring,
    Tally.total,
    Tally.bids_met,
    Tally.bids_made,
    Tally.rank,
    Tally.winners,
    Tally.possible,
    Tally.league,
)


def _read(row: Row[*tuple[Any, ...]]) -> Tallied:
    values = tuple(row)
    had = SeatTally._make((*values[8:15], values[15] or ""))
    return Tallied._make((*values[:8], had))


def kinds_of(
    session: Session, group_id: int, number: int
) -> dict[tuple[str, str], int]:
    """How many finished games of a season (or of all) had a scoring and an edition."""
    rows = session.execute(
        select(Tally.scoring, Tally.edition, func.count())
        .where(*tallies_in(group_id, number), Tally.listed.is_(True), Tally.seat == 0)
        .group_by(Tally.scoring, Tally.edition)
    )
    return {(scoring, edition): games for scoring, edition, games in rows}
