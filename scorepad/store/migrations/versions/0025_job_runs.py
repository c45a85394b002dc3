"""When daily jobs ran."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "job_run",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("ran_on", sa.Date, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_job_run"),
    )


def downgrade() -> None:
    op.drop_table("job_run")
