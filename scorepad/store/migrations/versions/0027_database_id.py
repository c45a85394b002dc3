"""A random id of the database; the words for the time since a restore go."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("era")
    op.create_table(
        "database_id",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.CheckConstraint("number = 1", name=op.f("ck_database_id_one")),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_database_id")),
    )


def downgrade() -> None:
    op.drop_table("database_id")
    op.create_table(
        "era",
        sa.Column("word", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("word", name="pk_era"),
    )
