"""The OpenAPI description: paths, and the schemas of requests and responses."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter

from scorepad.db.faults import Cause
from scorepad.games.documents import MOST_SEATS, adapter_of
from scorepad.games.registry import kept_as_documents
from scorepad.games.wizard.models import BidMode, Game, Round
from scorepad.games.wizard.schedule import MOST_ROUNDS
from scorepad.web.api.shapes import (
    NOT_IN_ROUND,
    NOT_IN_SETTINGS,
    BidShape,
    GameBeside,
    GroupShape,
    RoundBeside,
)
from scorepad.web.middleware.errors import TYPE
from scorepad.web.middleware.headers import DATABASE_HEADER

Schema = dict[str, Any]

MOMENT: Schema = {"type": "string", "format": "date-time"}
DAY: Schema = {"type": "string", "format": "date"}
FLAG: Schema = {"type": "boolean"}
TEXT: Schema = {"type": "string"}
UUID: Schema = {"type": "string", "format": "uuid"}


def ref(name: str) -> Schema:
    """Return a reference to a schema of the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def whole(low: int = 0, high: int | None = None) -> Schema:
    """Return the schema of an integer from *low* to *high*."""
    most = {} if high is None else {"maximum": high}
    return {"type": "integer", "minimum": low, **most}


def one_of(names: Iterable[str]) -> Schema:
    """Return the schema of a string that is one of *names*."""
    return {"enum": [str(name) for name in names]}


def list_of(schema: Schema) -> Schema:
    """Return the schema of a list of *schema*."""
    return {"type": "array", "items": schema}


def maybe(schema: Schema) -> Schema:
    """Return the schema of a value that may be ``null``."""
    return {"anyOf": [schema, {"type": "null"}]}


def record(required: Mapping[str, Schema], **optional: Schema) -> Schema:
    """Return the schema of an object with these keys and no others."""
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
# Wizard's document has no key "game".
_ALWAYS = {key: each for key, each in _SETTINGS.items() if key != "game"}
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
_RARE = {
    "game": _SETTINGS["game"],
    "planned": _NUMBERS,
    "final_totals": _NUMBERS,
    "deleted_by": ref("Device"),
}
_WINNERS = _DESCRIBED["RoundBeside"]["properties"]["winners"]
_TOLD_ROUND = {"number": NUMBER, "revision": whole(1), **_BIDS}
_TOLD_NOTES = {**_NOTES, "winners": _WINNERS, "totals": _ROUND["totals"]}

_OF_DOCUMENT = _without(_DESCRIBED["GameBeside"], ("game", "finished", "seating"))

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
    "GameSettings": record({**_ALWAYS, **_FACTS}, **_RARE),
    "Game": record({**_ALWAYS, **_FACTS, "rounds": list_of(ref("Round"))}, **_RARE),
    # A changed seat order changes the rounds, so they are included.
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
    # Contains the bids only if bidding is open.
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
    # Also has the keys of its document that are not at their defaults.
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
                "examples": [f"{TYPE}{Cause.DISK_FULL}"],
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


GROUP = "/api/groups/{gid}"
GAME = f"{GROUP}/games/{{uuid}}"
ROUND = f"{GAME}/rounds/{{number}}"
DOCUMENT = f"{GROUP}/{{word}}/{{uuid}}"

READS = (403, 404, 503)
WRITES = (400, 403, 404, 409, 412, 413, 415, 422, 428, 429, 503)

REASONS: Mapping[int, str] = {
    400: "Not understood: no JSON, or a header that is none.",
    403: "Sent from another site, by a device that may only look, or, of a new group,"
    " without the code or link that `type` asks for.",
    404: "There is nothing here, or the device may not know that there is.",
    409: "It would be right at another time: `current` is what is stored.",
    412: "Changed elsewhere: `current` is what is stored, with who and when.",
    413: "Larger than 64 kB.",
    415: "Not application/json.",
    422: "It cannot be: every objection is listed by its field.",
    428: "Neither If-Match nor If-None-Match.",
    429: "Too often: `type` says of what, Retry-After when to come again.",
    503: "Nothing can be saved now: `type` says why, Retry-After when to come again.",
}

PARTS = {
    "gid": (UUID, "The group, by the id its first phone made."),
    "uuid": (UUID, "The game, by the id a phone made."),
    "number": (NUMBER, f"1 to {MOST_ROUNDS}."),
    "seat": (SEAT, "The seat, from 0."),
    "word": (one_of(kept_as_documents()), "Which game: the word of its documents."),
    "version": (UUID, "An id the phone makes for it."),
}


def _parameter(
    name: str, schema: Schema, meaning: str, where: str = "header", *, must: bool = True
) -> Schema:
    return {
        "name": name,
        "in": where,
        "required": must,
        "schema": schema,
        "description": meaning,
    }


def _header(name: str, pattern: str, meaning: str) -> Schema:
    return _parameter(name, {**TEXT, "pattern": pattern}, meaning, must=False)


