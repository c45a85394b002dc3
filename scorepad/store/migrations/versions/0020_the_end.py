"""What was deleted, and on how many days; history goes with it, and only so."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

HISTORIES = {
    "revision": "game",
    "set_aside": "game",
    "document_revision": "document_game",
}
DAYS = 32
IS_LET_GO = """
    EXISTS (
        SELECT 1 FROM {games} g
        JOIN group_ p ON p.id = g.group_id
        JOIN deletion d
            ON (d.what = '{games}' AND d.row_id = g.id AND d.deleted_at = g.deleted_at)
            OR (d.what = 'group_' AND d.row_id = p.id AND d.deleted_at = p.deleted_at)
        WHERE g.id = OLD.game_id AND d.days >= {days}
    )
"""


def upgrade() -> None:
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
    for history, games in HISTORIES.items():
        if op.get_bind().dialect.name == "sqlite":
            _let_go_in_sqlite(history, games)
        else:
            _let_go_in_postgresql(history, games)


def _is_let_go(games: str) -> str:
    """Whether the game of a row, or its group, was seen deleted for long enough."""
    return IS_LET_GO.format(games=games, days=DAYS)


def _let_go_in_sqlite(history: str, games: str) -> None:
    op.execute(f"DROP TRIGGER {history}_no_delete")
    op.execute(
        f"CREATE TRIGGER {history}_no_delete BEFORE DELETE ON {history}"
        f" WHEN NOT {_is_let_go(games)} BEGIN"
        " SELECT RAISE(ABORT, 'revisions are append only'); END"
    )


def _let_go_in_postgresql(history: str, games: str) -> None:
    op.execute(f"DROP TRIGGER {history}_append_only ON {history}")
    op.execute(
        f"CREATE TRIGGER {history}_append_only BEFORE UPDATE OR TRUNCATE"
        f" ON {history} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    op.execute(
        f"CREATE OR REPLACE FUNCTION refuse_loss_of_{games}() RETURNS trigger"
        f" LANGUAGE plpgsql AS $$ BEGIN IF NOT {_is_let_go(games)} THEN"
        " RAISE EXCEPTION 'revisions are append only'; END IF; RETURN OLD; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {history}_no_delete BEFORE DELETE ON {history}"
        f" FOR EACH ROW EXECUTE FUNCTION refuse_loss_of_{games}()"
    )


def downgrade() -> None:
    for history in HISTORIES:
        if op.get_bind().dialect.name == "sqlite":
            _keep_in_sqlite(history)
        else:
            _keep_in_postgresql(history)
    if op.get_bind().dialect.name == "postgresql":
        for games in sorted(set(HISTORIES.values())):
            op.execute(f"DROP FUNCTION refuse_loss_of_{games}()")
    op.drop_table("deletion")


def _keep_in_sqlite(history: str) -> None:
    op.execute(f"DROP TRIGGER {history}_no_delete")
    op.execute(
        f"CREATE TRIGGER {history}_no_delete BEFORE DELETE ON {history} BEGIN"
        " SELECT RAISE(ABORT, 'revisions are append only'); END"
    )


def _keep_in_postgresql(history: str) -> None:
    op.execute(f"DROP TRIGGER {history}_no_delete ON {history}")
    op.execute(f"DROP TRIGGER {history}_append_only ON {history}")
    op.execute(
        f"CREATE TRIGGER {history}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE"
        f" ON {history} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
