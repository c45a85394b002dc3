"""``GET /api/openapi.json``: the OpenAPI description, made at the first request."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final

from flask import Blueprint, Response, json
from flask.typing import ResponseReturnValue

from scorepad.games.registry import kept_as_documents
from scorepad.games.wizard.schedule import MOST_ROUNDS
from scorepad.web.api import resources, schemas
from scorepad.web.api.schemas import Schema
from scorepad.web.middleware.auth import cookie_name
from scorepad.web.middleware.guard import DATABASE_HEADER

bp = Blueprint("openapi", __name__)

DESCRIPTION = """\
Phones make the ids, so that a game can begin without a network. Each write carries an
Idempotency-Key made at the tap and says what it has seen: If-None-Match: * for what
is new, If-Match with the ETag for what is changed. An answer of 412 carries what is
stored. A group is entered by its claim, 256 bits known to its devices alone; the
answer sets a cookie that is the device's session. Every answer names the id of the
database (X-Scorepad): after a backup was restored it is another, and what was seen
before has the same revisions and may be something else. Requests that change something
come from the same origin (Sec-Fetch-Site or Origin)."""


@bp.get("/api/openapi.json")
def description() -> ResponseReturnValue:
    """Return the OpenAPI description."""
    return Response(_text(cookie_name()), mimetype="application/json")


@cache
def _text(cookie: str) -> str:
    device = {"type": "apiKey", "in": "cookie", "name": cookie}
    return json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "Scorepad", "version": "1", "description": DESCRIPTION},
            "paths": paths(),
            "components": {
                "schemas": schemas.schemas(),
                "securitySchemes": {"device": device},
            },
        }
    )


REASONS = {
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
READS = (403, 404, 503)

PARTS = {
    "gid": (schemas.UUID, "The group, by the id its first phone made."),
    "uuid": (schemas.UUID, "The game, by the id a phone made."),
    "number": (schemas.NUMBER, f"1 to {MOST_ROUNDS}."),
    "seat": (schemas.SEAT, "The seat, from 0."),
    "word": (
        schemas.one_of(kept_as_documents()),
        "Which game: the word of its documents.",
    ),
    "version": (schemas.UUID, "An id the phone makes for it."),
}


def _parameter(where: str, name: str, schema: Schema, meaning: str) -> Schema:
    return {
        "in": where,
        "name": name,
        "required": where == "path",
        "schema": schema,
        "description": meaning,
    }


def _header(name: str, pattern: str, meaning: str) -> Schema:
    return _parameter("header", name, {**schemas.TEXT, "pattern": pattern}, meaning)


KEY = {
    **_header(
        "Idempotency-Key",
        '^"?[A-Za-z0-9_-]{32,128}"?$',
        "Made once for each change: the same request sent again has no second effect.",
    ),
    "required": True,
}
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
        _parameter("path", name, schema, meaning)
        for name, (schema, meaning) in PARTS.items()
        if f"{{{name}}}" in path
    ]


def _content(name: str, kind: str = "application/json") -> Schema:
    return {kind: {"schema": schemas.ref(name)}}


def _answer(name: str, meaning: str = "As it is now.") -> Schema:
    headers = {"ETag": {"schema": schemas.TEXT}}
    return {"description": meaning, "headers": headers, "content": _content(name)}


def _refusals(statuses: Iterable[int]) -> Schema:
    content = _content("Problem", "application/problem+json")
    return {
        str(status): {"description": REASONS[status], "content": content}
        for status in statuses
    }


GROUP = "/api/groups/{gid}"
GAME = f"{GROUP}/games/{{uuid}}"
ROUND = f"{GAME}/rounds/{{number}}"
DOCUMENT = f"{GROUP}/{{word}}/{{uuid}}"
OPERATIONS: Final[Sequence[tuple[str, Callable[..., object], str, str]]] = (
    ("/api/running", resources.running, "", "Running"),
    (GROUP, resources.group, "", "Group"),
    (GROUP, resources.found_group, "NewGroup", "Group"),
    (GAME, resources.game, "", "Game"),
    (GAME, resources.save_game, "NewGame", "SavedGame"),
    (f"{GAME}/history", resources.history, "", "Past"),
    (f"{GAME}/history/{{version}}", resources.set_aside, "NewGame", "Kept"),
    (ROUND, resources.save_round, "NewRound", "SavedRound"),
    (f"{ROUND}/bids", resources.bids, "", "Bids"),
    (f"{ROUND}/bids/{{seat}}", resources.put_bid, "NewBid", "SavedBid"),
    (f"{ROUND}/history", resources.history_of_round, "", "Past"),
    (f"{ROUND}/history/{{version}}", resources.set_round_aside, "NewRound", "Kept"),
    (DOCUMENT, resources.game, "", "Document"),
    (DOCUMENT, resources.save_game, "NewDocument", "Document"),
    (f"{DOCUMENT}/history", resources.history, "", "Past"),
    (f"{DOCUMENT}/history/{{version}}", resources.set_aside, "NewDocument", "Kept"),
)
"""Paths with their views, and the schemas of what is sent and answered."""


@cache
def paths() -> dict[str, Schema]:
    """Return the operations by path and method."""
    found: dict[str, Schema] = {}
    for path, view, sent, told in OPERATIONS:
        about = _writing(path, sent, told) if sent else _reading(path, told)
        of_any = "OfAnyGame" if path.startswith(DOCUMENT) else ""
        found.setdefault(path, {})["put" if sent else "get"] = {
            "operationId": f"{view.__name__}{of_any}",
            "summary": (view.__doc__ or "").splitlines()[0],
            **about,
        }
    return found


def _reading(path: str, told: str) -> Schema:
    # The past has no ETag to ask for.
    is_past = told == "Past"
    unchanged = {} if is_past else {"304": {"description": "As known already."}}
    return {
        "parameters": [*_parts(path), *([] if is_past else [KNOWN, DATABASE_ID])],
        "security": [{"device": []}],
        "responses": {"200": _answer(told), **unchanged, **_refusals(READS)},
    }


def _writing(path: str, sent: str, told: str) -> Schema:
    of_devices = [] if path == GROUP else [KEY, DATABASE_ID]
    return {
        "parameters": [*_parts(path), *CONDITIONS, *of_devices],
        "security": [{"device": []}] if of_devices else [],
        "requestBody": {"required": True, "content": _content(sent)},
        "responses": {
            "200": _answer(told),
            "201": _answer(told, "Made, and durably kept."),
            **_refusals(REASONS),
        },
    }
