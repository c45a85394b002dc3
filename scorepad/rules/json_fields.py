"""Readers for strict JSON: each takes a value and its path, and names what is wrong."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar

from scorepad.rules.strict_json import step_into

Value = TypeVar("Value")
Default = TypeVar("Default")
Name = TypeVar("Name", bound=StrEnum)

_LONGEST_SHOWN = 40

Reader: TypeAlias = Callable[[object, str], Value]
"""Turns the value at a path into what it means, or raises :class:`WrongField`."""


class WrongField(ValueError):  # noqa: N818 - names what is wrong
    """A field is not what was expected; the message is one sentence that names it.

    What the rules object to themselves has the name of its *problem*.
    """

    def __init__(
        self, path: str, found: str, expected: str, problem: str | None = None
    ) -> None:
        super().__init__(f"{path or 'The document'} {found}; expected {expected}.")
        self.path = path
        self.found = found
        self.expected = expected
        self.problem = problem


class Fields:
    """The fields of one JSON object, of which only *known* ones are allowed."""

    def __init__(self, value: object, path: str, known: tuple[str, ...]) -> None:
        if not isinstance(value, dict):
            raise WrongField(path, f"is {shown(value)}", "an object")
        self._fields: Mapping[str, Any] = value
        self._path = path
        for key in value:
            if key not in known:
                where = step_into(path, key)
                raise WrongField(where, "is not known", f"only {', '.join(known)}")

    def has(self, key: str) -> bool:
        """Whether the field is there at all."""
        return key in self._fields

    def path_of(self, key: str) -> str:
        """How a sentence names the field."""
        return step_into(self._path, key)

    def required(self, key: str, read: Reader[Value]) -> Value:
        """Read a field that must be there."""
        if key in self._fields:
            return read(self._fields[key], self.path_of(key))
        raise WrongField(self.path_of(key), "is missing", _expected_by(read))

    def optional(
        self, key: str, read: Reader[Value], default: Default
    ) -> Value | Default:
        """Read a field, or take its *default* where it is left out."""
        if key not in self._fields:
            return default
        return read(self._fields[key], self.path_of(key))


def _expected_by(read: Reader[Any]) -> str:
    try:
        read(None, "")
    except WrongField as wrong:
        return wrong.expected
    return "a value or null"


def whole_number(low: int | None = None, high: int | None = None) -> Reader[int]:
    """Read a whole number from *low* to *high*; ``true`` is none."""
    bounds = "" if low is None or high is None else f" from {low} to {high}"

    def read(value: object, path: str) -> int:
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if not isinstance(value, int) or not is_number:
            raise WrongField(path, f"is {shown(value)}", f"a whole number{bounds}")
        if (low is not None and value < low) or (high is not None and value > high):
            raise WrongField(path, f"is {shown(value)}", f"a whole number{bounds}")
        return value

    return read


def flag(value: object, path: str) -> bool:
    """Read ``true`` or ``false``."""
    if not isinstance(value, bool):
        raise WrongField(path, f"is {shown(value)}", "true or false")
    return value


def text(value: object, path: str) -> str:
    """Read a text of any length."""
    if not isinstance(value, str):
        raise WrongField(path, f"is {shown(value)}", "a text")
    return value


def text_up_to(longest: int) -> Reader[str]:
    """Read a text without control characters, but line breaks and tabs."""
    expected = f"a text of at most {longest} characters"

    def read(value: object, path: str) -> str:
        if not isinstance(value, str):
            raise WrongField(path, f"is {shown(value)}", expected)
        if len(value) > longest:
            raise WrongField(path, f"has {len(value)} characters", expected)
        if any(unicodedata.category(c) == "Cc" and c not in "\n\t" for c in value):
            raise WrongField(path, "holds a control character", "readable text")
        return value

    return read


def matching(pattern: str, meaning: str) -> Reader[str]:
    """Read a text of the form *pattern*, which a sentence calls *meaning*."""

    def read(value: object, path: str) -> str:
        if not isinstance(value, str) or not re.fullmatch(pattern, value, re.ASCII):
            raise WrongField(path, f"is {shown(value)}", meaning)
        return value

    return read


def exactly(expected: str | int, meaning: str | None = None) -> Reader[str | int]:
    """Read one value and no other; ``true`` is not 1."""

    def read(value: object, path: str) -> str | int:
        if type(value) is not type(expected) or value != expected:
            raise WrongField(path, f"is {shown(value)}", meaning or shown(expected))
        return expected

    return read


def one_of(names: type[Name]) -> Reader[Name]:
    """Read one of the *names* of an enum."""

    def read(value: object, path: str) -> Name:
        for name in names:
            if isinstance(value, str) and name.value == value:
                return name
        raise WrongField(path, f"is {shown(value)}", f"one of {', '.join(names)}")

    return read


def list_of(read_one: Reader[Value], *, longest: int) -> Reader[tuple[Value, ...]]:
    """Read a list whose values are all of one sort."""

    def read(value: object, path: str) -> tuple[Value, ...]:
        if not isinstance(value, list):
            raise WrongField(path, f"is {shown(value)}", "a list")
        if len(value) > longest:
            raise WrongField(
                path, f"has {len(value)} entries", f"at most {longest} of them"
            )
        return tuple(
            read_one(each, step_into(path, index)) for index, each in enumerate(value)
        )

    return read


def distinct(read_list: Reader[tuple[Value, ...]]) -> Reader[tuple[Value, ...]]:
    """Read a list in which nothing stands twice."""

    def read(value: object, path: str) -> tuple[Value, ...]:
        found = read_list(value, path)
        for index, each in enumerate(found):
            if each in found[:index]:
                where = step_into(path, index)
                raise WrongField(where, "stands there twice", "every entry once")
        return found

    return read


def maybe(read_one: Reader[Value]) -> Reader[Value | None]:
    """Read a value or ``null``."""

    def read(value: object, path: str) -> Value | None:
        if value is None:
            return None
        try:
            return read_one(value, path)
        except WrongField as wrong:
            if wrong.path != path:
                raise
            expected = f"{wrong.expected} or null"
            raise WrongField(path, wrong.found, expected) from None

    return read


def shown(value: object) -> str:
    """A short picture of *value* for a sentence."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, str):
        # A terminal must not be steered by what a stranger's file holds.
        printable = "".join(
            c if c.isprintable() else "·" for c in value[:_LONGEST_SHOWN]
        )
        rest = "…" if len(value) > _LONGEST_SHOWN else ""
        return f'"{printable}{rest}"'
    return str(value)
