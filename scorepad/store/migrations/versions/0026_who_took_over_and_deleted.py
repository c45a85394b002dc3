"""Keep who deleted a game, and which score a device took over by itself."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

GAMES = ("game", "document_game")


def upgrade() -> None:
    op.add_column(
        "membership",
        sa.Column("took_over", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    # Nobody knows any more whose score was given and whose was taken.
    op.execute("UPDATE membership SET took_over = (scores_game_id IS NOT NULL)")
    for table in GAMES:
        if op.get_bind().dialect.name == "sqlite":
            # The table cannot be made anew while others point at it.
            op.execute(
                f"ALTER TABLE {table} ADD COLUMN deleted_by INTEGER"
                " REFERENCES device(id)"
            )
            continue
        op.add_column(table, sa.Column("deleted_by", sa.Integer(), nullable=True))
        name = op.f(f"fk_{table}_deleted_by")
        op.create_foreign_key(name, table, "device", ["deleted_by"], ["id"])


def downgrade() -> None:
    for table in GAMES:
        if op.get_bind().dialect.name != "sqlite":
            name = op.f(f"fk_{table}_deleted_by")
            op.drop_constraint(name, table, type_="foreignkey")
        op.drop_column(table, "deleted_by")
    op.drop_column("membership", "took_over")
