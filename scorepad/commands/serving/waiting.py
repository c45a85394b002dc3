"""Wait for thousands of phones at once, and look only at those that stir.

Waitress asks every connection before every wait whether it wants to read or write. A
hall of 1,200 phones, nearly all of them silent, would keep a processor busy with that
alone, and its ``select`` knows no more than 1,024. Here the kernel remembers what each
one wants, and only those are asked again to which something has happened.
"""

import resource
import select
import time
from collections import deque
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, Final

from waitress.server import BaseWSGIServer
from waitress.wasyncore import readwrite

from scorepad.commands.serving.sharing import Share
from scorepad.commands.serving.threads import PATIENCE_S, Threads

MOST_CONNECTIONS: Final = 4000
SET_ASIDE: Final = 200
"""File handles that no connection takes: for the database, templates and sheets."""
ASK_ALL_EVERY_S: Final = 1.0
_READ: Final = select.POLLIN | select.POLLPRI
_WRITE: Final = select.POLLOUT


class Connections(dict[int, Any]):
    """Waitress' map of what it listens to, by file descriptor."""

    def __init__(self, share: Share) -> None:
        super().__init__()
        self._share = share
        self._poller = select.epoll()
        self._wanted: dict[int, int] = {}
        self._stirred: set[int] = set()
        self._begun: deque[int] = deque()
        self._answered: set[int] = set()

    def __setitem__(self, fd: int, each: Any) -> None:
        """Ask a connection that has just come."""
        super().__setitem__(fd, each)
        self._share.tell(len(self))
        self._stirred.add(fd)

    def __delitem__(self, fd: int) -> None:
        """Forget one that has gone."""
        super().__delitem__(fd)
        self._share.tell(len(self))
        self._stirred.discard(fd)
        self._answered.discard(fd)
        self._tell_kernel(fd, 0)

    def wait(self, seconds: float) -> None:
        """Let everything read and write that can, as soon as something can."""
        self._stir_the_begun()
        # A set that has once held everybody stays as large, so nothing of it is kept.
        stirred, self._stirred = self._stirred, set()
        for fd in stirred:
            self._ask(fd)
        for fd, ready in self._poller.poll(seconds):
            if each := self.get(fd):
                self._stirred.add(fd)
                if isinstance(each, BaseWSGIServer):
                    self._share.give_way()
                readwrite(each, ready)

    def stir_all(self) -> None:
        """Ask everybody again: Waitress gives up who was silent for too long."""
        self._stirred.update(self)

    def begin(self, fd: int) -> None:
        """Ask again whose request a thread begins to answer; any thread may say so."""
        self._begun.append(fd)

    def _stir_the_begun(self) -> None:
        while self._begun:
            if (fd := self._begun.popleft()) in self:
                self._stirred.add(fd)
                self._answered.add(fd)

    def _ask(self, fd: int) -> None:
        each = self[fd]
        wanted = _READ if each.readable() else 0
        if each.writable() and not each.accepting:
            wanted |= _WRITE
        self._tell_kernel(fd, wanted)
        # While a thread answers it wants nothing, and is asked until it does. While it
        # waits for one it is not: a hall that waits would be asked before every answer.
        is_in_queue = not wanted and fd not in self._answered
        # A server looks at the clock whenever it is asked.
        if (wanted == _READ or is_in_queue) and not isinstance(each, BaseWSGIServer):
            self._answered.discard(fd)
        else:
            self._stirred.add(fd)

    def _tell_kernel(self, fd: int, wanted: int) -> None:
        had = self._wanted.pop(fd, 0)
        if wanted:
            self._wanted[fd] = wanted
        if wanted == had:
            return
        if not wanted:
            with suppress(OSError):  # it was closed under our hands
                self._poller.unregister(fd)
        elif had:
            self._poller.modify(fd, wanted)
        else:
            self._poller.register(fd, wanted)


def connections(share: Share) -> dict[int, Any]:
    """A map for Waitress; a plain one where the kernel cannot help (not Linux)."""
    return Connections(share) if hasattr(select, "epoll") else {}


def threads_for(connections: dict[int, Any], count: int) -> Threads | None:
    """Those that answer; none where nobody would hurry them, so Waitress' own do."""
    return Threads(count) if isinstance(connections, Connections) else None


def wait_well(server: Any, connections: dict[int, Any]) -> None:
    """Let a server of Waitress, with our threads, wait with the help of the kernel."""
    if not isinstance(connections, Connections):
        return

    dispatcher = server.task_dispatcher

    def loop(timeout: float, **_: object) -> None:
        due = 0.0
        while connections:
            if (now := time.monotonic()) >= due:
                connections.stir_all()
                due = now + ASK_ALL_EVERY_S
            somebody_waits = dispatcher.hurry()
            connections.wait(PATIENCE_S if somebody_waits else timeout)

    server.asyncore = SimpleNamespace(loop=loop)


def allow_many_files() -> int:
    """Every connection is an open file, and systems begin with few.

    :returns: how many connections there may be, so that those are answered who are in.
    """
    few, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + SET_ASIDE
    if few == resource.RLIM_INFINITY or few >= wanted:
        return MOST_CONNECTIONS
    enough = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (enough, most))
    return max(enough - SET_ASIDE, enough // 2)
