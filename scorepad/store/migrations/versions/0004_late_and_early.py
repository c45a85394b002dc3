"""Who joined late and who left early; how often a table was seated anew."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

SEAT = ("joined_in", "start_total", "left_after")


def upgrade() -> None:
    with op.batch_alter_table("seat") as seat:
        for name in SEAT:
            seat.add_column(sa.Column(name, sa.Integer(), nullable=True))
    with op.batch_alter_table("game") as game:
        game.add_column(
            sa.Column("seating", sa.Integer(), nullable=False, server_default="0")
        )
        game.add_column(sa.Column("planned", sa.JSON(), nullable=True))


def downgrade() -> None:
    op.drop_column("game", "planned")
    op.drop_column("game", "seating")
    for name in reversed(SEAT):
        op.drop_column("seat", name)
