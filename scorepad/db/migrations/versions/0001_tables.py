"""All tables, and the triggers that keep histories append-only."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

REFUSAL = "revisions are append only"
IS_DELETED = (
    "EXISTS (SELECT 1 FROM game g JOIN group_ p ON p.id = g.group_id"
    " WHERE g.id = OLD.game_id"
    " AND (g.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL))"
)
"""Whether the game of a history's row, or its group, is deleted."""

TABLES = (
    "database_id",
    "device",
    "job_run",
    "pace",
    "group_",
    "open_door",
    "player",
    "remembered_answer",
    "season",
    "wrong_try",
    "game",
    "player_merge",
    "season_book",
    "book_volume",
    "invite",
    "membership",
    "result",
    "revision",
    "round_",
    "seat",
    "seat_bid",
)


def upgrade() -> None:
    create_tables()
    if op.get_bind().dialect.name == "sqlite":
        protect_in_sqlite()
    else:
        protect_in_postgresql()


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        for function in ("change", "loss"):
            op.execute(f"DROP FUNCTION refuse_{function}()")


def protect_in_sqlite() -> None:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{REFUSAL}'); END"
    op.execute(f"CREATE TRIGGER revision_no_update BEFORE UPDATE ON revision {refuse}")
    op.execute(
        "CREATE TRIGGER revision_no_delete BEFORE DELETE ON revision"
        f" WHEN NOT {IS_DELETED} {refuse}"
    )


