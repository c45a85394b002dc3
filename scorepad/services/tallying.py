"""Keeping the tallies of finished games beside them: a cache, never the truth."""

from collections.abc import Iterable, Sequence

from sqlalchemy.orm import Session

from scorepad.rules.wizard.sheet import sheet_of
from scorepad.stats.predictions import Place, Prediction, predictions_of
from scorepad.stats.records import Kind, Mark, marks_of
from scorepad.stats.season import outcomes_of
from scorepad.store.db import write_transaction
from scorepad.store.marks import KeptMark, put_marks
from scorepad.store.ratings import mark_game
from scorepad.store.records import game_value
from scorepad.store.tables import GameRow
from scorepad.store.tallies import SeatTally, finished_games, put_tallies

_PLACES = tuple(Place)
_TRUMPS = (None, False, True)


def tallies_of(row: GameRow) -> tuple[SeatTally, ...]:
    """Work out what every seat has from a finished game; empty for a running one."""
    if row.finished_at is None:
        return ()
    game = game_value(row)
    sheet = sheet_of(game)
    outcomes = outcomes_of(sheet)
    if not outcomes:
        return (SeatTally(),) * len(row.seats)
    bids = [_in_numbers(each) for each in predictions_of(sheet, game)]
    return tuple(
        SeatTally()
        if not outcome.played
        else SeatTally(
            total=outcome.total,
            bids_met=outcome.bids_met,
            bids_made=outcome.bids_made,
            rank=outcome.rank,
            winners=len(sheet.winners),
            possible=outcome.possible,
            league=outcome.league,
            bids=[numbers for whose, numbers in bids if whose == seat],
        )
        for seat, outcome in enumerate(outcomes)
    )


def _in_numbers(each: Prediction) -> tuple[int, list[int]]:
    place, trump = _PLACES.index(each.place), _TRUMPS.index(each.trump)
    numbers = [each.round_, each.cards, each.bid, each.taken, place, trump]
    return each.seat, [*numbers, int(each.forced)]


def predictions_in(seat: int, bids: Sequence[Sequence[int]]) -> tuple[Prediction, ...]:
    """Read the predictions of a *seat* back from a tally."""
    return tuple(
        Prediction(
            seat=seat,
            round_=round_,
            cards=cards,
            bid=bid,
            taken=taken,
            place=_PLACES[place],
            trump=_TRUMPS[trump],
            forced=bool(forced),
        )
        for round_, cards, bid, taken, place, trump, forced in bids
    )


def marks_to_keep(row: GameRow) -> tuple[KeptMark, ...]:
    """Work out what a game could be remembered for; nothing of a running one."""
    if row.finished_at is None:
        return ()
    found = marks_of(sheet_of(game_value(row)))
    return tuple(
        KeptMark(mark.kind.value, mark.value, mark.seats, mark.round_) for mark in found
    )


def marks_in(kept: Iterable[KeptMark]) -> tuple[Mark, ...]:
    """Read marks back from where they are kept."""
    return tuple(
        Mark(Kind(each.kind), each.value, tuple(each.seats), each.round_)
        for each in kept
    )


def tally_game(session: Session, row: GameRow) -> None:
    """Keep what follows from a game that has just been written and counted.

    Runs inside the transaction that writes the game, after its revision is raised.
    """
    session.flush()
    mark_game(session, row)
    _keep(session, row)


def _keep(session: Session, row: GameRow) -> None:
    put_tallies(session, row, tallies_of(row))
    put_marks(session, row, marks_to_keep(row))


def recount(session: Session) -> int:
    """Work out every tally again; tell how many games there are."""
    with write_transaction(session):
        count = 0
        for row in finished_games(session):
            _keep(session, row)
            count += 1
        session.commit()
        return count
