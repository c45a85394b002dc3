"""Pages that many look at are drawn once for all of them.

250 people who look on at one game ask within two seconds of every tap. What they get
differs only by what is in the name under which a page is kept, the revision of the game
among it; a new name given to a group meanwhile is seen ten seconds later.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final

KEPT_SECONDS: Final = 10
MOST_KEPT: Final = 512


class KeptPages:
    """The latest pages, each under all that it depends on."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._pages: OrderedDict[Hashable, tuple[float, str]] = OrderedDict()
        self._drawing = threading.Lock()

    def find(
        self,
        name: Hashable,
        draw: Callable[[], tuple[str, bool]],
        name_now: Callable[[], Hashable] | None = None,
    ) -> str:
        """The page of this name: as it was kept lately, or drawn now.

        *draw* tells the page, and whether it may be kept. One page is drawn at a time:
        who asks meanwhile mostly wants the same one. After the wait for others it is
        asked for under its *name_now*: else all who waited would draw, each for itself,
        what has a new name by then.
        """
        if page := self._kept(name):
            return page
        with self._drawing:
            if name_now is not None:
                name = name_now()
            if page := self._kept(name):
                return page
            page, may_be_kept = draw()
            if may_be_kept:
                self._keep(name, page)
        return page

    def _kept(self, name: Hashable) -> str | None:
        at, page = self._pages.get(name, (0.0, None))
        return page if page and self._clock() - at < KEPT_SECONDS else None

    def _keep(self, name: Hashable, page: str) -> None:
        self._pages.pop(name, None)
        self._pages[name] = self._clock(), page
        while len(self._pages) > MOST_KEPT or self._is_over(next(iter(self._pages))):
            self._pages.popitem(last=False)

    def _is_over(self, name: Hashable) -> bool:
        at, _ = self._pages[name]
        return self._clock() - at >= KEPT_SECONDS
