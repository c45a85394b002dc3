"""A newer Scorepad, whose schema is one step ahead."""

import shutil

from sqlalchemy import text

from scorepad.db import schema
from scorepad.db.engine import engine_for

OLDER = schema.newest_version()
NEWER = f"{int(OLDER) + 1:04}"
STEP = """
import sqlalchemy as sa
from alembic import op

revision = "NEWER"
down_revision = "OLDER"


def upgrade():
    op.add_column("game", sa.Column("mood", sa.String(16)))
    op.execute("UPDATE game SET mood = 'calm'")
    op.create_index("ix_game_mood", "game", ["mood"])
    with op.batch_alter_table("round_", recreate="always") as rounds:
        rounds.add_column(sa.Column("mood", sa.String(16)))
    op.create_table("mood", sa.Column("id", sa.Integer, primary_key=True))
"""
BACK = (
    "DROP TABLE mood",
    "ALTER TABLE round_ DROP COLUMN mood",
    "DROP INDEX ix_game_mood",
    "ALTER TABLE game DROP COLUMN mood",
    "UPDATE alembic_version SET version_num = :older",
)


def become_newer(monkeypatch, folder):
    """Add a migration to this process, and to servers of ``tests.faults.careless``."""
    migrations = folder / "migrations"
    shutil.copytree(schema.MIGRATIONS, migrations)
    (migrations / "versions" / f"{NEWER}_mood.py").write_text(
        STEP.replace("NEWER", NEWER).replace("OLDER", OLDER)
    )
    monkeypatch.setattr(schema, "MIGRATIONS", migrations)
    monkeypatch.setattr(schema, "newest_version", lambda: NEWER)
    monkeypatch.setenv("MIGRATIONS", str(migrations))


def step_back(url):
    with engine_for(url) as engine, engine.begin() as connection:
        for statement in BACK:
            connection.execute(text(statement), {"older": OLDER})
