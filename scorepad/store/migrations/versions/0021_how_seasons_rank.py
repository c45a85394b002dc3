"""How a season ranks a second time: SQLite finds damage by comparing."""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_season_ranking", "season", ["ranked_by", "least_games"])


def downgrade() -> None:
    op.drop_index("ix_season_ranking", "season")