KEY = _parameter(
    "Idempotency-Key",
    {**TEXT, "pattern": '^"?[A-Za-z0-9_-]{32,128}"?$'},
    "Made once for each change: the same request sent again has no second effect.",
)
CONDITIONS = (
    _header("If-None-Match", r"^\*$", "For what must not be there yet."),
    _header(
        "If-Match", '^"g?[1-9][0-9]{0,8}"$', "The ETag of the state that is changed."
    ),
)
DATABASE_ID = _header(
    DATABASE_HEADER,
    "^[0-9a-z]{1,16}$",
    "The id of the database that was seen, as responses told it: after a restore it is"
    " another, and nothing counts as seen.",
)
KNOWN = _header(
    "If-None-Match",
    '^(W/)?"[^"]*"$',
    "The ETag that is known already: 304 if it still holds.",
)


def _parts(path: str) -> list[Schema]:
    return [
        _parameter(name, schema, meaning, "path")
        for name, (schema, meaning) in PARTS.items()
        if f"{{{name}}}" in path
    ]


def _answers(told: str, statuses: tuple[int, ...], **good: str) -> Schema:
    content = {"application/json": {"schema": ref(told)}}
    problem = {"application/problem+json": {"schema": ref("Problem")}}
    answers: Schema = {
        str(status): {"description": REASONS[status], "content": problem}
        for status in statuses
    }
    for status, meaning in good.items():
        headers = {"ETag": {"schema": TEXT}}
        found = {"description": meaning, "headers": headers, "content": content}
        answers[status.removeprefix("_")] = found
    return answers


def _reading(path: str, told: str, meaning: str, *, past: str = "") -> Schema:
    """Describe a GET; 304 if the client has this version, unless of a *past*."""
    unchanged = {} if past else {"304": {"description": "As known already."}}
    known = [] if past else [KNOWN, DATABASE_ID]
    return {
        "operationId": past or f"read{told}",
        "summary": meaning,
        "parameters": [*_parts(path), *known],
        "security": [{"device": []}],
        "responses": {**_answers(told, READS, _200="As it is now."), **unchanged},
    }


def _writing(path: str, operation: str, sent: str, told: str, meaning: str) -> Schema:
    """Describe a PUT; *sent* and *told* are names of schemas."""
    good = {"_200": "Changed, and durably kept.", "_201": "Made, and durably kept."}
    is_group = path == GROUP
    after = [] if is_group else [DATABASE_ID]
    return {
        "operationId": operation,
        "summary": meaning,
        "parameters": [
            *_parts(path),
            *([] if is_group else [KEY]),
            *CONDITIONS,
            *after,
        ],
        "security": [] if is_group else [{"device": []}],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": ref(sent)}},
        },
        "responses": _answers(told, WRITES, **good),
    }


_READ = (
    ("/api/running", "Running", "The running game that this device may score."),
    (GROUP, "Group", "The group, its players and its latest games."),
    (GAME, "Game", "The whole game with its rounds."),
    (f"{ROUND}/bids", "Bids", "Who has bid, and every bid that lies open."),
    (DOCUMENT, "Document", "The whole game."),
)
_FOUND = "Make a group, or come into it by its claim; answers with a cookie."
_SAVE_GAME = "Make a game, or change everything of it but its rounds."
_SAVE_ROUND = "Save a whole round; seats without a bid are null."
_PUT_BID = "Put or change one seat's bid; the answer does not tell it."
_BID = f"{ROUND}/bids/{{seat}}"
_SAVE_DOCUMENT = "Save all of a game that is not Wizard."
_WRITTEN = (
    (GROUP, "foundGroup", "NewGroup", "Group", _FOUND),
    (GAME, "saveGame", "NewGame", "SavedGame", _SAVE_GAME),
    (ROUND, "saveRound", "NewRound", "SavedRound", _SAVE_ROUND),
    (_BID, "putBid", "NewBid", "SavedBid", _PUT_BID),
    (DOCUMENT, "saveDocument", "NewDocument", "Document", _SAVE_DOCUMENT),
)


def _all() -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    for path, told, meaning in _READ:
        found.setdefault(path, {})["get"] = _reading(path, told, meaning)
    for path, operation, sent, told, meaning in _WRITTEN:
        found.setdefault(path, {})["put"] = _writing(
            path, operation, sent, told, meaning
        )
    for what, of in {"Game": GAME, "Round": ROUND, "Document": DOCUMENT}.items():
        path, operation = f"{of}/history", f"readPastOf{what}"
        meaning = "Every saved state, the newest first."
        found[path] = {"get": _reading(path, "Past", meaning, past=operation)}
        path, meaning = f"{path}/{{version}}", "Keep a version that lost a conflict."
        kept = _writing(path, f"keep{what}", f"New{what}", "Kept", meaning)
        found[path] = {"put": kept}
    return found


PATHS: dict[str, Any] = _all()
