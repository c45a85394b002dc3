"""Add the activity log of groups."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "log_entry",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("device_id", sa.Integer, sa.ForeignKey("device.id")),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id")),
        sa.Column("whom_id", sa.Integer, sa.ForeignKey("device.id")),
        sa.Column("about_id", sa.Integer, sa.ForeignKey("player.id")),
        sa.Column("into_id", sa.Integer, sa.ForeignKey("player.id")),
        sa.Column("game_id", sa.Integer, sa.ForeignKey("game.id")),
        sa.Column("facts", sa.JSON, nullable=False),
    )
    op.create_index("ix_log_entry_group_id_id", "log_entry", ["group_id", "id"])
