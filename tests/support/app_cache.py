"""Caches shared by the hundreds of applications that one test process creates.

Each test has its own application and database, but the code that builds URLs and the
texts of statements are the same for all.
"""

from copy import copy
from typing import Any, ClassVar

from flask import Flask
from sqlalchemy import event
from sqlalchemy.util import LRUCache
from werkzeug.routing import Rule

_DIALECTS = {}
_STATEMENTS = LRUCache(2000)


class KnownRule(Rule):
    """A rule that reuses its compiled URL builder."""

    _read: ClassVar[dict[Any, dict[str, Any]]] = {}
    _OF_ITS_OWN = ("_parts", "_trace", "_converters", "arguments")
    _BOUND = ("_build", "_build_unknown")

    def compile(self):
        """Take over what an earlier application compiled for the same rule."""
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


def use_known_rules():
    Flask.url_rule_class = KnownRule


def hasten(engine):
    """Share compiled statements with a new *engine*, and do not wait for the disk.

    Power cuts are tested with real servers (``tests/faults``).
    """
    engine.dialect = _DIALECTS.setdefault(engine.dialect.name, engine.dialect)
    engine.update_execution_options(compiled_cache=_STATEMENTS)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _trust_memory)
        engine.dispose()
        engine.connect().close()  # one is open from the start, as it was before


def _trust_memory(connection, _record):
    connection.execute("PRAGMA synchronous=OFF").close()
