"""The first tables, which :mod:`scorepad.db.schema` creates at the newest schema."""

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Do nothing: no database is older."""
