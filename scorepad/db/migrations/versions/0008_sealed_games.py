"""Seal the final of a tournament until its result is revealed."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    flag = sa.Column("sealed", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("game", flag)
