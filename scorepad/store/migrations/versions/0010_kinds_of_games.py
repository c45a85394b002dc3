"""Tallies with edition and scoring, ledgers with the kinds of games and their tail.

All of it is a cache and starts empty; ``scorepad serve`` fills it again.
"""

from contextlib import AbstractContextManager

import sqlalchemy as sa
from alembic import op
from alembic.operations import BatchOperations

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

OF_TALLIES = (("edition", 120), ("scoring", 32))
OF_LEDGERS = ("kinds", "tail")


def empty_caches() -> None:
    for table in ("tally", "player_ledger", "season_ledger"):
        op.execute(sa.text(f"DELETE FROM {table}"))  # noqa: S608 - names of our own


def altered(table: str) -> AbstractContextManager[BatchOperations]:
    # SQLite adds no column without a default, so the empty table is made anew.
    embedded = op.get_bind().dialect.name == "sqlite"
    return op.batch_alter_table(table, recreate="always" if embedded else "never")


def upgrade() -> None:
    empty_caches()
    with altered("tally") as tally:
        for name, length in OF_TALLIES:
            tally.add_column(sa.Column(name, sa.String(length), nullable=False))
    with altered("season_ledger") as ledger:
        for name in OF_LEDGERS:
            ledger.add_column(sa.Column(name, sa.JSON(), nullable=False))


def downgrade() -> None:
    empty_caches()
    with altered("season_ledger") as ledger:
        for name in OF_LEDGERS:
            ledger.drop_column(name)
    with altered("tally") as tally:
        for name, _ in OF_TALLIES:
            tally.drop_column(name)
