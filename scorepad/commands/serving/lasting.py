"""What goes on beside a server as long as it lives, whatever goes wrong once."""

import logging
import traceback
from collections.abc import Callable
from typing import Final, TypeVar

T = TypeVar("T")

log: Final = logging.getLogger(__name__)


def attempt(what: str, work: Callable[[], T]) -> T | None:
    """Do *work*; what goes wrong is said, and whoever repeats it goes on.

    Said without its own words, which may tell what is stored.
    """
    try:
        return work()
    except Exception as error:
        where = "".join(traceback.format_tb(error.__traceback__))
        log.error("%s did not work: %s\n%s", what, type(error).__name__, where)  # noqa: TRY400 - exception() would tell its words
        return None
