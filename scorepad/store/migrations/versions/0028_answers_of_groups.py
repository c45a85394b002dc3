"""Keep with every remembered answer which group it is about."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

TABLE = "remembered_answer"


def upgrade() -> None:
    _make("group_id")


def downgrade() -> None:
    _make()


def _make(*more: str) -> None:
    """Begin anew: a phone that asks again is told what is stored, which is the same."""
    op.drop_table(TABLE)
    keys = {"device_id": "device.id", "group_id": "group_.id"}
    numbers = ("device_id", "status", *more)
    texts = {"key": sa.String(128), "fingerprint": sa.String(64), "etag": sa.String(64)}
    op.create_table(
        TABLE,
        *(sa.Column(name, sa.Integer(), nullable=False) for name in numbers),
        *(sa.Column(name, kind, nullable=False) for name, kind in texts.items()),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("device_id", "key", name=op.f(f"pk_{TABLE}")),
        *(
            sa.ForeignKeyConstraint(
                [name], [keys[name]], name=op.f(f"fk_{TABLE}_{name}")
            )
            for name in keys
            if name in numbers
        ),
    )
