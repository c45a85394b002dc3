"""JSON without its loopholes: one reading only, and a path to whatever is wrong."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

LARGEST: Final = 64 * 1024
"""Bytes in one document, unless the caller says otherwise."""

DEEPEST: Final = 16
"""Lists and objects inside one another."""

MOST_DIGITS: Final = 30
"""In a whole number; none that means anything has more."""

_PLAIN_KEY = re.compile(r"\w{1,40}", re.ASCII)


class NotStrictJson(ValueError):  # noqa: N818 - says what it is not
    """The text is no JSON that can be trusted; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class _Unwelcome:
    """A number or an object that JSON allows and nobody here wants."""

    is_what: str


def parse_strict(text: bytes | str, *, limit: int = LARGEST) -> object:
    """Read JSON of objects, lists, texts, whole numbers, true, false and null.

    Refused, and named by path: numbers with a fraction or an exponent, ``NaN``,
    ``Infinity``, ``-0``, keys given twice, half surrogate pairs and NUL in texts.
    Refused as a whole: more than *limit* bytes, more than 16 levels, no UTF-8.

    >>> parse_strict('{"bids": [1, null]}')
    {'bids': [1, None]}

    :raises NotStrictJson: with a sentence that says where and what was expected.
    """
    try:
        tree: object = json.loads(
            _decoded(text, limit),
            parse_float=_unwelcome_number,
            parse_int=_whole_number,
            parse_constant=_unwelcome_number,
            object_pairs_hook=_without_twins,
        )
    except json.JSONDecodeError as error:
        raise NotStrictJson(
            f"The text is not JSON: {error.msg.lower()} "
            f"in line {error.lineno}, column {error.colno}."
        ) from None
    except RecursionError:
        raise _too_deep() from None
    _inspect(tree, path="", depth=0)
    return tree


def step_into(path: str, key: str | int) -> str:
    """The path of a value inside the object or list at *path*.

    >>> step_into(step_into(step_into("", "rounds"), 2), "bids")
    'rounds[2].bids'
    """
    if isinstance(key, int):
        return f"{path}[{key}]"
    name = key if _PLAIN_KEY.fullmatch(key) else ascii(key[:40])
    return f"{path}.{name}" if path else name


def _decoded(text: bytes | str, limit: int) -> str:
    size = len(text if isinstance(text, bytes) else text.encode(errors="replace"))
    if size > limit:
        raise NotStrictJson(
            f"The text is too long: {size} bytes; expected at most {limit}."
        )
    if isinstance(text, str):
        return text
    try:
        return text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotStrictJson(
            f"The text is not UTF-8: byte {error.start} cannot be read."
        ) from None


def _too_deep() -> NotStrictJson:
    return NotStrictJson(
        f"The text is nested too deeply; expected at most {DEEPEST} levels."
    )


def _whole_number(digits: str) -> int | _Unwelcome:
    if len(digits) > MOST_DIGITS:
        return _Unwelcome(f"a number of {len(digits)} digits")
    return _Unwelcome("-0") if digits == "-0" else int(digits)


def _unwelcome_number(text: str) -> _Unwelcome:
    return _Unwelcome(text[:MOST_DIGITS])


def _without_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        found[key] = _Unwelcome("given twice") if key in found else value
    return found


def _inspect(value: object, *, path: str, depth: int) -> None:
    if depth > DEEPEST:
        raise _too_deep()
    if isinstance(value, _Unwelcome):
        expected = "it once" if value.is_what == "given twice" else "a whole number"
        raise NotStrictJson(
            f"{path or 'The text'} is {value.is_what}; expected {expected}."
        )
    if isinstance(value, str):
        _inspect_text(value, path or "The text")
    for key, inside in _parts(value):
        here = step_into(path, key)
        if isinstance(key, str):
            _inspect_text(key, f"The key {here}")
        _inspect(inside, path=here, depth=depth + 1)


def _parts(value: object) -> Iterable[tuple[str | int, object]]:
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list) else ()


def _inspect_text(text: str, name: str) -> None:
    if "\0" in text or (not text.isascii() and _has_half_pair(text)):
        raise NotStrictJson(
            f"{name} holds NUL or half a surrogate pair; expected readable text."
        )


def _has_half_pair(text: str) -> bool:
    return any("\ud800" <= char <= "\udfff" for char in text)
