"""Run migrations on the connection that :mod:`scorepad.db.schema` hands over."""

from alembic import context

from scorepad.db import tables
from scorepad.db.engine import Base

connection = context.config.attributes["connection"]
# Importing the tables is what fills the metadata.
assert tables.Group.metadata is Base.metadata  # noqa: S101 - a promise, not a check
context.configure(
    connection=connection,
    target_metadata=Base.metadata,
    render_as_batch=True,
    # All steps or none, on SQLite too.
    transactional_ddl=True,
    compare_type=True,
)
context.run_migrations()
