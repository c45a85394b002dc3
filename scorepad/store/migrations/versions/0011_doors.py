"""Ways in: links and codes; who holds a device, how long it stays, when it was seen.

Groups can be deleted for a while, and come back to with a recovery code.
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def id_() -> sa.Column[int]:
    return sa.Column("id", sa.Integer(), nullable=False)


def to(
    table: str, column: str, other: str, *, nullable: bool = False
) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    return sa.Column(column, sa.Integer(), nullable=nullable), sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}")
    )


def role(table: str, *names: str) -> tuple[sa.Column[str], sa.CheckConstraint]:
    known = ",".join(f"'{name}'" for name in names)
    return sa.Column("role", sa.String(16), nullable=False), sa.CheckConstraint(
        f"role IN ({known})", name=op.f(f"ck_{table}_role")
    )


def upgrade() -> None:
    op.add_column("device", sa.Column("former_sha256", sa.String(64), nullable=True))
    op.add_column("device", sa.Column("seen_on", sa.Date(), nullable=True))
    op.create_index("ix_device_former_sha256", "device", ["former_sha256"], unique=True)
    op.add_column("group_", sa.Column("recovery_sha256", sa.String(64), nullable=True))
    op.add_column("group_", sa.Column("deleted_at", MOMENT, nullable=True))
    with op.batch_alter_table("membership", recreate="auto") as membership:
        for name, other in (("player_id", "player"), ("scores_game_id", "game")):
            membership.add_column(sa.Column(name, sa.Integer(), nullable=True))
            membership.create_foreign_key(
                op.f(f"fk_membership_{name}"), other, [name], ["id"]
            )
        membership.add_column(sa.Column("ends_at", MOMENT, nullable=True))
    _create_ways_in()


def _create_ways_in() -> None:
    op.create_table(
        "invite",
        id_(),
        sa.Column("uuid", sa.Uuid(), nullable=False),
        *to("invite", "group_id", "group_"),
        sa.Column("secret_sha256", sa.String(64), nullable=False),
        *role("invite", "scorekeeper", "player", "viewer"),
        *to("invite", "game_id", "game", nullable=True),
        sa.Column("name", sa.String(160), nullable=True),
        *to("invite", "made_by", "device"),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("ends_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invite")),
        sa.UniqueConstraint("uuid", name=op.f("uq_invite_uuid")),
        sa.UniqueConstraint("secret_sha256", name=op.f("uq_invite_secret_sha256")),
    )
    op.create_index("ix_invite_group_id", "invite", ["group_id"])
    op.create_table(
        "open_door",
        *to("open_door", "group_id", "group_"),
        sa.Column("handle", sa.String(8), nullable=False),
        sa.Column("secret_hmac", sa.String(64), nullable=False),
        *role("open_door", "player", "viewer"),
        sa.Column("wide", sa.Boolean(), nullable=False),
        *to("open_door", "opened_by", "device"),
        sa.Column("ends_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("group_id", name=op.f("pk_open_door")),
        sa.UniqueConstraint("handle", name=op.f("uq_open_door_handle")),
    )
    op.create_table(
        "wrong_try",
        id_(),
        *to("wrong_try", "group_id", "group_", nullable=True),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wrong_try")),
    )
    for columns in (["group_id", "at"], ["address", "at"], ["at"]):
        op.create_index(f"ix_wrong_try_{'_'.join(columns)}", "wrong_try", columns)


def downgrade() -> None:
    op.drop_table("wrong_try")
    op.drop_table("open_door")
    op.drop_table("invite")
    with op.batch_alter_table("membership", recreate="auto") as membership:
        for name in ("player_id", "scores_game_id"):
            membership.drop_constraint(
                op.f(f"fk_membership_{name}"), type_="foreignkey"
            )
        for name in ("ends_at", "scores_game_id", "player_id"):
            membership.drop_column(name)
    op.drop_column("group_", "deleted_at")
    op.drop_column("group_", "recovery_sha256")
    op.drop_index("ix_device_former_sha256", table_name="device")
    op.drop_column("device", "seen_on")
    op.drop_column("device", "former_sha256")
