"""What kind a device is, and versions that lost a conflict."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("device", sa.Column("kind", sa.String(length=16), nullable=True))
    op.create_table(
        "set_aside",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("sha256", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"], ["device.id"], name=op.f("fk_set_aside_device_id")
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_set_aside_game_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_set_aside")),
        sa.UniqueConstraint("game_id", "uuid", name=op.f("uq_set_aside_game_id_uuid")),
    )
    _forbid_changes()


def _forbid_changes() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER set_aside_no_{change.lower()} BEFORE {change}"
                " ON set_aside BEGIN"
                " SELECT RAISE(ABORT, 'revisions are append only'); END"
            )
        return
    op.execute(
        "CREATE TRIGGER set_aside_append_only BEFORE UPDATE OR DELETE OR TRUNCATE"
        " ON set_aside FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
    )


def downgrade() -> None:
    op.drop_table("set_aside")
    op.drop_column("device", "kind")
