"""Pages that many look at are drawn once for all of them.

250 people who look on at one game ask within two seconds of every tap. What they get
differs only by what is in the name under which a page is kept; a new name given to a
player or a group meanwhile is seen ten seconds later.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

KEPT_SECONDS: Final = 10
MOST_KEPT: Final = 64


class KeptPages:
    """The latest pages, each under all that it depends on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pages: OrderedDict[Hashable, tuple[float, str]] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, name: Hashable) -> str | None:
        """The page of this name, if it was kept lately."""
        with self._lock:
            kept, page = self._pages.get(name, (0.0, None))
        return page if page and self._clock() - kept < KEPT_SECONDS else None

    def keep(self, name: Hashable, page: str) -> None:
        """Keep a page, and let go of the one kept longest where there are too many."""
        with self._lock:
            self._pages.pop(name, None)
            self._pages[name] = self._clock(), page
            if len(self._pages) > MOST_KEPT:
                self._pages.popitem(last=False)
