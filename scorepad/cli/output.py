"""Output of commands: JSON on standard output, errors on standard error."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

REFUSED = 2
"""Exit status if a command is invalid or fails."""


class CommandError(click.ClickException):
    """A command failed; the message is one sentence."""

    def __init__(self, message: str, exit_code: int = REFUSED) -> None:
        """Set the message and the exit status."""
        super().__init__(message)
        self.exit_code = exit_code  # type: ignore[misc] # as click's own Exit does


def print_json(answer: dict[str, Any]) -> None:
    """Print a JSON object on one line, escaped as far as the encoding needs."""
    encoding = (sys.stdout.encoding or "").lower()
    print(json.dumps(answer, ensure_ascii=encoding not in {"utf-8", "utf8"}))


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[int, int], None]]:
    """Yield a function that shows on standard error how many of how many are done."""
    is_seen = sys.stderr.isatty()
    with click.progressbar(
        length=1, label=label, file=sys.stderr, hidden=not is_seen
    ) as bar:

        def show(done: int, whole: int) -> None:
            bar.length = whole
            bar.update(done - bar.pos)

        yield show
