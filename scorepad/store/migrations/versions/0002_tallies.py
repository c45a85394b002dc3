"""Tallies of finished games: a cache, empty until games are saved or recounted."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tally",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("bids_met", sa.Integer(), nullable=False),
        sa.Column("bids_made", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_tally_game_id")
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_tally")),
    )


def downgrade() -> None:
    op.drop_table("tally")
