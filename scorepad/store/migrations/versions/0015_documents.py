"""Games that are stored as their documents."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

CHOSEN = sa.text("uuid IS NULL")


def column(
    name: str, type_: sa.types.TypeEngine[Any], *, null: bool = False
) -> sa.Column[Any]:
    return sa.Column(name, type_, nullable=null)


def points_to(table: str, name: str, other: str) -> sa.ForeignKeyConstraint:
    constraint = op.f(f"fk_{table}_{name}")
    return sa.ForeignKeyConstraint([name], [f"{other}.id"], name=constraint)


def upgrade() -> None:
    moment = sa.DateTime(timezone=True)
    op.create_table(
        "document_game",
        column("id", sa.Integer()),
        column("group_id", sa.Integer()),
        column("season_id", sa.Integer()),
        column("uuid", sa.Uuid()),
        column("game", sa.String(length=32)),
        column("document", sa.JSON()),
        column("started_at", moment, null=True),
        column("played_on", sa.Date()),
        column("finished_at", moment, null=True),
        column("deleted_at", moment, null=True),
        column("counts", sa.Boolean()),
        column("revision", sa.Integer()),
        column("changed_by", sa.Integer()),
        column("changed_at", moment),
        column("created_at", moment),
        sa.CheckConstraint("revision > 0", name=op.f("ck_document_game_revision")),
        points_to("document_game", "group_id", "group_"),
        points_to("document_game", "season_id", "season"),
        points_to("document_game", "changed_by", "device"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_game")),
        sa.UniqueConstraint(
            "group_id", "uuid", name=op.f("uq_document_game_group_id_uuid")
        ),
    )
    for of, first in (("group", "group_id"), ("season", "season_id")):
        columns = [first, "played_on", "id"]
        op.create_index(f"ix_document_game_of_{of}", "document_game", columns)
    op.create_table(
        "document_seat",
        column("game_id", sa.Integer()),
        column("seat", sa.Integer()),
        column("player_id", sa.Integer()),
        points_to("document_seat", "game_id", "document_game"),
        points_to("document_seat", "player_id", "player"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_document_seat")),
        sa.UniqueConstraint(
            "game_id", "player_id", name=op.f("uq_document_seat_game_id_player_id")
        ),
    )
    op.create_index("ix_document_seat_player_id", "document_seat", ["player_id"])
    op.create_table(
        "document_revision",
        column("id", sa.Integer()),
        column("game_id", sa.Integer()),
        column("revision", sa.Integer()),
        column("uuid", sa.Uuid(), null=True),
        column("device_id", sa.Integer()),
        column("saved_at", moment),
        column("body", sa.Text()),
        column("sha256", sa.String(length=64)),
        points_to("document_revision", "game_id", "document_game"),
        points_to("document_revision", "device_id", "device"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_revision")),
        sa.UniqueConstraint(
            "game_id", "uuid", name=op.f("uq_document_revision_game_id_uuid")
        ),
    )
    op.create_index(
        "ix_document_revision_chosen",
        "document_revision",
        ["game_id", "revision"],
        unique=True,
        sqlite_where=CHOSEN,
        postgresql_where=CHOSEN,
    )
    _forbid_changes()
    op.add_column(
        "player_merge",
        sa.Column("documents", sa.JSON(), nullable=False, server_default="[]"),
    )


def _forbid_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER document_revision_no_{change.lower()} BEFORE {change}"
                " ON document_revision BEGIN"
                " SELECT RAISE(ABORT, 'revisions are append only'); END"
            )
        return
    op.execute(
        "CREATE TRIGGER document_revision_append_only BEFORE UPDATE OR DELETE OR"
        " TRUNCATE ON document_revision FOR EACH STATEMENT"
        " EXECUTE FUNCTION refuse_change()"
    )


def downgrade() -> None:
    op.drop_column("player_merge", "documents")
    for table in ("document_revision", "document_seat", "document_game"):
        op.drop_table(table)
