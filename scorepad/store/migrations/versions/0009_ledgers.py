"""The ledgers of seasons and players, and tallies with what they are looked up by.

All of it is a cache and starts empty; ``scorepad serve`` fills it again.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

LISTED = sa.text("deleted_at IS NULL")
RUNNING = sa.text("finished_at IS NULL AND deleted_at IS NULL")
SOME_GAMES = (
    ("ix_game_of_group", ["group_id", "played_on", "id"], LISTED),
    ("ix_game_of_season", ["season_id", "played_on", "id"], LISTED),
    ("ix_game_running", ["group_id", "season_id"], RUNNING),
)
TALLIES = (
    ("ix_tally_season", ["group_id", "number", "played_on", "game_id"]),
    ("ix_tally_player", ["player_id", "played_on", "game_id"]),
    ("ix_tally_career", ["player_id", "number", "played_on", "game_id"]),
)


def whole(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def to_one(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}")
    )


def upgrade() -> None:
    for name, columns, where in SOME_GAMES:
        op.create_index(
            name, "game", columns, sqlite_where=where, postgresql_where=where
        )
    op.drop_table("tally")
    op.create_table(
        "tally",
        *whole("game_id", "seat", "revision", "group_id", "number", "player_id"),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=False),
        sa.Column("listed", sa.Boolean(), nullable=False),
        *whole("seats"),
        sa.Column("schedule", sa.String(32), nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        *whole("bids_met", "bids_made"),
        sa.Column("rank", sa.Integer(), nullable=True),
        *whole("winners", "possible", "league"),
        sa.Column("bids", sa.Text(), nullable=False),
        to_one("tally", "game_id", "game"),
        to_one("tally", "group_id", "group_"),
        to_one("tally", "player_id", "player"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_tally")),
    )
    for name, columns in TALLIES:
        op.create_index(name, "tally", columns)
    _create_ledger()


def _create_ledger() -> None:
    op.create_table(
        "season_ledger",
        *whole("group_id", "number", "version", "changes"),
        sa.Column("stale", sa.Boolean(), nullable=False),
        *whole("games"),
        sa.Column("last_played_on", sa.Date(), nullable=True),
        sa.Column("last_game", sa.Integer(), nullable=True),
        sa.Column("records", sa.JSON(), nullable=False),
        sa.Column("predictions", sa.JSON(), nullable=False),
        to_one("season_ledger", "group_id", "group_"),
        sa.PrimaryKeyConstraint("group_id", "number", name=op.f("pk_season_ledger")),
    )
    op.create_table(
        "player_ledger",
        *whole("player_id", "number", "group_id", "listed", "games", "wins"),
        *whole("shared_wins", "podiums", "league", "bids_met", "bids_made"),
        *whole("lost_by_one"),
        sa.Column("shares", sa.JSON(), nullable=False),
        sa.Column("totals", sa.JSON(), nullable=False),
        sa.Column("form", sa.JSON(), nullable=False),
        *whole("run", "longest_run", "longest_drought"),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("predictions", sa.JSON(), nullable=False),
        sa.Column("met", sa.JSON(), nullable=False),
        to_one("player_ledger", "group_id", "group_"),
        to_one("player_ledger", "player_id", "player"),
        sa.PrimaryKeyConstraint("player_id", "number", name=op.f("pk_player_ledger")),
    )
    op.create_index("ix_player_ledger_season", "player_ledger", ["group_id", "number"])


def downgrade() -> None:
    op.drop_table("player_ledger")
    op.drop_table("season_ledger")
    op.drop_table("tally")
    op.create_table(
        "tally",
        *whole("game_id", "seat", "revision"),
        sa.Column("total", sa.Integer(), nullable=True),
        *whole("bids_met", "bids_made"),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.Column("winners", sa.Integer(), nullable=False),
        sa.Column("bids", sa.JSON(), nullable=False),
        *whole("possible", "league"),
        to_one("tally", "game_id", "game"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_tally")),
    )
    for name, *_ in SOME_GAMES:
        op.drop_index(name, table_name="game")
