"""Records the SQL statements of a test."""

from contextlib import contextmanager

from sqlalchemy import Engine, event


@contextmanager
def statements():
    """Yield a list that collects every statement of every engine in the block."""
    said = []

    def note(_connection, _cursor, statement, *_more):
        said.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def queries_of(work):
    with statements() as said:
        work()
    return sum(statement != "BEGIN" for statement in said)
