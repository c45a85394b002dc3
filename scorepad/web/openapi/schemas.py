"""The shapes that travel, as JSON Schema; names and limits are those of the readers."""

from scorepad.store.upkeep.faults import Cause
from scorepad.web.api import shapes
from scorepad.web.middleware.errors import CAUSES, TYPE
from scorepad.web.openapi.kinds import (
    DAY,
    FLAG,
    MOMENT,
    TEXT,
    UUID,
    Schema,
    list_of,
    maybe,
    one_of,
    record,
    ref,
    whole,
    with_more,
)
from scorepad.web.openapi.wizard import OWN_FACTS, SEAT, WIZARD
from scorepad.words.languages import LANGUAGES

NEW_GROUP = record(
    {
        "claim": {"type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"},
        "time_zone": {"type": "string", "examples": ["Europe/Berlin"]},
        "language": one_of(language.tag for language in LANGUAGES),
    }
)
PERSON = record({"id": UUID, "name": TEXT})
_ANY_GAME: dict[str, Schema] = {
    "players": list_of(ref("Person"), shapes.MOST_SEATS),
    "started_at": maybe(MOMENT),
    "counts": FLAG,
    "deleted": FLAG,
}
NEW_DOCUMENT: Schema = {
    "type": "object",
    "description": "The keys of a game document, with people for its players.",
    "properties": {**_ANY_GAME, "played_on": maybe(DAY)},
    "required": ["players"],
}
DOCUMENT_LINE = record(
    {
        "id": UUID,
        "game": TEXT,
        "players": list_of(ref("Person")),
        "finished": FLAG,
        "played_on": DAY,
    }
)
DOCUMENT = with_more(
    {
        "type": "object",
        "properties": {**_ANY_GAME, "deleted_by": ref("Device")},
        "required": list(_ANY_GAME),
    },
    **{key: OWN_FACTS[key] for key in OWN_FACTS if key != "players"},
    game=TEXT,
    saved_at=MOMENT,
    answer={"type": "object"},
)
"""And the keys of its document that are not at their defaults."""

SEASON = record(
    {"number": whole(1), "name": maybe(TEXT), "starts_on": DAY, "ends_on": maybe(DAY)}
)
GROUP = record(
    {
        "id": UUID,
        "name": maybe(TEXT),
        "time_zone": TEXT,
        "language": TEXT,
        "players": list_of(ref("Person")),
        "season": ref("Season"),
    },
    rules=maybe({"type": "object"}),
    games=list_of(ref("GameLine")),
    documents=list_of(ref("DocumentLine")),
    wins={"type": "object", "additionalProperties": whole(1)},
    may_score=FLAG,
    scorekeeper_of=maybe(UUID),
)
RUNNING = record({"group": UUID, "game": UUID, "word": TEXT})
DEVICE = record({"name": maybe(TEXT), "kind": maybe(TEXT), "you": FLAG})
PAST = record(
    {
        "states": list_of(
            record(
                {
                    "revision": maybe(whole(1)),
                    "chosen": FLAG,
                    "saved_at": MOMENT,
                    "device": ref("Device"),
                    "body": {"type": "object"},
                }
            )
        )
    }
)
KEPT = record({"saved_at": MOMENT})
OBJECTION = record(
    {"field": TEXT, "problem": TEXT, "seat": maybe(SEAT), "expected": TEXT}
)
PROBLEM = {
    "type": "object",
    "properties": {
        "type": {
            "type": "string",
            "pattern": f"^(about:blank|{TYPE}[a-z_]+)$",
            "examples": [f"{TYPE}{CAUSES[Cause.DISK_FULL].reason}"],
        },
        "title": TEXT,
        "status": whole(400, 599),
        "detail": TEXT,
        "objections": list_of(ref("Objection")),
        "current": {},
        "changed_by": maybe(ref("Device")),
        "changed_at": maybe(MOMENT),
    },
    "required": ["type", "title", "status", "detail"],
}

SCHEMAS: dict[str, Schema] = {
    **WIZARD,
    "NewGroup": NEW_GROUP,
    "Person": PERSON,
    "Season": SEASON,
    "NewDocument": NEW_DOCUMENT,
    "Document": DOCUMENT,
    "DocumentLine": DOCUMENT_LINE,
    "Group": GROUP,
    "Running": RUNNING,
    "Device": DEVICE,
    "Past": PAST,
    "Kept": KEPT,
    "Objection": OBJECTION,
    "Problem": PROBLEM,
}
