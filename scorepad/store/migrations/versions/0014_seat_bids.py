"""Bids that somebody put for one seat, before the round has them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "seat_bid",
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("game_id", "number", "seat", "bid", "device_id")
        ),
        sa.Column("is_own", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("put_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_seat_bid_number")),
        sa.CheckConstraint("bid >= 0", name=op.f("ck_seat_bid_bid")),
        sa.CheckConstraint("revision > 0", name=op.f("ck_seat_bid_revision")),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
            name=op.f("fk_seat_bid_game_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_seat_bid_device_id")
        ),
        sa.PrimaryKeyConstraint("game_id", "number", "seat", name=op.f("pk_seat_bid")),
    )
    op.add_column(
        "round_", sa.Column("revealed_at", sa.DateTime(timezone=True), nullable=True)
    )


def downgrade() -> None:
    op.drop_column("round_", "revealed_at")
    op.drop_table("seat_bid")
