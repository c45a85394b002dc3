"""Run migrations on the connection that :mod:`scorepad.db.schema` hands over."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    transactional_ddl=True,  # all steps or none, on SQLite too
)
context.run_migrations()
