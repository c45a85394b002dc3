"""What the server says: one line of JSON for each event, on standard error."""

import json
import logging
import sys
from datetime import UTC, datetime


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
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=True)


def begin_logging() -> None:
    """Let everything that is a warning or worse be said so."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(OneLine())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # One line for every request that waits a moment would be most of a busy evening.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
