"""Bring databases of the versions before 1.0.0 to its tables.

They are at 0001, 0002 or 0003, so what 0002 and 0003 added may be there.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = None


def upgrade() -> None:
    there = sa.inspect(op.get_bind())
    if all(column["name"] != "above_par" for column in there.get_columns("result")):
        op.execute("DELETE FROM result")  # the server computes them when it starts
        for name in ("above_par", "seats", "rounds"):
            op.add_column("result", sa.Column(name, sa.Integer, nullable=False))
    if not there.has_table("log_entry"):
        _create_activity_log()
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
    # Wrong join codes are counted where everything else is, by new names.
    op.drop_table("wrong_try")
    # The counters of the last hour; what is not counted any more would stay.
    op.execute("DELETE FROM pace")


def _create_activity_log() -> None:
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
