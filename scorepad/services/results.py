"""Results of finished games: derived, stored, and rebuilt on demand."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from sqlalchemy import delete, insert, select, text
from sqlalchemy.orm import Session

from scorepad.db import engine, groups
from scorepad.db.games import game_value
from scorepad.db.results import load_games
from scorepad.db.tables import WIZARD, GameRow, Result
from scorepad.games.wizard.models import Game
from scorepad.games.wizard.seating import start_totals
from scorepad.games.wizard.sheet import sheet_of
from scorepad.statistics import career, predictions, rating, story

AT_ONCE: Final = 100  # games per transaction: few, so that saves wait little

_OF_OUTCOME: Final = ("possible", "league", "bids_met", "bids_made")
_BESTS: Final = tuple(kind for kind in story.RECORDS if kind not in story.TOTALS)


def write_results(session: Session, *rows: GameRow) -> None:
    """Store the results of games where they are written; raise revisions of groups."""
    session.flush()
    _write(session, [(row, game_value(row)) for row in rows])


def _write(session: Session, games: Sequence[tuple[GameRow, Game]]) -> None:
    results = [
        result
        for row, game in games
        if row.finished_at is not None and row.game == WIZARD
        for result in results_of(row, game)
    ]
    ids = [row.id for row, _ in games]
    session.execute(delete(Result).where(Result.game_id.in_(ids)))
    if results:
        session.execute(insert(Result), results)
    groups.raise_revision(session, *{row.group_id for row, _ in games})


def results_of(row: GameRow, game: Game) -> Iterator[dict[str, Any]]:
    """Yield the results of a finished game, one per seat."""
    sheet, starts = sheet_of(game), start_totals(game)
    bids = predictions.predictions_of(sheet, game)
    unplayed = career.Outcome(0, played=False)
    outcomes = career.outcomes_of(sheet) or (unplayed,) * len(bids)
    table = {
        "game_id": row.id,
        "seats": sum(each.played for each in outcomes),
        "rounds": sum(row.points is not None for row in sheet.rows) or len(sheet.rows),
    }
    for seat, best in enumerate(story.bests_of(sheet)):
        outcome = outcomes[seat]
        points = outcome.total - starts[seat]
        own = outcome if outcome.played else unplayed
        made = bids[seat] if own.played else {}
        yield {
            **table,
            "seat": seat,
            "player_id": row.seats[seat].player_id,
            "above_par": rating.above_par(outcome.hands, points, game.scored_by),
            "total": own.total if own.played else None,
            "rank": own.rank if own.played else None,
            "winners": len(sheet.winners) if own.played else 0,
            **{name: getattr(own, name) for name in _OF_OUTCOME},
            "marks": predictions.marks_of(made),
            "bids": " ".join(made.values()),
            **{kind: best.get(kind) for kind in _BESTS},
        }


def rebuild_results(session: Session, *, only_missing: bool = False) -> int:
    """Rebuild the results of games, a few at a time; return of how many.

    Of all games, or those without results, as after an upgrade.
    """
    games = select(GameRow.id).where(GameRow.game == WIZARD)
    if only_missing:
        games = games.outerjoin(Result, Result.game_id == GameRow.id)
        games = games.where(Result.game_id.is_(None))
    else:
        with engine.write_transaction(session):
            running = select(GameRow.id).where(GameRow.finished_at.is_(None))
            session.execute(delete(Result).where(Result.game_id.in_(running)))
    finished, done, last = games.where(GameRow.finished_at.is_not(None)), 0, 0
    some = finished.order_by(GameRow.id).limit(AT_ONCE)
    while ids := session.scalars(some.where(GameRow.id > last)).all():
        with engine.write_transaction(session):
            chosen = select(GameRow.id).where(GameRow.id.in_(ids)).order_by(GameRow.id)
            session.execute(chosen.with_for_update(key_share=True))
            _write(session, load_games(session, ids))
        done, last = done + len(ids), ids[-1]
    return done


def analyse_tables(session: Session) -> None:
    """Update the query planner's statistics after a large import."""
    with engine.write_transaction(session):
        if session.get_bind().dialect.name == "postgresql":  # SQLite plans without
            session.execute(text("ANALYZE"))
