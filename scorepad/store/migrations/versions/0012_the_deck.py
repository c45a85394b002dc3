"""How the cards on the table look: the deck, and the letters on two of its cards."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("game", sa.Column("deck", sa.String(16), nullable=True))
    op.add_column("game", sa.Column("letters", sa.String(2), nullable=True))


def downgrade() -> None:
    op.drop_column("game", "letters")
    op.drop_column("game", "deck")
