"""Strict parsing of JSON into frozen dataclasses that declare each field once.

A dataclass declares its fields with :mod:`annotated_types` and the markers of this
module; pydantic parses it.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import date
from functools import cache, partial
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeVar

from annotated_types import Ge, Le
from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, core_schema, from_json

LARGEST: Final = 64 * 1024  # default limit of a document in bytes

MOST_SEATS: Final = 12
"""More than any game allows, so that the rules can report how many it does."""

_MOST_SENTENCES = 20
_MOST_ERRORS = 100
_LONGEST_SHOWN = 40

Value = TypeVar("Value", bound="Model")
Other = TypeVar("Other")
Location = tuple[str | int, ...]
Context = dict[str, Any]
Tree = dict[str, Any]  # a JSON object


class FieldError(NamedTuple):
    """An invalid field; as text, one sentence. *problem* is a key of the rules."""

    found: str
    expected: str
    at: Location = ()
    problem: str | None = None

    @property
    def path(self) -> str:
        """The path of the field, as in ``rounds[2].bids``."""
        path = ""
        for key in self.at:
            is_plain = re.fullmatch(r"\w{1,40}", str(key), re.ASCII)
            plain = key if is_plain else ascii(str(key)[:40])
            path += f"[{key}]" if isinstance(key, int) else f".{plain}"
        return path.removeprefix(".")

    def __str__(self) -> str:  # noqa: D105 - see the class
        return f"{self.path or 'The document'} {self.found}; expected {self.expected}."


class NotADocument(ValueError):  # noqa: N818 - says what it is not
    """The JSON has another shape; the message has one sentence per field."""

    def __init__(self, *errors: FieldError | str) -> None:
        super().__init__(" ".join(map(str, errors[:_MOST_SENTENCES])))
        self.errors = tuple(each for each in errors if isinstance(each, FieldError))


def refuse(
    found: str, expected: str, *at: str | int, problem: str | None = None
) -> NotADocument:
    """Return the error for one field."""
    return NotADocument(FieldError(found, expected, at, problem))


@dataclass(frozen=True, eq=False)
class Read:
    """A marker: JSON is read as the type *of*, then by *read*; *write* converts back.

    *read* gets the value and the context, and raises :class:`NotADocument`.
    """

    read: Callable[[Any, Context], Any]
    of: Any = None
    write: Callable[[Any], Any] | None = None
    schema: Mapping[str, Any] | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        """Return the core schema of the type for pydantic."""
        write = self.write and core_schema.plain_serializer_function_ser_schema(
            self.write
        )
        return core_schema.with_info_after_validator_function(
            lambda value, info: self.read(value, info.context),
            handler(source) if self.of is None else handler.generate_schema(self.of),
            serialization=write,
        )

    def __get_pydantic_json_schema__(self, core: Any, handler: Any) -> Any:
        """Return the JSON schema of the type."""
        return {**handler(core), **(self.schema or {})}


class Model:
    """A dataclass that is parsed strictly: no unknown keys, no type conversion."""

    __slots__ = ()
    __pydantic_config__: ClassVar[dict[str, Any]] = {
        "extra": "forbid",
        "strict": True,
        "alias_generator": lambda name: name.rstrip("_"),
    }


adapter_of: Callable[[Any], Any] = cache(TypeAdapter)
"""Return the pydantic adapter of a model."""

schema_of: Callable[[Any], Tree] = cache(lambda model: adapter_of(model).json_schema())
"""Return the JSON schema of a model."""


def parse_json(source: str | bytes) -> Any:
    """Parse JSON of at most :data:`LARGEST` bytes, or raise NotADocument."""
    text = checked_size(source, LARGEST)
    try:
        return from_json(text)
    except ValueError as error:
        raise NotADocument(f"The text is not JSON: {error}.") from None


def read(
    model: type[Value],
    tree: Any,
    context: Context | None = None,
    *,
    hidden: Sequence[str] = (),
    needed: Sequence[str] = (),
) -> Value:
    """Read JSON, parsed or as bytes, into a *model*; NotADocument names wrong fields.

    The fields *hidden* must be absent, and those *needed* present despite a default.
    """
    keys = tree if isinstance(tree, dict) else needed
    context = {"hidden": hidden, **(context or {})}
    more = [_not_known(model, (key,), context) for key in hidden if key in keys]
    more += [FieldError(*_NOT_THERE, (key,)) for key in needed if key not in keys]
    text = tree if isinstance(tree, bytes) else json.dumps(tree)
    wrong: list[FieldError | str] = []
    try:
        value: Value = adapter_of(model).validate_json(text, context=context)
    except ValidationError as error:
        found = error.errors()[:_MOST_ERRORS]
        wrong = [each for e in found for each in _sentences(model, e, context)]
    if wrong or more:
        raise NotADocument(*wrong, *more)
    return value


def read_parts(
    beside: type[Value], tree: Any, rest: Callable[[Tree], Other]
) -> tuple[Value, Other]:
    """Read an object with the keys of the model *beside*, and the others by *rest*."""
    if not isinstance(tree, dict):
        raise refuse(f"is {shown(tree)}", "an object")
    keys = schema_of(beside)["properties"]
    others = {key: each for key, each in tree.items() if key not in keys}
    own = {key: tree[key] for key in tree if key in keys}
    found: list[Any] = []
    wrong: list[FieldError] = []
    for reader, part in ((partial(read, beside), own), (rest, others)):
        try:
            found.append(reader(part))
        except NotADocument as refused:
            wrong += refused.errors
    if wrong:
        raise NotADocument(*wrong)
    return found[0], found[1]


def read_stored(model: type[Other], stored: Any) -> Other:
    """Read what :func:`written` made, as JSON text or parsed; skip other keys."""
    adapter, how = adapter_of(model), {"strict": False, "extra": "ignore"}
    parse = (
        adapter.validate_json if isinstance(stored, str) else adapter.validate_python
    )
    value: Other = parse(stored, context={"seats": MOST_SEATS}, **how)
    return value


def written(value: Model, *, in_short: bool = False) -> Tree:
    """Return a model's value as JSON, *in_short* without what a reader assumes."""
    usual = {
        each.name
        for each in fields(value)  # type: ignore[arg-type] # a dataclass
        if in_short and getattr(value, each.name) == each.default
    }
    how = {"mode": "json", "by_alias": True, "exclude_none": in_short}
    tree: Tree = adapter_of(type(value)).dump_python(value, exclude=usual, **how)
    return tree


