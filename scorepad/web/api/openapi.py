"""``GET /api/openapi.json``: the OpenAPI description, made at the first request."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from typing import Any, Final

from flask import Blueprint
from flask.typing import ResponseReturnValue
from pydantic import TypeAdapter

from scorepad.db.faults import Cause
from scorepad.games import documents, registry
from scorepad.games.wizard.models import BidMode, Game, Round
from scorepad.games.wizard.schedule import MOST_ROUNDS
from scorepad.web.api import exchange, resources
from scorepad.web.middleware import auth, errors, guard

Schema = dict[str, Any]

MOMENT: Schema = {"type": "string", "format": "date-time"}
DAY: Schema = {"type": "string", "format": "date"}
FLAG: Schema = {"type": "boolean"}
TEXT: Schema = {"type": "string"}
UUID: Schema = {"type": "string", "format": "uuid"}


def ref(name: str) -> Schema:
    """Return a reference to a schema of the components."""
    return {"$ref": f"#/components/schemas/{name}"}


def _whole(low: int = 0, high: int | None = None) -> Schema:
    most = {} if high is None else {"maximum": high}
    return {"type": "integer", "minimum": low, **most}


def one_of(names: Iterable[str]) -> Schema:
    """Return the schema of a string that is one of *names*."""
    return {"enum": [str(name) for name in names]}


def _list_of(schema: Schema) -> Schema:
    return {"type": "array", "items": schema}


def _maybe(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _object(optional: Collection[str] = (), /, **keys: Schema) -> Schema:
    required = [key for key in keys if key not in optional]
    return {"type": "object", "properties": keys, "required": required}


def _record(optional: Collection[str] = (), /, **keys: Schema) -> Schema:
    return {**_object(optional, **keys), "additionalProperties": False}


SEAT = _whole(0, documents.MOST_SEATS)
NUMBER = _whole(1, MOST_ROUNDS)
REVISION = _whole(1)
COUNT = _whole()


@cache
def schemas() -> dict[str, Schema]:
    """Return the schemas of requests and responses by name."""
    models = [Game, Round, exchange.NewRound, exchange.GameBeside]
    models += [exchange.NewBid, exchange.NewGroup]
    described: dict[str, Schema] = TypeAdapter.json_schemas(
        [(each.__name__, "validation", documents.adapter_of(each)) for each in models],
        ref_template="#/components/schemas/{model}",
    )[1]["$defs"]
    beside = described["GameBeside"]["properties"]
    settings = {**described["Game"]["properties"], **beside}
    for key in exchange.NOT_IN_SETTINGS:
        del settings[key]
    numbers = _list_of({"type": "integer"})
    people = _list_of(ref("Person"))
    facts = {"id": UUID, "players": people, "played_on": DAY}
    line = {**facts, "finished": FLAG}
    facts |= {"finished_at": _maybe(MOMENT), "season": _whole(1), "revision": REVISION}
    of_group = ("rules", "games", "documents", "wins", "looks", "may_score")
    # Wizard's document has no key "game".
    rare = ("game", "planned", "final_totals", "deleted_by", "tournament")
    game = {**settings, **facts, "planned": numbers, "final_totals": numbers}
    game |= {"deleted_by": ref("Device"), "tournament": UUID}
    noted = {**described["Round"]["properties"]}
    noted["winners"] = described["NewRound"]["properties"]["winners"]
    round_ = {"number": NUMBER, "revision": REVISION, **noted}
    optional = noted.keys() - {"bids", "tricks"}
    saved = {"saved_at": MOMENT, "game_revision": REVISION}
    shown, bid_by = _maybe(ref("Round")), _maybe(one_of(["own", "table"]))
    of_document = {k: beside[k] for k in ("players", "started_at", "counts", "deleted")}
    new_document = {**of_document, "played_on": _maybe(DAY)}
    document = {**of_document, **facts, "game": TEXT, "saved_at": MOMENT}
    document |= {"answer": {"type": "object"}, "deleted_by": ref("Device")}
    return {
        **described,
        "NewGame": _record(settings.keys() - {"players"}, **settings),
        "Person": described["PersonShape"],
        "GameSettings": _record(rare, **game),
        "Game": _record(rare, **game, rounds=_list_of(ref("Round"))),
        # A changed seat order changes the rounds, so they are included.
        "SavedGame": {"anyOf": [ref("GameSettings"), ref("Game")]},
        "Round": _record(optional, **round_),
        "SavedRound": _record(optional, **round_, **saved),
        "SavedBid": _record(round=NUMBER, seat=SEAT, **saved, revealed=shown),
        # Contains the bids only if bidding is open.
        "Bids": _record(
            round=NUMBER,
            mode=one_of(BidMode),
            seating=COUNT,
            seats=_list_of(ref("SeatBid")),
            closed=FLAG,
            reveals_at=_maybe(MOMENT),
            state=shown,
        ),
        "SeatBid": _record(seat=SEAT, phone=FLAG, bid_by=bid_by, bid=_maybe(COUNT)),
        "GameLine": _record(**line, rounds_played=COUNT, rounds=COUNT),
        "NewDocument": {
            "description": "The keys of a game document, with people for its players.",
            **_object(new_document.keys() - {"players"}, **new_document),
        },
        # Also has the keys of its document that are not at their defaults.
        "Document": _object(("deleted_by",), **document),
        "DocumentLine": _record(**line, game=TEXT),
        "Season": _record(
            number=_whole(1), name=_maybe(TEXT), starts_on=DAY, ends_on=_maybe(DAY)
        ),
        "Group": _record(
            (*of_group, "scorekeeper_of"),
            id=UUID,
            name=_maybe(TEXT),
            time_zone=TEXT,
            language=TEXT,
            players=people,
            season=ref("Season"),
            rules=_maybe({"type": "object"}),
            games=_list_of(ref("GameLine")),
            documents=_list_of(ref("DocumentLine")),
            wins={"type": "object", "additionalProperties": _whole(1)},
            # Colour and picture of the players who have chosen some.
            looks={"type": "object", "additionalProperties": _list_of(TEXT)},
            may_score=FLAG,
            scorekeeper_of=_maybe(UUID),
        ),
        "Running": _record(group=UUID, game=UUID, word=TEXT),
        "Device": _record(name=_maybe(TEXT), kind=_maybe(TEXT), you=FLAG),
        "Past": _record(states=_list_of(ref("State"))),
        "State": _record(
            revision=_maybe(REVISION),
            chosen=FLAG,
            saved_at=MOMENT,
            device=ref("Device"),
            body={"type": "object"},
        ),
        "Kept": _record(saved_at=MOMENT),
        "Objection": _record(
            field=TEXT, problem=TEXT, seat=_maybe(SEAT), expected=TEXT
        ),
        "Problem": _object(
            ("objections", "current", "changed_by", "changed_at"),
            type={
                **TEXT,
                "pattern": f"^(about:blank|{errors.TYPE}[a-z_]+)$",
                "examples": [f"{errors.TYPE}{Cause.DISK_FULL}"],
            },
            title=TEXT,
            status=_whole(400, 599),
            detail=TEXT,
            objections=_list_of(ref("Objection")),
            current={},
            changed_by=_maybe(ref("Device")),
            changed_at=_maybe(MOMENT),
        ),
    }


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
    device = {"type": "apiKey", "in": "cookie", "name": auth.cookie_name()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scorepad", "version": "1", "description": DESCRIPTION},
        "paths": paths(),
        "components": {"schemas": schemas(), "securitySchemes": {"device": device}},
    }


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


def _parameter(name: str, schema: Schema, meaning: str, where: str = "path") -> Schema:
    return {
        "in": where,
        "name": name,
        "required": where == "path" or name == "Idempotency-Key",
        "schema": schema,
        "description": meaning,
    }


def _header(name: str, pattern: str, meaning: str) -> Schema:
    return _parameter(name, {**TEXT, "pattern": pattern}, meaning, "header")


WORD = one_of(registry.kept_as_documents())
PARTS = (
    _parameter("gid", UUID, "The group, by the id its first phone made."),
    _parameter("uuid", UUID, "The game, by the id a phone made."),
    _parameter("number", NUMBER, f"1 to {MOST_ROUNDS}."),
    _parameter("seat", SEAT, "The seat, from 0."),
    _parameter("word", WORD, "Which game: the word of its documents."),
    _parameter("version", UUID, "An id the phone makes for it."),
)
KEY = _header(
    "Idempotency-Key",
    '^"?[A-Za-z0-9_-]{32,128}"?$',
    "Made once for each change: the same request sent again has no second effect.",
)
CONDITIONS = (
    _header("If-None-Match", r"^\*$", "For what must not be there yet."),
    _header(
        "If-Match", '^"g?[1-9][0-9]{0,8}"$', "The ETag of the state that is changed."
    ),
)
DATABASE_ID = _header(
    guard.DATABASE_HEADER,
    "^[0-9a-z]{1,16}$",
    "The id of the database that was seen, as responses told it: after a restore it is"
    " another, and nothing counts as seen.",
)
KNOWN = _header(
    "If-None-Match",
    '^(W/)?"[^"]*"$',
    "The ETag that is known already: 304 if it still holds.",
)


def _content(name: str, kind: str = "application/json") -> Schema:
    return {kind: {"schema": ref(name)}}


GROUP = "/api/groups/{gid}"
GAME = f"{GROUP}/games/{{uuid}}"
ROUND = f"{GAME}/rounds/{{number}}"
DOCUMENT = f"{GROUP}/{{word}}/{{uuid}}"
OPERATIONS: Final[Sequence[tuple[str, Callable[..., object], str, str]]] = (
    ("/api/running", resources.running, "", "Running"),
    (GROUP, resources.group, "", "Group"),
    (GROUP, resources.create_group, "NewGroup", "Group"),
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
    refused = _content("Problem", "application/problem+json")
    for path, view, sent, answered in OPERATIONS:
        of_any = "OfAnyGame" if path.startswith(DOCUMENT) else ""
        creates_group = bool(sent) and path == GROUP  # by a phone that is no device yet
        parts = [each for each in PARTS if f"{{{each['name']}}}" in path]
        headers, body = [KNOWN, DATABASE_ID], {}
        etag = {"headers": {"ETag": {"schema": TEXT}}, "content": _content(answered)}
        answers = {"200": {"description": "As it is now.", **etag}}
        if sent:
            headers = [*CONDITIONS, *([] if creates_group else [KEY, DATABASE_ID])]
            body = {"requestBody": {"required": True, "content": _content(sent)}}
            answers["201"] = {"description": "Made, and durably kept.", **etag}
        else:
            answers["304"] = {"description": "As known already."}
        for status in REASONS if sent else READS:
            answers[str(status)] = {"description": REASONS[status], "content": refused}
        found.setdefault(path, {})["put" if sent else "get"] = {
            "operationId": f"{view.__name__}{of_any}",
            "summary": (view.__doc__ or "").splitlines()[0],
            **body,
            "parameters": [*parts, *headers],
            "security": [] if creates_group else [{"device": []}],
            "responses": answers,
        }
    return found
