"""Writes of which a save reads nothing back, sent to a server in one statement.

There and back costs Python and the server more than the write itself, and half of what
a save says is told to nobody before its commit. So such writes wait until something
else is said, or until the commit, and go out together. An embedded database is asked
within the process; there they wait for nothing.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import NoResultFound

from scorepad.store.ready import Ready, Values, run_wording

_WAITING: Final = "scorepad_waiting"
_NAME: Final = re.compile(r"%\((\w+)\)s")


class _Write(NamedTuple):
    ready: Ready
    values: Values


def send_together(engine: Engine) -> None:
    """Let writes of *engine* wait for one another from now on."""
    event.listen(engine, "begin", _begin)
    event.listen(engine, "before_cursor_execute", _send_first)
    event.listen(engine, "commit", _send)


def write_soon(connection: Connection, ready: Ready, values: Values) -> None:
    """Write to one row, at the latest with the commit.

    :raises NoResultFound: there is no such row. Where writes wait, whatever sends them
        raises this, and nothing is committed.
    """
    waiting: list[_Write] | None = connection.info.get(_WAITING)
    if waiting is None:
        _expect_one_each([ready.run(connection, values)])
    else:
        waiting.append(_Write(ready, values))


def _begin(connection: Connection) -> None:
    connection.info[_WAITING] = []


def _send_first(connection: Connection, *_: object) -> None:
    """Whatever else is said finds what was written before it."""
    _send(connection)


def _send(connection: Connection) -> None:
    writes: list[_Write] = connection.info.get(_WAITING) or []
    if not writes:
        return
    connection.info[_WAITING] = []
    wordings = [each.ready.wording(connection.dialect) for each in writes]
    values = {
        f"{place}.{name}": value
        for place, (wording, write) in enumerate(zip(wordings, writes, strict=True))
        for name, value in wording.told(write.values).items()
    }
    text = _joined(tuple(each.text for each in wordings))
    _expect_one_each(run_wording(connection, text, values)[0])


def _expect_one_each(touched: Sequence[int]) -> None:
    if any(rows != 1 for rows in touched):
        raise NoResultFound


@lru_cache(maxsize=256)
def _joined(texts: Sequence[str]) -> str:
    """One statement that makes all of these writes and counts the rows of each."""
    parts = [
        f"w{place} AS ({_named(text, place)} RETURNING 1)"
        for place, text in enumerate(texts)
    ]
    counts = [f"(SELECT count(*) FROM w{n})" for n in range(len(texts))]  # noqa: S608 - words of our own
    return f"WITH {', '.join(parts)} SELECT {', '.join(counts)}"


def _named(text: str, place: int) -> str:
    """A write whose values have names of their own."""
    return _NAME.sub(rf"%({place}.\1)s", text)
