"""Store how far above par each result is, and the size and length of its game.

The results of older games are deleted: the server stores them again when it starts.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.execute("DELETE FROM result")
    for name in ("above_par", "seats", "rounds"):
        op.add_column("result", sa.Column(name, sa.Integer, nullable=False))
