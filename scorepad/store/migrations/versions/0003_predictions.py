"""What every seat predicted, in the tallies; they are a cache and start empty again."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM tally")
    with op.batch_alter_table("tally") as tally:
        tally.add_column(sa.Column("rank", sa.Integer(), nullable=True))
        tally.add_column(sa.Column("winners", sa.Integer(), nullable=False))
        tally.add_column(sa.Column("bids", sa.JSON(), nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("tally") as tally:
        for column in ("bids", "winners", "rank"):
            tally.drop_column(column)
