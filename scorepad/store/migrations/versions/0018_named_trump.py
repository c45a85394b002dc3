"""Who named trump with the Werewolf, and what it became in mid-round."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("round_", sa.Column("named_by", sa.Integer(), nullable=True))
    op.add_column("round_", sa.Column("later_trump", sa.String(16), nullable=True))


def downgrade() -> None:
    # Not as a new table: what belongs to a round would be lost with the old one.
    op.drop_column("round_", "later_trump")
    op.drop_column("round_", "named_by")
