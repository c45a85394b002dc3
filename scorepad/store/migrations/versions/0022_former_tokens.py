"""Only the former tokens that there are: else PostgreSQL may read all devices."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

INDEX = "ix_device_former_sha256"
REPLACED = sa.text("former_sha256 IS NOT NULL")


def upgrade() -> None:
    op.drop_index(INDEX, "device")
    op.create_index(
        INDEX,
        "device",
        ["former_sha256"],
        unique=True,
        sqlite_where=REPLACED,
        postgresql_where=REPLACED,
    )


def downgrade() -> None:
    op.drop_index(INDEX, "device")
    op.create_index(INDEX, "device", ["former_sha256"], unique=True)
