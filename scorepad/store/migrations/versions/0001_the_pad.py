"""The pad: groups, devices, players, seasons, games, rounds and their history."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_sha256", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=160), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
        sa.UniqueConstraint("token_sha256", name=op.f("uq_device_token_sha256")),
    )
    op.create_table(
        "group_",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=160), nullable=True),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("language", sa.String(length=16), nullable=False),
        sa.Column("claim_sha256", sa.String(length=64), nullable=False),
        sa.Column("claimed_by", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["claimed_by"], ["device.id"], name=op.f("fk_group__claimed_by")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_group_")),
        sa.UniqueConstraint("uuid", name=op.f("uq_group__uuid")),
    )
    op.create_table(
        "remembered_answer",
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("etag", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_remembered_answer_device_id")
        ),
        sa.PrimaryKeyConstraint("device_id", "key", name=op.f("pk_remembered_answer")),
    )
    op.create_table(
        "membership",
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.CheckConstraint(
            "role IN ('owner','scorekeeper','player','viewer')",
            name=op.f("ck_membership_role"),
        ),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_membership_device_id")
        ),
        sa.ForeignKeyConstraint(
            ["group_id"], ["group_.id"], name=op.f("fk_membership_group_id")
        ),
        sa.PrimaryKeyConstraint("group_id", "device_id", name=op.f("pk_membership")),
    )
    op.create_index("ix_membership_device_id", "membership", ["device_id"])

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=160), nullable=False),
        sa.Column("name_key", sa.String(length=640), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["group_id"], ["group_.id"], name=op.f("fk_player_group_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint(
            "group_id", "name_key", name=op.f("uq_player_group_id_name_key")
        ),
        sa.UniqueConstraint("group_id", "uuid", name=op.f("uq_player_group_id_uuid")),
    )
    op.create_table(
        "season",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=160), nullable=True),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date(), nullable=True),
        sa.CheckConstraint("number > 0", name=op.f("ck_season_number")),
        sa.ForeignKeyConstraint(
            ["group_id"], ["group_.id"], name=op.f("fk_season_group_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_season")),
        sa.UniqueConstraint(
            "group_id", "number", name=op.f("uq_season_group_id_number")
        ),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("season_id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("schedule", sa.String(length=32), nullable=False),
        sa.Column("cards", sa.JSON(), nullable=False),
        sa.Column("even_bid_mode", sa.String(length=32), nullable=True),
        sa.Column("even_bid_min_cards", sa.Integer(), nullable=True),
        sa.Column("even_bid_zero_allowed", sa.Boolean(), nullable=True),
        sa.Column("bid_mode", sa.String(length=16), nullable=False),
        sa.Column("edition", sa.JSON(), nullable=False),
        sa.Column("foresight", sa.Boolean(), nullable=False),
        sa.Column("scoring", sa.String(length=32), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_after", sa.Integer(), nullable=True),
        sa.Column("counts", sa.Boolean(), nullable=False),
        sa.Column("place", sa.String(length=400), nullable=True),
        sa.Column("remark", sa.String(length=4000), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("settings_revision", sa.Integer(), nullable=False),
        sa.Column("changed_by", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("revision > 0", name=op.f("ck_game_revision")),
        sa.ForeignKeyConstraint(
            ["changed_by"], ["device.id"], name=op.f("fk_game_changed_by")
        ),
        sa.ForeignKeyConstraint(
            ["group_id"], ["group_.id"], name=op.f("fk_game_group_id")
        ),
        sa.ForeignKeyConstraint(
            ["season_id"], ["season.id"], name=op.f("fk_game_season_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("group_id", "uuid", name=op.f("uq_game_group_id_uuid")),
    )
    op.create_index("ix_game_season_id", "game", ["season_id"])

    op.create_table(
        "adjustment",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(length=800), nullable=False),
        sa.Column("round_number", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_adjustment_game_id")
        ),
        sa.PrimaryKeyConstraint("game_id", "position", name=op.f("pk_adjustment")),
    )
    op.create_table(
        "revision",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_revision_device_id")
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_revision_game_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_revision")),
        sa.UniqueConstraint(
            "game_id",
            "number",
            "revision",
            name=op.f("uq_revision_game_id_number_revision"),
        ),
    )
    op.create_table(
        "round_",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("trump", sa.String(length=16), nullable=True),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("bid_changes", sa.JSON(), nullable=False),
        sa.Column("void_tricks", sa.Integer(), nullable=False),
        sa.Column("accepted", sa.JSON(), nullable=False),
        sa.Column("winners", sa.JSON(), nullable=False),
        sa.Column("note", sa.String(length=800), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("changed_by", sa.Integer(), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_round__number")),
        sa.CheckConstraint("revision > 0", name=op.f("ck_round__revision")),
        sa.ForeignKeyConstraint(
            ["changed_by"], ["device.id"], name=op.f("fk_round__changed_by")
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_round__game_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round_")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_round__game_id_number")),
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("final_total", sa.Integer(), nullable=True),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name=op.f("ck_seat_seat")),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_seat_player_id")
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seat")),
        sa.UniqueConstraint(
            "game_id", "player_id", name=op.f("uq_seat_game_id_player_id")
        ),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"])

    op.create_table(
        "entry",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("bid", sa.Integer(), nullable=True),
        sa.Column("tricks", sa.Integer(), nullable=True),
        sa.Column("written_total", sa.Integer(), nullable=True),
        sa.Column("late_bid", sa.Boolean(), nullable=False),
        sa.CheckConstraint("bid >= 0", name=op.f("ck_entry_bid")),
        sa.CheckConstraint("tricks >= 0", name=op.f("ck_entry_tricks")),
        sa.ForeignKeyConstraint(
            ["round_id"], ["round_.id"], name=op.f("fk_entry_round_id")
        ),
        sa.PrimaryKeyConstraint("round_id", "seat", name=op.f("pk_entry")),
    )
    _forbid_changes()


def _forbid_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER revision_no_{change.lower()} BEFORE {change}"
                " ON revision BEGIN"
                " SELECT RAISE(ABORT, 'revisions are append only'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION 'revisions are append only'; END $$"
    )
    op.execute(
        "CREATE TRIGGER revision_append_only BEFORE UPDATE OR DELETE OR TRUNCATE"
        " ON revision FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )


def downgrade() -> None:
    op.drop_table("entry")
    op.drop_table("seat")
    op.drop_table("round_")
    op.drop_table("revision")
    op.drop_table("adjustment")
    op.drop_table("game")
    op.drop_table("season")
    op.drop_table("player")
    op.drop_table("membership")
    op.drop_table("remembered_answer")
    op.drop_table("group_")
    op.drop_table("device")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION refuse_change()")
