"""The shapes that travel, as JSON Schema; what is read is described by its models."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter

from scorepad.rules.documents import MOST_SEATS, adapter_of
from scorepad.rules.wizard.game import MOST_ROUNDS, BidMode, Game, Round
from scorepad.store.upkeep.faults import Cause
from scorepad.web.api.shapes import (
    NOT_IN_ROUND,
    NOT_IN_SETTINGS,
    BidShape,
    GameBeside,
    GroupShape,
    RoundBeside,
)
from scorepad.web.middleware.errors import CAUSES, TYPE

Schema = dict[str, Any]

MOMENT: Schema = {"type": "string", "format": "date-time"}
DAY: Schema = {"type": "string", "format": "date"}
FLAG: Schema = {"type": "boolean"}
TEXT: Schema = {"type": "string"}
UUID: Schema = {"type": "string", "format": "uuid"}


def ref(name: str) -> Schema:
    """Point to a schema of the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def whole(low: int = 0, high: int | None = None) -> Schema:
    """A whole number from *low* to *high*."""
    most = {} if high is None else {"maximum": high}
    return {"type": "integer", "minimum": low, **most}


def one_of(names: Iterable[str]) -> Schema:
    """One of some words."""
    return {"enum": [str(name) for name in names]}


def list_of(schema: Schema) -> Schema:
    """A list whose entries are all alike."""
    return {"type": "array", "items": schema}


def maybe(schema: Schema) -> Schema:
    """What may also be ``null``."""
    return {"anyOf": [schema, {"type": "null"}]}


def record(required: Mapping[str, Schema], **optional: Schema) -> Schema:
    """An object with these keys and no others."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def _without(schema: Schema, keys: Iterable[str]) -> Schema:
    return {k: v for k, v in schema["properties"].items() if k not in keys}


MODELS = (Game, Round, GameBeside, RoundBeside, BidShape, GroupShape)
_DESCRIBED: dict[str, Schema] = TypeAdapter.json_schemas(
    [(each.__name__, "validation", adapter_of(each)) for each in MODELS],
    ref_template="#/components/schemas/{model}",
)[1]["$defs"]

SEAT = whole(0, MOST_SEATS)
NUMBER = whole(1, MOST_ROUNDS)

_BESIDE = _DESCRIBED["GameBeside"]["properties"]
_SETTINGS = {**_without(_DESCRIBED["Game"], NOT_IN_SETTINGS), **_BESIDE}
_ROUND = _DESCRIBED["Round"]["properties"]
_BIDS = {"bids": _ROUND["bids"], "tricks": _ROUND["tricks"]}
_NOTES = _without(_DESCRIBED["Round"], (*_BIDS, *NOT_IN_ROUND))
_NUMBERS = list_of({"type": "integer"})
_PEOPLE = list_of(ref("Person"))

_FACTS = {
    "id": UUID,
    "players": _PEOPLE,
    "played_on": DAY,
    "finished_at": maybe(MOMENT),
    "season": whole(1),
    "revision": whole(1),
}
_RARE = {"planned": _NUMBERS, "final_totals": _NUMBERS, "deleted_by": ref("Device")}
_WINNERS = _DESCRIBED["RoundBeside"]["properties"]["winners"]
_TOLD_ROUND = {"number": NUMBER, "revision": whole(1), **_BIDS}
_TOLD_NOTES = {**_NOTES, "winners": _WINNERS, "totals": _ROUND["totals"]}

_OF_DOCUMENT = {
    key: each for key, each in _BESIDE.items() if key not in {"finished", "seating"}
}

SCHEMAS: dict[str, Schema] = {
    **_DESCRIBED,
    "NewGame": record(
        {"players": _SETTINGS["players"]},
        **{key: each for key, each in _SETTINGS.items() if key != "players"},
    ),
    "NewRound": record(_BIDS, **_NOTES, **_DESCRIBED["RoundBeside"]["properties"]),
    "Person": _DESCRIBED["PersonShape"],
    "NewBid": _DESCRIBED["BidShape"],
    "NewGroup": _DESCRIBED["GroupShape"],
    "GameSettings": record({**_SETTINGS, **_FACTS}, **_RARE),
    "Game": record({**_SETTINGS, **_FACTS, "rounds": list_of(ref("Round"))}, **_RARE),
    # Where people were seated anew its rounds come with it: they are others now.
    "SavedGame": {"anyOf": [ref("GameSettings"), ref("Game")]},
    "Round": record(_TOLD_ROUND, **_TOLD_NOTES),
    "SavedRound": record(
        {**_TOLD_ROUND, "saved_at": MOMENT, "game_revision": whole(1)}, **_TOLD_NOTES
    ),
    "SavedBid": record(
        {
            "round": NUMBER,
            "seat": SEAT,
            "saved_at": MOMENT,
            "game_revision": whole(1),
            "revealed": maybe(ref("Round")),
        }
    ),
    # Who has bid; the bid itself is told only in open bidding.
    "Bids": record(
        {
            "round": NUMBER,
            "mode": one_of(BidMode),
            "seating": whole(),
            "seats": list_of(
                record(
                    {
                        "seat": SEAT,
                        "phone": FLAG,
                        "bid_by": maybe(one_of(["own", "table"])),
                        "bid": maybe(whole()),
                    }
                )
            ),
            "closed": FLAG,
            "reveals_at": maybe(MOMENT),
            "state": maybe(ref("Round")),
        }
    ),
    "GameLine": record(
        {
            "id": UUID,
            "players": _PEOPLE,
            "rounds_played": whole(),
            "rounds": whole(),
            "finished": FLAG,
            "played_on": DAY,
        }
    ),
    "NewDocument": {
        "type": "object",
        "description": "The keys of a game document, with people for its players.",
        "properties": {**_OF_DOCUMENT, "played_on": maybe(DAY)},
        "required": ["players"],
    },
    # And the keys of its document that are not at their defaults.
    "Document": {
        "type": "object",
        "properties": {
            **_OF_DOCUMENT,
            "deleted_by": ref("Device"),
            **_FACTS,
            "game": TEXT,
            "saved_at": MOMENT,
            "answer": {"type": "object"},
        },
        "required": [*_OF_DOCUMENT, *_FACTS, "game", "saved_at", "answer"],
    },
    "DocumentLine": record(
        {
            "id": UUID,
            "game": TEXT,
            "players": _PEOPLE,
            "finished": FLAG,
            "played_on": DAY,
        }
    ),
    "Season": record(
        {
            "number": whole(1),
            "name": maybe(TEXT),
            "starts_on": DAY,
            "ends_on": maybe(DAY),
        }
    ),
    "Group": record(
        {
            "id": UUID,
            "name": maybe(TEXT),
            "time_zone": TEXT,
            "language": TEXT,
            "players": _PEOPLE,
            "season": ref("Season"),
        },
        rules=maybe({"type": "object"}),
        games=list_of(ref("GameLine")),
        documents=list_of(ref("DocumentLine")),
        wins={"type": "object", "additionalProperties": whole(1)},
        may_score=FLAG,
        scorekeeper_of=maybe(UUID),
    ),
    "Running": record({"group": UUID, "game": UUID, "word": TEXT}),
    "Device": record({"name": maybe(TEXT), "kind": maybe(TEXT), "you": FLAG}),
    "Past": record(
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
    ),
    "Kept": record({"saved_at": MOMENT}),
    "Objection": record(
        {"field": TEXT, "problem": TEXT, "seat": maybe(SEAT), "expected": TEXT}
    ),
    "Problem": {
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
    },
}
