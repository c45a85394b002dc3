"""Ratings after every game: a cache; of the groups there are, all of it is stale."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "rating_step",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_rating_step_game_id")
        ),
        sa.ForeignKeyConstraint(
            ["group_id"], ["group_.id"], name=op.f("fk_rating_step_group_id")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_rating_step_player_id")
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_rating_step")),
    )
    op.create_index(
        "ix_rating_step_player_id_place",
        "rating_step",
        ["player_id", "place"],
        unique=True,
    )
    op.create_index(
        "ix_rating_step_group_id_place", "rating_step", ["group_id", "place"]
    )
    op.create_table(
        "rating_mark",
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("stale_from", sa.BigInteger(), nullable=False),
        sa.Column("changes", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["group_.id"], name=op.f("fk_rating_mark_group_id")
        ),
        sa.PrimaryKeyConstraint("group_id", name=op.f("pk_rating_mark")),
    )
    op.execute("INSERT INTO rating_mark SELECT id, 0, 0 FROM group_")
    op.create_index("ix_game_evening", "game", ["group_id", "played_on", "id"])


def downgrade() -> None:
    op.drop_index("ix_game_evening", table_name="game")
    op.drop_table("rating_mark")
    op.drop_table("rating_step")
