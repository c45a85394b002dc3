"""What may be asked and sent, address by address, and every answer there is."""

from collections.abc import Mapping
from typing import Any

from scorepad.rules.games import kept_as_documents
from scorepad.web.api.shapes import MOST_ROUNDS
from scorepad.web.middleware.headers import DATABASE_HEADER
from scorepad.web.openapi.kinds import UUID, Schema, one_of, ref
from scorepad.web.openapi.wizard import NUMBER, SEAT

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


def path_parameter(name: str, schema: Schema, meaning: str) -> dict[str, Any]:
    """A part of an address."""
    return {
        "name": name,
        "in": "path",
        "required": True,
        "schema": schema,
        "description": meaning,
    }


def header(name: str, pattern: str, meaning: str, *, required: bool) -> dict[str, Any]:
    """A header of a request."""
    return {
        "name": name,
        "in": "header",
        "required": required,
        "schema": {"type": "string", "pattern": pattern},
        "description": meaning,
    }


GID = path_parameter("gid", UUID, "The group, by the id its first phone made.")
GAME_ID = path_parameter("uuid", UUID, "The game, by the id a phone made.")
ROUND_NUMBER = path_parameter("number", NUMBER, f"1 to {MOST_ROUNDS}.")
SEAT_NUMBER = path_parameter("seat", SEAT, "The seat, from 0.")
WORD = path_parameter(
    "word", one_of(kept_as_documents()), "Which game: the word of its documents."
)
VERSION_ID = path_parameter("version", UUID, "An id the phone makes for it.")

KEY = header(
    "Idempotency-Key",
    '^"?[A-Za-z0-9_-]{32,128}"?$',
    "Made once for each change: the same request sent again has no second effect.",
    required=True,
)
MUST_BE_NEW = header(
    "If-None-Match", r"^\*$", "For what must not be there yet.", required=False
)
AS_SEEN = header(
    "If-Match",
    '^"g?[1-9][0-9]{0,8}"$',
    "The ETag of the state that is changed.",
    required=False,
)
DATABASE_ID = header(
    DATABASE_HEADER,
    "^[0-9a-z]{1,16}$",
    "The id of the database that was seen, as responses told it: after a restore it is"
    " another, and nothing counts as seen.",
    required=False,
)
KNOWN = header(
    "If-None-Match",
    '^(W/)?"[^"]*"$',
    "The ETag that is known already: 304 if it still holds.",
    required=False,
)


def answer(name: str, meaning: str) -> dict[str, Any]:
    """A good answer, with its ETag."""
    return {
        "description": meaning,
        "headers": {"ETag": {"schema": {"type": "string"}}},
        "content": {"application/json": {"schema": ref(name)}},
    }


def refusals(*statuses: int) -> dict[str, Any]:
    """Answers that say no."""
    content = {"application/problem+json": {"schema": ref("Problem")}}
    return {
        str(status): {"description": REASONS[status], "content": content}
        for status in statuses
    }


def reading(name: str, meaning: str, *parts: Mapping[str, Any]) -> dict[str, Any]:
    """An address that is read; *parts* are those of the address."""
    return {
        "operationId": f"read{name}",
        "summary": meaning,
        "parameters": [*parts, KNOWN, DATABASE_ID],
        "security": [{"device": []}],
        "responses": {
            "200": answer(name, "As it is now."),
            "304": {"description": "As known already."},
            **refusals(*READS),
        },
    }


def reading_past(
    operation: str, meaning: str, *parts: Mapping[str, Any]
) -> dict[str, Any]:
    """A history; it is told whole whenever it is asked for."""
    told = reading("Past", meaning, *parts)
    answers = {k: v for k, v in told["responses"].items() if k != "304"}
    return {
        **told,
        "operationId": operation,
        "parameters": [*parts],
        "responses": answers,
    }


def writing(
    operation: str,
    meaning: str,
    sent: str,
    told: str,
    *parts: Mapping[str, Any],
) -> dict[str, Any]:
    """An address that is written whole; *sent* and *told* are schemas."""
    return {
        "operationId": operation,
        "summary": meaning,
        "parameters": [*parts, KEY, MUST_BE_NEW, AS_SEEN, DATABASE_ID],
        "security": [{"device": []}],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": ref(sent)}},
        },
        "responses": {
            "200": answer(told, "Changed, and durably kept."),
            "201": answer(told, "Made, and durably kept."),
            **refusals(*WRITES),
        },
    }


def _founding() -> dict[str, Any]:
    found = writing(
        "foundGroup",
        "Make a group, or come into it by its claim; answers with a cookie.",
        "NewGroup",
        "Group",
        GID,
    )
    return {**found, "parameters": [GID, MUST_BE_NEW, AS_SEEN], "security": []}


PATHS: dict[str, Any] = {
    "/api/running": {
        "get": reading("Running", "The running game that this device may score."),
    },
    GROUP: {
        "put": _founding(),
        "get": reading("Group", "The group, its players and its latest games.", GID),
    },
    GAME: {
        "put": writing(
            "saveGame",
            "Make a game, or change everything of it but its rounds.",
            "NewGame",
            "SavedGame",
            GID,
            GAME_ID,
        ),
        "get": reading("Game", "The whole game with its rounds.", GID, GAME_ID),
    },
    ROUND: {
        "put": writing(
            "saveRound",
            "Save a whole round; seats without a bid are null.",
            "NewRound",
            "SavedRound",
            GID,
            GAME_ID,
            ROUND_NUMBER,
        ),
    },
    f"{ROUND}/bids": {
        "get": reading(
            "Bids",
            "Who has bid, and every bid that lies open.",
            *(GID, GAME_ID, ROUND_NUMBER),
        ),
    },
    f"{ROUND}/bids/{{seat}}": {
        "put": writing(
            "putBid",
            "Put or change one seat's bid; the answer does not tell it.",
            "NewBid",
            "SavedBid",
            *(GID, GAME_ID, ROUND_NUMBER, SEAT_NUMBER),
        ),
    },
    f"{GAME}/history": {
        "get": reading_past(
            "readPastOfGame", "Every saved state of the settings.", GID, GAME_ID
        ),
    },
    f"{ROUND}/history": {
        "get": reading_past(
            "readPastOfRound",
            "Every saved state of the round.",
            GID,
            GAME_ID,
            ROUND_NUMBER,
        ),
    },
    f"{GAME}/history/{{version}}": {
        "put": writing(
            "keepGame",
            "Keep settings that lost a conflict.",
            "NewGame",
            "Kept",
            *(GID, GAME_ID, VERSION_ID),
        ),
    },
    f"{ROUND}/history/{{version}}": {
        "put": writing(
            "keepRound",
            "Keep a round that lost a conflict.",
            "NewRound",
            "Kept",
            *(GID, GAME_ID, ROUND_NUMBER, VERSION_ID),
        ),
    },
    DOCUMENT: {
        "put": writing(
            "saveDocument",
            "Save all of a game that is not Wizard.",
            "NewDocument",
            "Document",
            *(GID, WORD, GAME_ID),
        ),
        "get": reading("Document", "The whole game.", GID, WORD, GAME_ID),
    },
    f"{DOCUMENT}/history": {
        "get": reading_past(
            "readPastOfDocument", "Every saved state of the game.", GID, WORD, GAME_ID
        ),
    },
    f"{DOCUMENT}/history/{{version}}": {
        "put": writing(
            "keepDocument",
            "Keep a game that lost a conflict.",
            "NewDocument",
            "Kept",
            *(GID, WORD, GAME_ID, VERSION_ID),
        ),
    },
}
