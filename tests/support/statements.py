"""Records the SQL statements of a test."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Engine, event


@contextmanager
def statements() -> Iterator[list[str]]:
    """Yield a list that collects every statement of every engine in the block."""
    said: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        said.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield said
    finally:
        event.remove(Engine, "before_cursor_execute", note)


def queries_of(work: Callable[[], object]) -> int:
    """Return how many statements some *work* runs."""
    with statements() as said:
        work()
    return sum(statement != "BEGIN" for statement in said)
