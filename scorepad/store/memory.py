"""What was read and has not been written since need not be read again.

Hundreds who look on ask every two seconds for what nobody has changed, and while a
commit is under way SQLite lets nobody read. The file of an embedded database counts
its commits, whoever makes them, in its first lines; of what this process writes itself
the tables are known. Any other database may change unseen, so nothing of it is kept.
"""

import os
import re
import threading
import weakref
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from sqlalchemy import Engine, event
from sqlalchemy.orm import Session

T = TypeVar("T")
Stamp = tuple[int, int]

MOST_REMEMBERED: Final = 10_000
WITHIN_A_GAME: Final = frozenset(
    {"game", "round_", "entry", "revision", "seat_bid", "remembered_answer", "pace"}
    | {"result"}
)
"""A write to these tables alone changes nothing for other games, nor who may what."""

_MOVED_ON: Final = "scorepad_moved_on"
_WRITING: Final = re.compile(r"(INSERT INTO|UPDATE|DELETE FROM) (\w+)")
_READING: Final = ("SELECT", "BEGIN", "PRAGMA", "SAVEPOINT", "RELEASE")
_HEADER: Final = 28
_ROLLBACK_JOURNAL: Final = 1


class _Kept(NamedTuple):
    stamp: Stamp
    value: Any


class Memory:
    """What was read of one database, each under a name."""

    def __init__(self, path: str | None) -> None:
        self.file = _opened(path)
        self._kept: dict[Hashable, _Kept] = {}
        self._turns = 0
        self._games: dict[UUID, int] = {}
        self._commits = self._counted()
        self._is_writing = self._has_committed = False
        self._touched: set[str] = set()
        self._writer = 0

    def find(
        self, name: Hashable, look: Callable[[], T], *, game: UUID | None = None
    ) -> T:
        """What is remembered under this name, or else what *look* finds, if anything.

        It holds until something is written to other tables than those of games; what is
        said to be of a *game*, until that one moves on, too.
        """
        stamp = self._stamp(game)
        if stamp is None or self._is_changing():
            return look()
        kept = self._kept.get(name)
        if kept is not None and kept.stamp == stamp:
            found: T = kept.value
            return found
        if (found := look()) is None:
            return found
        if len(self._kept) >= MOST_REMEMBERED:
            self._kept.clear()
        self._kept[name] = _Kept(stamp, found)
        return found

    def begin_write(self) -> None:
        """Nobody but this process writes from here on."""
        self._forget_what_others_wrote()
        self._touched, self._has_committed = set(), False
        self._is_writing = self.file is not None
        self._writer = threading.get_ident()

    def end_write(self, games: Iterable[UUID]) -> None:
        """Forget what this process wrote: these games, if it wrote to games alone."""
        own, commits = int(self._has_committed), self._counted()
        if commits != self._commits:
            if self._touched <= WITHIN_A_GAME and commits == (self._commits or 0) + own:
                for game in games:
                    self._games[game] = self._games.get(game, 0) + 1
            else:
                self._forget()
            self._commits = commits
        self._is_writing = False

    def note_statement(
        self, _connection: object, _cursor: object, said: str, *_: object
    ) -> None:
        """Note which table this process writes to."""
        if not said.startswith(_READING):
            found = _WRITING.match(said)
            is_known = found is not None and found.group(0) != "DELETE FROM game"
            self._touched.add(found.group(2) if found and is_known else said)

    def note_commit(self, _connection: object) -> None:
        """Note that this process has committed."""
        self._has_committed = True

    def _is_changing(self) -> bool:
        """Whether who asks has just written more than games, and may yet undo it."""
        is_own = self._is_writing and self._writer == threading.get_ident()
        return is_own and not self._touched <= WITHIN_A_GAME

    def _stamp(self, game: UUID | None) -> Stamp | None:
        if not self._is_writing:
            self._forget_what_others_wrote()
        if self._commits is None:
            return None
        return self._turns, 0 if game is None else self._games.get(game, 0)

    def _forget_what_others_wrote(self) -> None:
        commits = self._counted()
        if commits != self._commits:
            self._commits = commits
            self._forget()

    def _forget(self) -> None:
        self._turns += 1
        self._kept.clear()
        self._games.clear()

    def _counted(self) -> int | None:
        """How many commits the file has seen; a log beside it would not tell.

        Nor does a disk that fails, and a save that was committed is saved all the same.
        """
        if self.file is None:
            return None
        try:
            header = os.pread(self.file, _HEADER, 0)
        except OSError:
            return None
        tells = len(header) == _HEADER and header[18] == _ROLLBACK_JOURNAL
        return int.from_bytes(header[24:28], "big") if tells else None


def _opened(path: str | None) -> int | None:
    if not path:
        return None
    with suppress(OSError):
        return os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    return None


_memories: weakref.WeakKeyDictionary[Engine, Memory] = weakref.WeakKeyDictionary()


def remember_for(engine: Engine) -> None:
    """Remember from now on what is read of this database."""
    embedded = engine.dialect.name == "sqlite"
    memory = _memories[engine] = Memory(engine.url.database if embedded else None)
    if embedded:
        event.listen(engine, "before_cursor_execute", memory.note_statement)
        event.listen(engine, "commit", memory.note_commit)
    if memory.file is not None:
        # Not a moment earlier: to close it lets go of SQLite's locks on the same file.
        weakref.finalize(engine, os.close, memory.file)


def memory_of(session: Session) -> Memory:
    """What is remembered of the database of a session."""
    return _memories.get(session.get_bind().engine) or Memory(None)


def has_moved_on(session: Session, game: UUID) -> None:
    """Note that a game has another revision after this transaction."""
    session.info.setdefault(_MOVED_ON, set()).add(game)


def moved_on(session: Session) -> set[UUID]:
    """The games of this transaction that have another revision after it."""
    games: set[UUID] = session.info.pop(_MOVED_ON, set())
    return games
