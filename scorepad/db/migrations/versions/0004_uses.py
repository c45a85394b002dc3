"""Count how many devices joined by an invite link, and limit it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("invite", sa.Column("most_uses", sa.Integer))
    uses = sa.Column("uses", sa.Integer, nullable=False, server_default="0")
    op.add_column("invite", uses)
