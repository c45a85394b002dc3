"""Pages of a group that take long are rendered once, until something of it changes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from datetime import UTC, datetime
from functools import wraps
from typing import Any, Final
from uuid import UUID

from flask import Flask, current_app, request

from scorepad.services.admitting import Action, member_for
from scorepad.store.db import db
from scorepad.store.groups.groups import page_state
from scorepad.web.every_request.doors import current_device
from scorepad.web.every_request.languages import current_language

MOST_PAGES: Final = 100
"""Some 10 MB."""


class PageCache:
    """The pages that were asked for last, each under all that it depends on."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, render: Callable[[], str]) -> bytes:
        """The page of this *key*, rendered if nobody has asked for it lately."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
                return page
        page = render().encode()
        with self._lock:
            self._pages[key] = page
            while len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)
        return page

    def clear(self) -> None:
        """Forget all pages."""
        with self._lock:
            self._pages.clear()


def attach(app: Flask) -> None:
    """Give *app* a cache."""
    app.extensions["page_cache"] = PageCache()


def cached(view: Callable[..., str]) -> Callable[..., bytes]:
    """Cache what a *view* of a group renders.

    A page depends on its address, the language, the group and what this device may do
    in it.
    """

    @wraps(view)
    def answer(gid: UUID, **address: Any) -> bytes:
        session = db.session()
        member = member_for(session, current_device(), gid, Action.READ)
        key = (
            request.full_path,
            current_language().tag,
            datetime.now(UTC).date(),
            (member.role, member.scores),  # nothing depends on whose it is
            page_state(session, gid),
        )
        cache: PageCache = current_app.extensions["page_cache"]
        return cache.get(key, lambda: view(gid, **address))

    return answer
