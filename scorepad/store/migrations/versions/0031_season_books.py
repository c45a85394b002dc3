"""Season books: orders, progress and finished volumes."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

PHASES = "phase IN ('queued','laying_out','ready','changed','failed')"


def upgrade() -> None:
    op.create_table(
        "season_book",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("paper", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("volume", sa.Integer(), nullable=False),
        sa.Column("volumes", sa.Integer(), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(PHASES, name=op.f("ck_season_book_phase")),
        sa.ForeignKeyConstraint(
            ["group_id"], ["group_.id"], name=op.f("fk_season_book_group_id_group_")
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_season_book_season_id_season")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season_book")),
    )
    for column in ("group_id", "season_id"):
        op.create_index(op.f(f"ix_season_book_{column}"), "season_book", [column])
    op.create_table(
        "book_volume",
        sa.Column("book_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("pdf", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"],
            ["season_book.id"],
            name=op.f("fk_book_volume_book_id_season_book"),
        ),
        sa.PrimaryKeyConstraint("book_id", "number", name=op.f("pk_book_volume")),
    )


def downgrade() -> None:
    op.drop_table("book_volume")
    op.drop_table("season_book")
