"""Add tournaments, looks of players and a limit of uses of links.

Wrong join codes are counted where everything else is, by new names.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("invite", sa.Column("most_uses", sa.Integer))
    uses = sa.Column("uses", sa.Integer, nullable=False, server_default="0")
    op.add_column("invite", uses)
    for name in ("colour", "picture"):
        op.add_column("player", sa.Column(name, sa.String(16)))
    for table, name in (("season", "is_tournament"), ("game", "sealed")):
        no = sa.false()
        flag = sa.Column(name, sa.Boolean, nullable=False, server_default=no)
        op.add_column(table, flag)
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
    op.drop_table("wrong_try")
    # The counters of the last hour; what is not counted any more would stay.
    op.execute("DELETE FROM pace")
