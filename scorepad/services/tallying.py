"""Keeping the tallies of finished games beside them: a cache, never the truth."""

from sqlalchemy.orm import Session

from scorepad.rules.wizard.sheet import sheet_of
from scorepad.stats.season import outcomes_of
from scorepad.store.db import write_transaction
from scorepad.store.records import game_value
from scorepad.store.tables import GameRow
from scorepad.store.tallies import SeatTally, finished_games, put_tallies


def tallies_of(row: GameRow) -> tuple[SeatTally, ...]:
    """Work out what every seat has from a finished game; empty for a running one."""
    if row.finished_at is None:
        return ()
    outcomes = outcomes_of(sheet_of(game_value(row)))
    if not outcomes:
        return (SeatTally(),) * len(row.seats)
    return tuple(SeatTally(o.total, o.bids_met, o.bids_made) for o in outcomes)


def tally_game(session: Session, row: GameRow) -> None:
    """Keep the tallies of a game that has just been written and counted.

    Runs inside the transaction that writes the game, after its revision is raised.
    """
    session.flush()
    put_tallies(session, row, tallies_of(row))


def recount(session: Session) -> int:
    """Work out every tally again; tell how many games there are."""
    with write_transaction(session):
        count = 0
        for row in finished_games(session):
            put_tallies(session, row, tallies_of(row))
            count += 1
        session.commit()
        return count