def _version(value: int, _: Context) -> int:
    if value != 1:
        raise refuse(f"is {shown(value)}", "1")
    return value


Version = Annotated[int, Read(_version)]  # a literal 1 would also be true


def head_of(game: str) -> Tree:
    """Return the first keys of a document of *game*."""
    return {"format": "scorepad/game", "version": 1, "game": game}


@dataclass(frozen=True, slots=True)
class Head(Model):
    """The first keys of a document of a game."""

    format: Literal["scorepad/game"]
    version: Version
    game: str


def without_head(tree: Any, *games: str) -> tuple[str, Tree]:
    """Return which of *games* a document is of, and its other keys."""
    head, others = read_parts(Head, tree, dict)
    if head.game not in games:
        raise refuse(f"is {shown(head.game)}", " or ".join(map(shown, games)), "game")
    return head.game, others


def shown(value: object) -> str:
    """Return *value* as text for a message, shortened."""
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, str):
        # Control characters of a file must not reach a terminal.
        letters = (c if c.isprintable() else "·" for c in value[:_LONGEST_SHOWN])
        return f'"{"".join(letters)}{"…" * (len(value) > _LONGEST_SHOWN)}"'
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_SHOWN else f"a number of {len(text)} digits"


def checked_size(source: str | bytes, limit: int) -> bytes:
    """Return JSON of at most *limit* bytes, or raise NotADocument."""
    text = source.encode(errors="replace") if isinstance(source, str) else source
    if len(text) > limit:
        found = f"{len(text)} bytes; expected at most {limit}"
        raise NotADocument(f"The text is too long: {found}.")
    return text.removeprefix(b"\xef\xbb\xbf")


