"""Tallies that are not kept yet, after an upgrade say: worked out some at a time."""

from collections.abc import Iterator, Sequence
from typing import Final

from sqlalchemy.orm import Session

from scorepad.services.seasons.ledger_words import to_keep
from scorepad.services.seasons.tallying import Summary, summary_of
from scorepad.store.db import write_transaction
from scorepad.store.play.kept_games import (
    KeptGame,
    hold_games,
    kept_games,
    untallied_games,
)
from scorepad.store.seasons.ledgers import mark_outdated
from scorepad.store.seasons.marks import drop_marks, insert_marks
from scorepad.store.seasons.tallies import (
    Tallied,
    drop_tallies,
    insert_tallies,
    tallied,
)
from scorepad.store.tables import Group

AT_ONCE: Final = 100
"""So many games in one transaction: nobody's save waits long for it."""


def catch_up(
    session: Session, group: Group | None = None, *, hurried: bool = False
) -> None:
    """Keep the tallies that are missing, of one *group* or of all.

    *hurried* as :func:`~scorepad.store.db.write_transaction` explains it.
    """
    of = None if group is None else group.id
    while row_ids := untallied_games(session, of=of, at_most=AT_ONCE):
        tally_anew(session, row_ids, hurried=hurried)


def tally_anew(
    session: Session, row_ids: Sequence[int], *, hurried: bool = False
) -> None:
    """Work out the tallies of some finished games again, in a transaction of its own.

    The ledger that they are in must be written anew afterwards.
    """
    with write_transaction(session, hurried=hurried):
        hold_games(session, row_ids)
        found = [(kept, summary_of(kept)) for kept in kept_games(session, row_ids)]
        drop_tallies(session, row_ids)
        drop_marks(session, row_ids)
        put_summaries(session, found)
        mark_outdated(session, {kept.group_id for kept, _ in found})
        session.commit()


def put_summaries(session: Session, found: Sequence[tuple[KeptGame, Summary]]) -> None:
    """Write tallies and marks of games that have none."""
    tallies = [(kept, tallied(kept, each.tallies)) for kept, each in found]
    insert_tallies(session, tallies)
    insert_marks(session, [(kept, to_keep(each.marks)) for kept, each in found])


def worked_out(
    session: Session, group: Group
) -> Iterator[tuple[KeptGame, tuple[Tallied, ...], Summary]]:
    """What is missing, for a database that takes no writes: nothing is kept."""
    missing = untallied_games(session, of=group.id, at_most=None)
    for row_ids in _batches(missing):
        for kept in kept_games(session, row_ids):
            summary = summary_of(kept)
            yield kept, tallied(kept, summary.tallies), summary


def _batches(row_ids: Sequence[int]) -> Iterator[Sequence[int]]:
    for first in range(0, len(row_ids), AT_ONCE):
        yield row_ids[first : first + AT_ONCE]
