"""Fields of documents: markers for their types, and the schemas made of them.

A dataclass declares each field once; pydantic-core parses and writes it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

Context: TypeAlias = dict[str, Any]
Tree: TypeAlias = dict[str, Any]
"""A JSON object."""

_STRICT: Final = {"extra_fields_behavior": "forbid", "strict": True}
_PLAIN: Final = {bool: "bool", int: "int", str: "str", dict: "dict"}


class Within(NamedTuple):
    """A marker for a number from *ge* to *le*."""

    ge: int
    le: int


class AtMost(NamedTuple):
    """A marker for a text or list of at most *max_length* characters or entries."""

    max_length: int


@dataclass(frozen=True, eq=False)
class Read:
    """A marker for a type that is read from JSON of another type, or with a check.

    *read* gets the value and the context, and raises
    :class:`scorepad.games.documents.NotADocument`; *write* converts back. *schema* is
    added to the JSON schema; its ``description`` says in messages what was expected.
    """

    read: Callable[[Any, Context], Any]
    of: Any = None
    write: Callable[[Any], Any] | None = None
    schema: Mapping[str, Any] | None = None

    def around(self, inner: Tree) -> Tree:
        """Return the core schema of the type, whose JSON is read by *inner*."""

        def check(value: Any, info: Any) -> Any:
            return self.read(value, info.context)

        core = {
            "type": "function-after",
            "function": {"type": "with-info", "function": check},
            "schema": inner,
            "metadata": {"pydantic_js_updates": self.schema or {}},
        }
        plain = {"type": "function-plain", "function": self.write}
        return {**core, "serialization": plain} if self.write else core


def or_usual(usual: Any) -> Read:
    """Return a marker for a type whose *usual* value may be ``null`` in JSON."""
    return Read(
        lambda value, _: usual if value is None else value,
        type(usual) | None,
        lambda value: None if value == usual else value.value,
    )


class Model:
    """A dataclass that is parsed strictly: no unknown keys, no type conversion."""

    __slots__ = ()


class Codec(NamedTuple):
    """What parses and what writes a model, both of pydantic-core."""

    parser: Any
    writer: Any


def _codec_of(model: Any) -> Codec:
    from pydantic_core import (  # noqa: PLC0415 - only to read or write JSON
        SchemaSerializer,
        SchemaValidator,
    )

    core: Any = _core_of(model)
    return Codec(SchemaValidator(core), SchemaSerializer(core))


codec_of: Callable[[Any], Codec] = cache(_codec_of)
"""Return the codec of a model."""


@cache
def schemas_of(*models: Any, template: str = "#/$defs/{model}") -> dict[Any, Tree]:
    """Return the JSON schemas of *models* and of the models in them, by name."""
    from pydantic.json_schema import (  # noqa: PLC0415 - takes 100 ms
        GenerateJsonSchema,
    )

    cores: Any = [(model, "validation", _core_of(model)) for model in models]
    return GenerateJsonSchema(ref_template=template).generate_definitions(cores)[1]


def keys_of(model: Any) -> list[str]:
    """Return the keys of a model in JSON; a field ends in ``_`` if its key is taken."""
    return [field.name.rstrip("_") for field in fields(model)]


def _core_of(kind: Any) -> Tree:
    """Return the core schema of a type.

    pydantic would derive the same, but takes 150 ms to load and to do so.
    """
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    origin, args = get_origin(kind), get_args(kind)
    if origin is not None:
        return _core_of_generic(origin, args)
    if issubclass(kind, Enum):
        return {"type": "enum", "cls": kind, "members": [*kind], "sub_type": "str"}
    return _core_of_model(kind)


def _core_of_generic(origin: Any, args: Sequence[Any]) -> Tree:
    if origin is Annotated:
        return _core_of_marked(*args)
    if origin is Literal:
        return {"type": "literal", "expected": list(args)}
    inner = _core_of(args[0])
    if origin in {Union, UnionType}:  # always with None
        return {"type": "nullable", "schema": inner}
    return {"type": "tuple", "items_schema": [inner], "variadic_item_index": 0}


def _core_of_marked(kind: Any, *marks: Any) -> Tree:
    sources = [mark.of for mark in marks if isinstance(mark, Read) and mark.of]
    core = _core_of(sources[0] if sources else kind)
    for mark in marks:
        core = mark.around(core) if isinstance(mark, Read) else core | mark._asdict()
    return core


def _core_of_model(model: Any) -> Tree:
    hints = get_type_hints(model, include_extras=True)
    own_first = sorted(fields(model), key=lambda field: bool(field.kw_only))
    return {
        "type": "dataclass",
        "cls": model,
        "ref": f"{model.__module__}.{model.__name__}:{id(model)}",
        "config": {"title": model.__name__, **_STRICT},
        "fields": [field.name for field in fields(model)],
        "slots": True,
        "post_init": hasattr(model, "__post_init__"),
        "schema": {
            "type": "dataclass-args",
            "dataclass_name": model.__name__,
            "fields": [_core_of_field(each, hints[each.name]) for each in own_first],
        },
    }


def _core_of_field(field: Any, kind: Any) -> Tree:
    core, key = _core_of(kind), field.name.rstrip("_")
    if field.default is not MISSING:
        core = {"type": "default", "schema": core, "default": field.default}
    return {
        "type": "dataclass-field",
        "name": field.name,
        "schema": core,
        "kw_only": True,
        "validation_alias": key,
        "serialization_alias": key,
    }
