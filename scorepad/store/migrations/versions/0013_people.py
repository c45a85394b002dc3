"""Players who are guests, archived, or somebody else under another name."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

YES_OR_NO = ("archived", "guest")


def upgrade() -> None:
    for name in YES_OR_NO:
        op.add_column(
            "player",
            sa.Column(name, sa.Boolean(), nullable=False, server_default=sa.false()),
        )
    if op.get_bind().dialect.name == "sqlite":
        # The table cannot be made anew while others point at it; the reference can
        # be added with the column, only its name is not kept.
        op.execute(
            "ALTER TABLE player ADD COLUMN merged_into INTEGER REFERENCES player(id)"
        )
    else:
        op.add_column("player", sa.Column("merged_into", sa.Integer(), nullable=True))
        op.create_foreign_key(
            op.f("fk_player_merged_into"), "player", "player", ["merged_into"], ["id"]
        )
    op.create_table(
        "player_merge",
        sa.Column("id", sa.Integer(), nullable=False),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("group_id", "player_id", "into_id")
        ),
        sa.Column("games", sa.JSON(), nullable=False),
        sa.Column("merged_at", sa.DateTime(timezone=True), nullable=False),
        *(
            sa.ForeignKeyConstraint(
                [name], [f"{other}.id"], name=op.f(f"fk_player_merge_{name}")
            )
            for name, other in (
                ("group_id", "group_"),
                ("player_id", "player"),
                ("into_id", "player"),
            )
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player_merge")),
    )
    op.create_index("ix_player_merge_group_id", "player_merge", ["group_id"])


def downgrade() -> None:
    op.drop_table("player_merge")
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint(op.f("fk_player_merged_into"), "player", type_="foreignkey")
    op.drop_column("player", "merged_into")
    for name in YES_OR_NO:
        op.drop_column("player", name)
