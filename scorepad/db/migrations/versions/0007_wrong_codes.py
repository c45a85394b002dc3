"""Count wrong join codes where everything else is counted."""

from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.drop_table("wrong_try")
