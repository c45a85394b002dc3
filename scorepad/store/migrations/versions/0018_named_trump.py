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
    with op.batch_alter_table("round_") as round_:
        round_.drop_column("later_trump")
        round_.drop_column("named_by")
