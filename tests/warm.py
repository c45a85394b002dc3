"""What hundreds of applications of one process need work out only once.

Each test has an application of its own, over a database of its own. But the code that
builds an address and the text of a statement are the same for all of them.
"""

import sqlite3
from collections.abc import Callable
from typing import Any, ClassVar

from flask import Flask
from sqlalchemy import Dialect, Engine, event
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

_DIALECTS: dict[str, Dialect] = {}
_STATEMENTS: LRUCache[Any, Any] = LRUCache(2000)


class KnownRule(Rule):
    """An address; Werkzeug compiles a function for each to build it from its parts."""

    _builders: ClassVar[dict[Any, Callable[..., Any]]] = {}

    def _compile_builder(
        self,
        append_unknown: bool = True,  # noqa: FBT001, FBT002 - Werkzeug's
    ) -> Callable[..., tuple[str, str]]:
        key = (self.rule, append_unknown, tuple(self._trace), repr(self.defaults))
        if key not in self._builders:
            self._builders[key] = super()._compile_builder(append_unknown)
        return self._builders[key]


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
