"""Count the days on which the server ran, and on which of them a device was seen."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "server_day",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_server_day"),
        sa.UniqueConstraint("day", name="uq_server_day_day"),
    )
    seen_day = sa.Column("seen_day", sa.Integer(), nullable=False, server_default="0")
    op.add_column("device", seen_day)


def downgrade() -> None:
    op.drop_column("device", "seen_day")
    op.drop_table("server_day")
