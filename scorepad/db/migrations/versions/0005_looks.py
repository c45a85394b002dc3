"""Store the colours and pictures that players choose."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    for name in ("colour", "picture"):
        op.add_column("player", sa.Column(name, sa.String(16)))
