"""What schemas are put together from, as JSON Schema says it."""

from collections.abc import Iterable, Mapping
from typing import Any

Schema = dict[str, Any]

MOMENT: Schema = {"type": "string", "format": "date-time"}
DAY: Schema = {"type": "string", "format": "date"}
FLAG: Schema = {"type": "boolean"}
TEXT: Schema = {"type": "string"}
UUID: Schema = {"type": "string", "format": "uuid"}


def ref(name: str) -> Schema:
    """Point to a schema of the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def whole(low: int | None = None, high: int | None = None) -> Schema:
    """A whole number from *low* to *high*."""
    bounds = {"minimum": low, "maximum": high}
    return {"type": "integer"} | {k: v for k, v in bounds.items() if v is not None}


def one_of(names: Iterable[str]) -> Schema:
    """One of some words."""
    return {"enum": [str(name) for name in names]}


def list_of(schema: Schema, most: int | None = None) -> Schema:
    """A list whose entries are all alike."""
    return {"type": "array", "items": schema} | ({"maxItems": most} if most else {})


def maybe(schema: Schema) -> Schema:
    """What may also be ``null``."""
    return {"anyOf": [schema, {"type": "null"}]}


def text_up_to(longest: int) -> Schema:
    """A text of limited length."""
    return {"type": "string", "maxLength": longest}


def record(required: Mapping[str, Schema], **optional: Schema) -> Schema:
    """An object with these keys and no others."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def with_more(schema: Schema, **more: Schema) -> Schema:
    """A record that has to have these properties too."""
    return {
        **schema,
        "properties": {**schema["properties"], **more},
        "required": [*schema["required"], *more],
    }
