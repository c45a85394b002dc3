"""Names, dates and zones a second time: SQLite finds damage by comparing."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

COPIES = {
    "ix_group_words": ("group_", ["name", "time_zone", "language"]),
    "ix_player_words": ("player", ["group_id", "name"]),
    "ix_season_words": ("season", ["group_id", "name", "starts_on", "ends_on"]),
}


def upgrade() -> None:
    for name, (table, columns) in COPIES.items():
        op.create_index(name, table, columns)


def downgrade() -> None:
    for name, (table, _) in COPIES.items():
        op.drop_index(name, table)
