"""What hundreds of applications of one process need work out only once.

Each test has an application of its own, over a database of its own. But the code that
builds an address and the text of a statement are the same for all of them.
"""

import sqlite3
from copy import copy
from typing import Any, ClassVar

from flask import Flask
from sqlalchemy import Dialect, Engine, event
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

_DIALECTS: dict[str, Dialect] = {}
_STATEMENTS: LRUCache[Any, Any] = LRUCache(2000)


class KnownRule(Rule):
    """An address; Werkzeug reads each anew, and compiles functions that build it."""

    _read: ClassVar[dict[Any, dict[str, Any]]] = {}
    _OF_ITS_OWN = ("_parts", "_trace", "_converters", "arguments")
    _BOUND = ("_build", "_build_unknown")

    def compile(self) -> None:
        """Take over what the same address of an earlier application was read as."""
        key = (self.rule, self.subdomain, self.merge_slashes, repr(self.defaults))
        if key not in self._read:
            super().compile()
            bound = {name: getattr(self, name).__func__ for name in self._BOUND}
            own = {name: copy(getattr(self, name)) for name in self._OF_ITS_OWN}
            self._read[key] = own | bound
        for name in self._OF_ITS_OWN:
            setattr(self, name, copy(self._read[key][name]))
        for name in self._BOUND:
            setattr(self, name, self._read[key][name].__get__(self, None))


def use_known_rules() -> None:
    """Let every application from now on know the addresses of those before it."""
    Flask.url_rule_class = KnownRule


def hasten(engine: Engine) -> None:
    """Let a fresh *engine* know what was compiled for others, and not wait for a disk.

    What a pulled plug leaves is shown with real servers (``tests/faults``).
    """
    engine.dialect = _DIALECTS.setdefault(engine.dialect.name, engine.dialect)
    engine.update_execution_options(compiled_cache=_STATEMENTS)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _trust_memory)
        engine.dispose()
        engine.connect().close()  # one is open from the start, as it was before


def _trust_memory(connection: sqlite3.Connection, _record: object) -> None:
    connection.execute("PRAGMA synchronous=OFF").close()
