"""Store tournaments, whose games are in seasons of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    flag = sa.Column(
        "is_tournament", sa.Boolean, nullable=False, server_default=sa.false()
    )
    op.add_column("season", flag)
    op.create_table(
        "tournament",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), nullable=False),
        sa.Column("season_id", sa.Integer, sa.ForeignKey("season.id"), nullable=False),
        sa.Column("uuid", sa.Uuid, nullable=False),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("changed_by", sa.Integer, sa.ForeignKey("device.id"), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("group_id", "uuid"),
    )
    op.create_index("ix_tournament_season_id", "tournament", ["season_id"])
