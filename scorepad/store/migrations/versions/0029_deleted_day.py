"""The day of a deletion; seals, second copies of names and counted days go."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

TABLES = ("game", "document_game", "group_")
HISTORIES = {
    "revision": "game",
    "set_aside": "game",
    "document_revision": "document_game",
}
COPIES = {
    "ix_group_words": ("group_", ["name", "time_zone", "language"]),
    "ix_player_words": ("player", ["group_id", "name"]),
    "ix_season_words": ("season", ["group_id", "name", "starts_on", "ends_on"]),
    "ix_season_ranking": ("season", ["ranked_by", "least_games"]),
}
LAST_DAY = "(SELECT max(number) - 31 FROM server_day)"
IS_LONG_GONE = f"""
    EXISTS (
        SELECT 1 FROM {{games}} g JOIN group_ p ON p.id = g.group_id
        WHERE g.id = OLD.game_id
            AND (g.deleted_day <= {LAST_DAY} OR p.deleted_day <= {LAST_DAY})
    )
"""  # noqa: S608 - names of our own
WAS_LONG_GONE = """
    EXISTS (
        SELECT 1 FROM {games} g
        JOIN group_ p ON p.id = g.group_id
        JOIN deletion d
            ON (d.what = '{games}' AND d.row_id = g.id AND d.deleted_at = g.deleted_at)
            OR (d.what = 'group_' AND d.row_id = p.id AND d.deleted_at = p.deleted_at)
        WHERE g.id = OLD.game_id AND d.days >= 32
    )
"""


def upgrade() -> None:
    for table in TABLES:
        op.add_column(table, sa.Column("deleted_day", sa.Integer(), nullable=True))
        op.execute(
            f"UPDATE {table} SET deleted_day ="  # noqa: S608 - names of our own
            " (SELECT coalesce(max(number), 0) FROM server_day)"
            " WHERE deleted_at IS NOT NULL"
        )
    _protect(IS_LONG_GONE)
    op.drop_table("deletion")
    for history in HISTORIES:
        op.drop_column(history, "sha256")
    for name, (table, _) in COPIES.items():
        op.drop_index(name, table)


def downgrade() -> None:
    for name, (table, columns) in COPIES.items():
        op.create_index(name, table, columns)
    for history in HISTORIES:
        seal = sa.Column("sha256", sa.String(64), nullable=False, server_default="")
        op.add_column(history, seal)
    op.create_table(
        "deletion",
        sa.Column("what", sa.String(16), nullable=False),
        sa.Column("row_id", sa.Integer(), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("seen_on", sa.Date(), nullable=False),
        sa.CheckConstraint(
            "what IN ('game','document_game','group_')", name=op.f("ck_deletion_what")
        ),
        sa.PrimaryKeyConstraint("what", "row_id", name=op.f("pk_deletion")),
    )
    _protect(WAS_LONG_GONE)
    for table in TABLES:
        op.drop_column(table, "deleted_day")


def _protect(is_long_gone: str) -> None:
    """Let a history lose rows only with a game, or a group, of which this is true."""
    for history, games in HISTORIES.items():
        may_go = is_long_gone.format(games=games)
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"DROP TRIGGER {history}_no_delete")
            op.execute(
                f"CREATE TRIGGER {history}_no_delete BEFORE DELETE ON {history}"
                f" WHEN NOT {may_go} BEGIN"
                " SELECT RAISE(ABORT, 'revisions are append only'); END"
            )
        else:
            op.execute(
                f"CREATE OR REPLACE FUNCTION refuse_loss_of_{games}() RETURNS trigger"
                f" LANGUAGE plpgsql AS $$ BEGIN IF NOT {may_go} THEN"
                " RAISE EXCEPTION 'revisions are append only'; END IF;"
                " RETURN OLD; END $$"
            )
