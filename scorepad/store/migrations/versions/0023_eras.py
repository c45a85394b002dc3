"""A word for the time since a backup was put back."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "era",
        sa.Column("word", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("word", name="pk_era"),
    )


def downgrade() -> None:
    op.drop_table("era")
