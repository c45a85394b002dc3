"""Run migrations on the connection that :mod:`scorepad.db.schema` hands over."""

from alembic import context

from scorepad.db.engine import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,  # names new constraints in the same way
    transactional_ddl=True,  # all steps or none, on SQLite too
)
context.run_migrations()