def protect_in_postgresql() -> None:
    refuse = f"RAISE EXCEPTION '{REFUSAL}';"
    create_function("refuse_change", refuse)
    check = f"IF NOT {IS_DELETED} THEN {refuse} END IF; RETURN OLD;"
    create_function("refuse_loss", check)
    op.execute(
        "CREATE TRIGGER revision_append_only BEFORE UPDATE OR TRUNCATE"
        " ON revision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )
    op.execute(
        "CREATE TRIGGER revision_no_delete BEFORE DELETE ON revision"
        " FOR EACH ROW EXECUTE FUNCTION refuse_loss()"
    )


def create_function(name: str, body: str) -> None:
    op.execute(
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql"
        f" AS $$ BEGIN {body} END $$"
    )


def create_tables() -> None:
    op.create_table(
        "database_id",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.String(16), nullable=False),
        sa.CheckConstraint("number = 1", name="one"),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token_sha256", sa.String(64), nullable=False),
        sa.Column("former_sha256", sa.String(64)),
        sa.Column("name", sa.String(160)),
        sa.Column("kind", sa.String(16)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_on", sa.Date),
        sa.UniqueConstraint("token_sha256"),
    )
    op.create_index(
        "ix_device_former_sha256",
        "device",
        ["former_sha256"],
        unique=True,
        sqlite_where=sa.text("former_sha256 IS NOT NULL"),
        postgresql_where=sa.text("former_sha256 IS NOT NULL"),
    )
    op.create_table(
        "job_run",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("ran_on", sa.Date, nullable=False),
    )
    op.create_table(
        "pace",
        sa.Column("what", sa.String(16), primary_key=True),
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
    )
    op.create_table(
        "group_",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("uuid", sa.Uuid, nullable=False),
        sa.Column("name", sa.String(160)),
        sa.Column("time_zone", sa.String(64), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("claim_sha256", sa.String(64), nullable=False),
        sa.Column("claimed_by", sa.Integer, sa.ForeignKey("device.id"), nullable=False),
        sa.Column("recovery_sha256", sa.String(64)),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True)),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.UniqueConstraint("uuid"),
    )
    op.create_table(
        "open_door",
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), primary_key=True),
        sa.Column("handle", sa.String(8), nullable=False),
        sa.Column("secret_hmac", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("wide", sa.Boolean, nullable=False),
        sa.Column("opened_by", sa.Integer, sa.ForeignKey("device.id"), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("role IN ('player','viewer')", name="role"),
        sa.UniqueConstraint("handle"),
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), nullable=False),
        sa.Column("uuid", sa.Uuid, nullable=False),
        sa.Column("name", sa.String(160), nullable=False),
        sa.Column("name_key", sa.String(640), nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("merged_into", sa.Integer, sa.ForeignKey("player.id")),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("group_id", "name_key"),
        sa.UniqueConstraint("group_id", "uuid"),
    )
    op.create_table(
        "remembered_answer",
        sa.Column(
            "device_id", sa.Integer, sa.ForeignKey("device.id"), primary_key=True
        ),
        sa.Column("key", sa.String(128), primary_key=True),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("status", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("etag", sa.String(64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "season",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("name", sa.String(160)),
        sa.Column("starts_on", sa.Date, nullable=False),
        sa.Column("ends_on", sa.Date),
        sa.Column("ranked_by", sa.String(16), nullable=False),
        sa.Column("least_games", sa.Integer, nullable=False),
        sa.CheckConstraint("number > 0", name="number"),
        sa.UniqueConstraint("group_id", "number"),
    )
    op.create_table(
        "wrong_try",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id")),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_wrong_try_address_at", "wrong_try", ["address", "at"])
    op.create_index("ix_wrong_try_at", "wrong_try", ["at"])
    op.create_index("ix_wrong_try_group_id_at", "wrong_try", ["group_id", "at"])
    op.create_table(
        "game",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), nullable=False),
        sa.Column("season_id", sa.Integer, sa.ForeignKey("season.id"), nullable=False),
        sa.Column("uuid", sa.Uuid, nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("schedule", sa.String(32)),
        sa.Column("edition", sa.JSON),
        sa.Column("scoring", sa.String(32)),
        sa.Column("started_at", sa.DateTime(timezone=True)),
        sa.Column("played_on", sa.Date, nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True)),
        sa.Column("deleted_at", sa.DateTime(timezone=True)),
        sa.Column("deleted_by", sa.Integer, sa.ForeignKey("device.id")),
        sa.Column("seating", sa.Integer, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("settings_revision", sa.Integer, nullable=False),
        sa.Column("changed_by", sa.Integer, sa.ForeignKey("device.id"), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("revision > 0", name="revision"),
        sa.UniqueConstraint("group_id", "uuid"),
    )
    op.create_index("ix_game_evening", "game", ["group_id", "played_on", "id"])
    op.create_index(
        "ix_game_of_group",
        "game",
        ["group_id", "game", "played_on", "id"],
        sqlite_where=sa.text("deleted_at IS NULL"),
        postgresql_where=sa.text("deleted_at IS NULL"),
    )
    op.create_index(
        "ix_game_of_season",
        "game",
        ["season_id", "game", "played_on", "id"],
        sqlite_where=sa.text("deleted_at IS NULL"),
        postgresql_where=sa.text("deleted_at IS NULL"),
    )
    op.create_index(
        "ix_game_running",
        "game",
        ["group_id", "season_id"],
        sqlite_where=sa.text("finished_at IS NULL AND deleted_at IS NULL"),
        postgresql_where=sa.text("finished_at IS NULL AND deleted_at IS NULL"),
    )
    op.create_index("ix_game_season_id", "game", ["season_id"])
    op.create_table(
        "player_merge",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), nullable=False),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("into_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("games", sa.JSON, nullable=False),
        sa.Column("merged_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_player_merge_group_id", "player_merge", ["group_id"])
    op.create_table(
        "season_book",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("season_id", sa.Integer, sa.ForeignKey("season.id"), nullable=False),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), nullable=False),
        sa.Column("language", sa.String(16), nullable=False),
        sa.Column("paper", sa.String(16), nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("phase", sa.String(16), nullable=False),
        sa.Column("volume", sa.Integer, nullable=False),
        sa.Column("volumes", sa.Integer, nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint(
            "phase IN ('queued','laying_out','ready','changed','failed')", name="phase"
        ),
    )
    op.create_index("ix_season_book_group_id", "season_book", ["group_id"])
    op.create_index("ix_season_book_season_id", "season_book", ["season_id"])
    op.create_table(
        "book_volume",
        sa.Column(
            "book_id", sa.Integer, sa.ForeignKey("season_book.id"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("pdf", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "invite",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("uuid", sa.Uuid, nullable=False),
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), nullable=False),
        sa.Column("secret_sha256", sa.String(64), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("game_id", sa.Integer, sa.ForeignKey("game.id")),
        sa.Column("name", sa.String(160)),
        sa.Column("made_by", sa.Integer, sa.ForeignKey("device.id"), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint("role IN ('scorekeeper','player','viewer')", name="role"),
        sa.UniqueConstraint("secret_sha256"),
        sa.UniqueConstraint("uuid"),
    )
    op.create_index("ix_invite_group_id", "invite", ["group_id"])
    op.create_table(
        "membership",
        sa.Column("group_id", sa.Integer, sa.ForeignKey("group_.id"), primary_key=True),
        sa.Column(
            "device_id", sa.Integer, sa.ForeignKey("device.id"), primary_key=True
        ),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id")),
        sa.Column("scores_game_id", sa.Integer, sa.ForeignKey("game.id")),
        sa.Column("took_over", sa.Boolean, nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint(
            "role IN ('owner','scorekeeper','player','viewer')", name="role"
        ),
    )
    op.create_index("ix_membership_device_id", "membership", ["device_id"])
    op.create_table(
        "result",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("total", sa.Integer),
        sa.Column("rank", sa.Integer),
        sa.Column("winners", sa.Integer, nullable=False),
        sa.Column("possible", sa.Integer, nullable=False),
        sa.Column("league", sa.Integer, nullable=False),
        sa.Column("bids_met", sa.Integer, nullable=False),
        sa.Column("bids_made", sa.Integer, nullable=False),
        sa.Column("marks", sa.Text, nullable=False),
        sa.Column("bids", sa.Text, nullable=False),
        sa.Column("best_round", sa.Integer),
        sa.Column("bravest_bid", sa.Integer),
        sa.Column("longest_run", sa.Integer),
        sa.Column("comeback", sa.Integer),
        sa.Column("closest_finish", sa.Integer),
        sa.Column("lead_changes", sa.Integer),
        sa.Column("all_right", sa.Integer),
        sa.Column("none_right", sa.Integer),
    )
    op.create_index("ix_result_player_id", "result", ["player_id"])
    op.create_table(
        "revision",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("game_id", sa.Integer, sa.ForeignKey("game.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("uuid", sa.Uuid),
        sa.Column("device_id", sa.Integer, sa.ForeignKey("device.id"), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("game_id", "uuid"),
    )
    op.create_index(
        "ix_revision_chosen",
        "revision",
        ["game_id", "number", "revision"],
        unique=True,
        sqlite_where=sa.text("uuid IS NULL"),
        postgresql_where=sa.text("uuid IS NULL"),
    )
    op.create_table(
        "round_",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("revealed_at", sa.DateTime(timezone=True)),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("changed_by", sa.Integer, sa.ForeignKey("device.id"), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("number > 0", name="number"),
        sa.CheckConstraint("revision > 0", name="revision"),
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.Integer, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.CheckConstraint("seat >= 0", name="seat"),
        sa.UniqueConstraint("game_id", "player_id"),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"])
    op.create_table(
        "seat_bid",
        sa.Column(
            "game_id",
            sa.Integer,
            sa.ForeignKey("game.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("bid", sa.Integer, nullable=False),
        sa.Column("device_id", sa.Integer, sa.ForeignKey("device.id"), nullable=False),
        sa.Column("is_own", sa.Boolean, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("put_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("bid >= 0", name="bid"),
        sa.CheckConstraint("number > 0", name="number"),
        sa.CheckConstraint("revision > 0", name="revision"),
    )
