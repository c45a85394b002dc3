"""All tables, and the triggers that keep histories append-only."""

from itertools import chain
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy import JSON, Boolean, Date, Integer, String, Text

from scorepad.db.engine import NAMING

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

MOMENT = sa.DateTime(timezone=True)


def key(name: str = "id") -> sa.Column[Any]:
    return sa.Column(name, Integer, primary_key=True)


def needed(type_: Any, *names: str, **options: Any) -> list[sa.Column[Any]]:
    return [sa.Column(name, type_, nullable=False, **options) for name in names]


def optional(type_: Any, *names: str) -> list[sa.Column[Any]]:
    return [sa.Column(name, type_) for name in names]


def to(table: str, name: str = "", **options: Any) -> sa.Column[Any]:
    """Return a reference to a row of another table, by default named after it."""
    name, row = name or f"{table.rstrip('_')}_id", sa.ForeignKey(f"{table}.id")
    return sa.Column(name, row, **{"nullable": False, **options})


def index_where(name: str, *columns: str, only: str, unique: bool = False) -> sa.Index:
    where = sa.text(only)
    return sa.Index(
        name, *columns, unique=unique, sqlite_where=where, postgresql_where=where
    )


TABLES: dict[str, list[Any]] = {
    "game": [
        key(),
        to("group_"),
        to("season", index=True),
        needed(sa.Uuid, "uuid"),
        needed(String(32), "game"),
        needed(JSON, "settings"),
        optional(String(32), "schedule"),
        optional(JSON, "edition"),
        optional(String(32), "scoring"),
        optional(MOMENT, "started_at"),
        needed(Date, "played_on"),
        optional(MOMENT, "finished_at", "deleted_at"),
        to("device", "deleted_by", nullable=True),
        needed(Integer, "seating"),
        needed(Boolean, "counts"),
        needed(Integer, "revision", "settings_revision"),
        to("device", "changed_by"),
        needed(MOMENT, "changed_at", "created_at"),
        sa.CheckConstraint("revision > 0", "revision"),
        sa.UniqueConstraint("group_id", "uuid"),
        sa.Index("ix_game_evening", "group_id", "played_on", "id"),
        index_where(
            *("ix_game_of_group", "group_id", "game", "played_on", "id"),
            only="deleted_at IS NULL",
        ),
        index_where(
            *("ix_game_of_season", "season_id", "game", "played_on", "id"),
            only="deleted_at IS NULL",
        ),
    ],
    "seat": [
        to("game", primary_key=True),
        key("seat"),
        to("player", index=True),
        sa.CheckConstraint("seat >= 0", "seat"),
        sa.UniqueConstraint("game_id", "player_id"),
    ],
    "round_": [
        to("game", primary_key=True),
        key("number"),
        needed(JSON, "body"),
        optional(MOMENT, "revealed_at"),
        needed(Integer, "revision"),
        to("device", "changed_by"),
        needed(MOMENT, "changed_at"),
        sa.CheckConstraint("number > 0", "number"),
        sa.CheckConstraint("revision > 0", "revision"),
    ],
    "seat_bid": [
        sa.Column(
            "game_id", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True
        ),
        key("number"),
        key("seat"),
        needed(Integer, "bid"),
        to("device"),
        needed(Boolean, "is_own"),
        needed(Integer, "revision"),
        needed(MOMENT, "put_at"),
        sa.CheckConstraint("bid >= 0", "bid"),
        sa.CheckConstraint("number > 0", "number"),
        sa.CheckConstraint("revision > 0", "revision"),
    ],
    "revision": [
        key(),
        to("game"),
        needed(Integer, "number", "revision"),
        optional(sa.Uuid, "uuid"),
        to("device"),
        needed(MOMENT, "saved_at"),
        needed(Text, "body"),
        sa.UniqueConstraint("game_id", "uuid"),
        index_where(
            *("ix_revision_chosen", "game_id", "number", "revision"),
            only="uuid IS NULL",
            unique=True,
        ),
    ],
    "remembered_answer": [
        to("device", primary_key=True),
        sa.Column("key", String(128), primary_key=True),
        to("group_"),
        needed(String(64), "fingerprint"),
        needed(Integer, "status"),
        needed(Text, "body"),
        needed(String(64), "etag"),
        needed(MOMENT, "created_at"),
    ],
    "result": [
        to("game", primary_key=True),
        key("seat"),
        to("player", index=True),
        optional(Integer, "total", "rank"),
        needed(Integer, "winners", "possible", "league", "bids_met", "bids_made"),
        needed(Text, "marks", "bids"),
        optional(Integer, "best_round", "bravest_bid", "longest_run", "comeback"),
        optional(Integer, "closest_finish", "lead_changes", "all_right", "none_right"),
    ],
    "device": [
        key(),
        needed(String(64), "token_sha256", unique=True),
        optional(String(64), "former_sha256"),
        optional(String(160), "name"),
        optional(String(16), "kind"),
        needed(MOMENT, "created_at"),
        optional(Date, "seen_on"),
        index_where(
            *("ix_device_former_sha256", "former_sha256"),
            only="former_sha256 IS NOT NULL",
            unique=True,
        ),
    ],
    "group_": [
        key(),
        needed(sa.Uuid, "uuid", unique=True),
        optional(String(160), "name"),
        needed(String(64), "time_zone"),
        needed(String(16), "language"),
        needed(String(64), "claim_sha256"),
        to("device", "claimed_by"),
        optional(String(64), "recovery_sha256"),
        needed(MOMENT, "created_at"),
        optional(MOMENT, "deleted_at"),
        needed(Integer, "revision"),
    ],
    "membership": [
        to("group_", primary_key=True),
        to("device", primary_key=True, index=True),
        needed(String(16), "role"),
        to("player", nullable=True),
        to("game", "scores_game_id", nullable=True),
        needed(Boolean, "took_over"),
        optional(MOMENT, "ends_at"),
        sa.CheckConstraint("role IN ('owner','scorekeeper','player','viewer')", "role"),
    ],
    "player": [
        key(),
        to("group_"),
        needed(sa.Uuid, "uuid"),
        needed(String(160), "name"),
        needed(String(640), "name_key"),
        needed(Boolean, "archived", "guest"),
        to("player", "merged_into", nullable=True),
        needed(MOMENT, "created_at"),
        sa.UniqueConstraint("group_id", "name_key"),
        sa.UniqueConstraint("group_id", "uuid"),
    ],
    "player_merge": [
        key(),
        to("group_", index=True),
        to("player"),
        to("player", "into_id"),
        needed(JSON, "games"),
        needed(MOMENT, "merged_at"),
    ],
    "season": [
        key(),
        to("group_"),
        needed(Integer, "number"),
        optional(String(160), "name"),
        needed(Date, "starts_on"),
        optional(Date, "ends_on"),
        needed(String(16), "ranked_by"),
        needed(Integer, "least_games"),
        sa.CheckConstraint("number > 0", "number"),
        sa.UniqueConstraint("group_id", "number"),
    ],
    "invite": [
        key(),
        needed(sa.Uuid, "uuid", unique=True),
        to("group_", index=True),
        needed(String(64), "secret_sha256", unique=True),
        needed(String(16), "role"),
        to("game", nullable=True),
        optional(String(160), "name"),
        to("device", "made_by"),
        needed(MOMENT, "made_at"),
        optional(MOMENT, "ends_at"),
        sa.CheckConstraint("role IN ('scorekeeper','player','viewer')", "role"),
    ],
    "open_door": [
        to("group_", primary_key=True),
        needed(String(8), "handle", unique=True),
        needed(String(64), "secret_hmac"),
        needed(String(16), "role"),
        needed(Boolean, "wide"),
        to("device", "opened_by"),
        needed(MOMENT, "ends_at"),
        sa.CheckConstraint("role IN ('player','viewer')", "role"),
    ],
    "wrong_try": [
        key(),
        to("group_", nullable=True),
        needed(String(64), "address"),
        needed(MOMENT, "at", index=True),
        sa.Index("ix_wrong_try_group_id_at", "group_id", "at"),
        sa.Index("ix_wrong_try_address_at", "address", "at"),
    ],
    "database_id": [
        key("number"),
        needed(String(16), "id"),
        sa.CheckConstraint("number = 1", "one"),
    ],
    "job_run": [
        sa.Column("name", String(16), primary_key=True),
        needed(Date, "ran_on"),
    ],
    "pace": [
        sa.Column("what", String(16), primary_key=True),
        sa.Column("who", String(64), primary_key=True),
        needed(MOMENT, "since"),
        needed(Integer, "times"),
    ],
    "season_book": [
        key(),
        to("season", index=True),
        to("group_", index=True),
        needed(String(16), "language", "paper"),
        needed(String(64), "key"),
        needed(String(16), "phase"),
        needed(Integer, "volume", "volumes"),
        needed(MOMENT, "seen_at"),
        sa.CheckConstraint(
            "phase IN ('queued','laying_out','ready','changed','failed')", "phase"
        ),
    ],
    "book_volume": [
        to("season_book", "book_id", primary_key=True),
        key("number"),
        needed(Integer, "size"),
        needed(sa.LargeBinary, "pdf"),
    ],
}


def upgrade() -> None:
    metadata = sa.MetaData(naming_convention=NAMING)
    for name, parts in TABLES.items():
        lists = (each if isinstance(each, list) else [each] for each in parts)
        sa.Table(name, metadata, *chain.from_iterable(lists))
    metadata.create_all(op.get_bind())
    # Last: of indexes that look equal, SQLite takes the newest one.
    is_running = sa.text("finished_at IS NULL AND deleted_at IS NULL")
    op.create_index(
        *("ix_game_running", "game", ["group_id", "season_id"]),
        sqlite_where=is_running,
        postgresql_where=is_running,
    )
    if op.get_bind().dialect.name == "sqlite":
        protect_in_sqlite()
    else:
        protect_in_postgresql()


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
