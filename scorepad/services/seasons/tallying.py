"""Keeping the tallies of finished games beside them: a cache, never the truth."""

from typing import NamedTuple

from sqlalchemy.orm import Session

from scorepad.rules.wizard.game import Game
from scorepad.rules.wizard.sheet import Sheet, sheet_of
from scorepad.services.seasons.bookkeeping import enter_change
from scorepad.services.seasons.ledger_words import marks_in, to_keep
from scorepad.stats.outcomes import outcomes_of
from scorepad.stats.packing import packed
from scorepad.stats.predictions import Prediction, predictions_of
from scorepad.stats.records import Mark, marks_of
from scorepad.store.play.kept_games import KeptGame, kept_game
from scorepad.store.seasons.marks import marks_of_game, put_marks
from scorepad.store.seasons.ratings import mark_game
from scorepad.store.seasons.tallies import (
    SeatTally,
    put_tallies,
    tallied,
    tallies_of_game,
)
from scorepad.store.tables import GameRow


class Summary(NamedTuple):
    """What follows from one game: a tally for every seat, and its marks."""

    tallies: tuple[SeatTally, ...] = ()
    marks: tuple[Mark, ...] = ()


def summary_of(kept: KeptGame) -> Summary:
    """Work out what follows from a finished game; nothing from a running one."""
    if not kept.finished:
        return Summary()
    return summary_of_sheet(kept.game, sheet_of(kept.game))


def summary_of_sheet(game: Game, sheet: Sheet) -> Summary:
    """The same where the sheet of a finished game is worked out already."""
    return Summary(_tallies(game, sheet), marks_of(sheet))


def _tallies(game: Game, sheet: Sheet) -> tuple[SeatTally, ...]:
    outcomes = outcomes_of(sheet)
    if not outcomes:
        return (SeatTally(),) * len(game.players)
    bids: list[list[Prediction]] = [[] for _ in outcomes]
    for each in predictions_of(sheet, game):
        bids[each.seat].append(each)
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
            bids=packed(made),
        )
        for outcome, made in zip(outcomes, bids, strict=True)
    )


def tally_game(session: Session, row: GameRow) -> None:
    """Keep what follows from a game that has just been written and counted.

    Runs inside the transaction that writes the game, after its revision is raised. The
    ledger of its season are changed by what the game was and what it is now.
    """
    session.flush()
    before = tallies_of_game(session, row.id)
    if not before and row.finished_at is None:
        return
    mark_game(session, row)
    marks = marks_in(marks_of_game(session, row.id) or ())
    kept = kept_game(session, row)
    summary = summary_of(kept)
    after = tallied(kept, summary.tallies)
    put_tallies(session, kept, after)
    put_marks(session, kept, to_keep(summary.marks))
    if (before, marks) != (after, summary.marks):
        enter_change(session, row.group_id, before, after, summary.marks)
