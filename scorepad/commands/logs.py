"""What the server says: one line of JSON for each event, on standard error."""

import json
import logging
import sqlite3
import sys
import threading
import traceback
from datetime import UTC, datetime

from sqlalchemy.exc import DBAPIError


class OneLine(logging.Formatter):
    """An event as one line, whatever is in it: no text can begin a line of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """Say when, how bad, by whom and what; with the traceback of an error."""
        said = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "by": record.name,
            "said": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1]:
            said["traceback"] = "\n".join(map(_told, _chain(record.exc_info[1])))
        return json.dumps(said, ensure_ascii=True)


def _chain(error: BaseException) -> list[BaseException]:
    """An error and what led to it, the first one first."""
    found = [error]
    while before := found[0].__cause__ or found[0].__context__:
        found.insert(0, before)
    return found


def _told(error: BaseException) -> str:
    """Where it happened and what it says, but for what a database says of rows."""
    where = "".join(traceback.format_tb(error.__traceback__))
    words = _of_database(error)
    what = str(error) if words is None else words
    return f"{where}{type(error).__name__}: {what}"


def _of_database(error: BaseException) -> str | None:
    """The kind, the statement without its values, and which rule it broke."""
    if isinstance(error, DBAPIError):
        return f"{type(error.orig).__name__} in {error.statement}"
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorname", "")
    if not hasattr(error, "sqlstate"):
        return None
    rule = getattr(getattr(error, "diag", None), "constraint_name", None)
    return f"{error.sqlstate} {rule or ''}".strip()


def _tell_of_thread(ended: threading.ExceptHookArgs) -> None:
    log = logging.getLogger("threading")
    log.error("a thread ended", exc_info=ended.exc_value)


def begin_logging() -> None:
    """Let everything that is a warning or worse be said so."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    threading.excepthook = _tell_of_thread
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # One line for every request that waits a moment would be most of a busy evening.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
