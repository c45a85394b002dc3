"""What finished games could be remembered for: a cache, empty until games are saved."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game_marks",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("marks", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_game_marks_game_id")
        ),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_game_marks")),
    )


def downgrade() -> None:
    op.drop_table("game_marks")