_NOT_THERE: Final = "is missing", "a value"


def _not_known(model: Any, at: Location, context: Context) -> FieldError:
    schema = schema_of(model)
    part: Any = schema
    for key in at:
        while "$ref" in part or "anyOf" in part:
            whole = schema["$defs"].get(part.get("$ref", "").rpartition("/")[2])
            part = whole or part["anyOf"][0]
        keys = part.get("properties", {})
        part = part.get("items") if isinstance(key, int) else keys.get(key)
    hidden = context.get("hidden", ()) if len(at) == 1 else ()
    known = ", ".join(key for key in keys if key not in hidden)
    return FieldError("is not known", f"only {known}", at)


def _sentences(
    model: Any, error: ErrorDetails, context: Context
) -> Iterator[FieldError | str]:
    kind, at, details = error["type"], error["loc"], error.get("ctx", {})
    if kind == "json_invalid":
        yield f"The text is not JSON: {details['error']}."
    elif kind == "value_error":
        for each in details["error"].errors:
            yield each._replace(at=(*at, *each.at))
    elif kind == "unexpected_keyword_argument":
        yield _not_known(model, at, context)
    elif kind == "missing":
        yield FieldError(*_NOT_THERE, at)
    else:
        expected = re.sub(r"^\w+ should (be|have) ", "", error["msg"])
        yield FieldError(f"is {shown(error['input'])}", expected, at)


def _readable(value: str, _: Context) -> str:
    if re.search(r"[\0-\x08\x0b-\x1f\x7f-\x9f]", value):
        raise refuse("holds a control character", "readable text")
    return value


def matching(
    pattern: str, meaning: str, into: Callable[[str], Any] = str, **schema: str
) -> Read:
    """Return a marker for text that matches *pattern*, called *meaning* in messages."""

    def check(value: str, _: Context) -> Any:
        if not re.fullmatch(pattern, value, re.ASCII):
            raise refuse(f"is {shown(value)}", meaning)
        return into(value)

    return Read(check, str, schema={"description": meaning, **schema})


def each_once(*of: str) -> Read:
    """Return a marker for a list in which nothing occurs twice; or no field *of*."""

    def check(values: tuple[Any, ...], _: Context) -> tuple[Any, ...]:
        keys = [getattr(each, *of) if of else each for each in values]
        for index, key in enumerate(keys):
            if key in keys[:index]:
                raise refuse("is given twice", "every one once", index, *of)
        return values

    return Read(check)


def _seat(value: int, context: Context) -> int:
    last = context.get("seats", MOST_SEATS)
    if not 0 <= value <= last:
        raise refuse(f"is {shown(value)}", f"a whole number from 0 to {last}")
    return value


def _day(text: str, _: Context) -> date:
    # Looser readers of dates also accept a week, or a number of seconds as text.
    with suppress(ValueError):
        if (day := date.fromisoformat(text)).isoformat() == text:
            return day
    raise refuse(f"is {shown(text)}", "a date such as 2026-11-21")


MOST_POINTS: Final = 100_000
Count = Annotated[int, Ge(-(10**30)), Le(10**30)]
"""A whole number without bounds, checked by the rules."""
Points = Annotated[int, Ge(-MOST_POINTS), Le(MOST_POINTS)]
Seat = Annotated[
    int, Read(_seat, schema={"minimum": 0, "maximum": MOST_SEATS, "format": "seat"})
]
UUID_PATTERN: Final = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
Id = Annotated[str, matching(UUID_PATTERN, "a UUID", str.lower, format="uuid")]
READABLE: Final = Read(_readable)
Day = Annotated[date, Read(_day, str, date.isoformat, {"format": "date"})]
