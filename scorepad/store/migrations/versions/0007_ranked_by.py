"""What a season is ranked by; the tallies say what was possible, and start empty."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM tally")
    with op.batch_alter_table("tally") as tally:
        tally.add_column(sa.Column("possible", sa.Integer(), nullable=False))
        tally.add_column(sa.Column("league", sa.Integer(), nullable=False))
    with op.batch_alter_table("season") as season:
        season.add_column(
            sa.Column(
                "ranked_by", sa.String(16), nullable=False, server_default="average"
            )
        )
        season.add_column(
            sa.Column("least_games", sa.Integer(), nullable=False, server_default="1")
        )


def downgrade() -> None:
    op.drop_column("season", "least_games")
    op.drop_column("season", "ranked_by")
    op.drop_column("tally", "league")
    op.drop_column("tally", "possible")
