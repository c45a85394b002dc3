"""Request bodies and their shapes, conditions, idempotency keys and responses."""

import hashlib
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Concatenate, Final, Literal, ParamSpec, TypeVar
from uuid import UUID

from annotated_types import Ge, Le, MaxLen
from flask import Response, abort, request

from scorepad.db import engine, history, tables
from scorepad.games import documents, registry
from scorepad.games.documents import UUID_PATTERN, Context, Model, Read, Tree, matching
from scorepad.games.wizard.document import HIDDEN, read_settings
from scorepad.games.wizard.models import Game, Round, Row
from scorepad.games.wizard.schedule import MOST_ROUNDS
from scorepad.i18n.languages import LANGUAGES
from scorepad.services import devices, requests
from scorepad.web.middleware import auth, guard

_KEY = re.compile(r'"?([A-Za-z0-9_-]{32,128})"?', re.ASCII)
_CONDITION = re.compile(r'"g?([1-9][0-9]{0,8})"', re.ASCII)

Value = TypeVar("Value")
Parts = ParamSpec("Parts")


def json_body() -> Any:
    """Return the parsed request body; abort with 400, 413 or 415 if it is not JSON."""
    if request.mimetype != "application/json":
        abort(415, "Expected Content-Type: application/json.")
    try:
        return documents.parse_json(request.get_data(cache=True))
    except documents.NotADocument as broken:
        abort(400, str(broken))


def read_body(reader: Callable[[Any], Value], game: str = "") -> Value:
    """Return the request body as read; ``EntryRefusedError`` names every wrong field.

    Problems of the rules keep their names if the body is a document of *game*.
    """
    try:
        return reader(json_body())
    except documents.NotADocument as refused:
        found = []
        for each in refused.errors:
            field = re.sub(r"\[(\d+)\]", r"/\1", each.path).replace(".", "/")
            problem = each.problem if game and each.problem else "shape"
            values = {"sentence": str(each), "game": game}
            found.append(requests.FieldObjection(field, problem, values=values))
        raise requests.EntryRefusedError(found) from None


def saved(
    save: Callable[Concatenate[requests.Attempt, Parts], history.Answer],
    *args: Parts.args,
    **more: Parts.kwargs,
) -> Response:
    """Return the response to a write; abort with 400, 404 or 428."""
    if (key := _KEY.fullmatch(request.headers.get("Idempotency-Key", ""))) is None:
        abort(400, 'Expected Idempotency-Key: "32 or more letters and digits".')
    seen, body = expected_revision(), request.get_data()
    sent = f"{request.method}\0{request.path}\0".encode() + body
    group = (request.view_args or {}).get("gid")
    attempt = requests.Attempt(
        engine.db.engine,
        requests.Sender(auth.sent_token(), guard.address_hash(), group),
        datetime.now(UTC),
        key.group(1),
        hashlib.sha256(sent).hexdigest(),
        seen,
        len(body),
    )
    try:
        answer = save(attempt, *args, **more)
    except devices.UnseenDeviceError:
        sender = replace(attempt.sender, device=auth.writer().device_id)
        answer = save(replace(attempt, sender=sender), *args, **more)
    response = Response(answer.body, answer.status, mimetype="application/json")
    response.set_etag(answer.etag)
    if answer.replayed:
        response.headers["Idempotent-Replay"] = "true"
    return response


def expected_revision() -> int | None:
    """Return the revision in ``If-Match`` if it is of this database, or ``None``."""
    headers = request.headers
    create, change = headers.get("If-None-Match"), headers.get("If-Match")
    expected = 'Expected If-None-Match: * or If-Match: "the revision you saw".'
    if create is None and change is None:
        abort(428, expected)
    if change is None and create == "*":
        return None
    condition = _CONDITION.fullmatch(change or "")
    if condition is None or create is not None:
        abort(400, expected)
    return None if guard.knows_another_database() else int(condition.group(1))


def json_answer(
    body: Mapping[str, Any], etag: str | None = None, status: int = 200
) -> Response:
    """Return a JSON response, or 304 if the client has this *etag*: usually a hash."""
    text = history.as_text(body)
    etag = etag or hashlib.sha256(text.encode()).hexdigest()[:32]
    if request.method == "GET" and (unchanged := not_modified(etag)):
        return unchanged
    response = Response(text, status, mimetype="application/json")
    response.set_etag(etag)
    return response


def not_modified(etag: str, kind: str = "application/json") -> Response | None:
    """Return a 304 response if the client has this version in this media type."""
    if guard.knows_another_database() or not request.if_none_match.contains(etag):
        return None
    response = Response(status=304, mimetype=kind)
    response.set_etag(etag)
    return response


YEARS = range(1970, 2200)

NOT_IN_SETTINGS: Final = (*HIDDEN, "id", "played_on", "rounds", "final_totals")

_KNOWN_BY_ADDRESS = (*documents.head_of(""), "id")
AS_SENT = {"seats": documents.MOST_SEATS}


def _moment(text: str, _: Context) -> datetime:
    with suppress(ValueError):
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None and moment.year in YEARS:
            return moment.astimezone(UTC)
    expected = "a time with its zone, like 2026-11-21T20:14:00+01:00"
    raise documents.refuse(f"is {documents.shown(text)}", expected)


Moment = Annotated[datetime, Read(_moment, str, schema={"format": "date-time"})]
Seating = Annotated[int, Ge(0), Le(10_000)]
LANGUAGE: Final = Literal[tuple(language.tag for language in LANGUAGES)]
CLAIM: Final = matching("[A-Za-z0-9_-]{43}", "256 bits as 43 characters of base64url")


@dataclass(frozen=True, slots=True)
class PersonShape(Model):
    """A player by id and name."""

    id_: Annotated[UUID, matching(UUID_PATTERN, "a UUID", UUID, format="uuid")]
    name: str


@dataclass(frozen=True, slots=True)
class DocumentBeside(Model):
    """The keys that are sent beside the document of any game."""

    players: Annotated[tuple[PersonShape, ...], MaxLen(documents.MOST_SEATS)]
    started_at: Moment | None = None
    counts: bool = True
    deleted: bool = False


@dataclass(frozen=True, slots=True)
class GameBeside(DocumentBeside):
    """The keys that are sent beside a game of bids and tricks."""

    game: Literal[tuple(registry.games_of_tricks())] = tables.WIZARD  # type: ignore[valid-type] # made of data
    finished: bool = False
    seating: Seating = 0


@dataclass(frozen=True, slots=True)
class NewRound(Round):
    """A round as it is sent."""

    tricks: Row | None
    winners: Annotated[tuple[documents.Seat, ...], MaxLen(MOST_ROUNDS)] = ()
    seating: Seating = 0
    dealt_again: bool = False


@dataclass(frozen=True, slots=True)
class NewBid(Model):
    """The bid of one seat, and the seating that the phone knows."""

    bid: documents.Count
    seating: Seating = 0


@dataclass(frozen=True, slots=True)
class NewGroup(Model):
    """A new group: its founder's claim, its time zone, language and game."""

    claim: Annotated[str, CLAIM]
    time_zone: registry.TimeZone
    language: Annotated[str, Read(lambda tag, _: tag, LANGUAGE)]


def read_game(word: str) -> requests.GameEntry:
    """Read the body of ``PUT …/games/…``; ``EntryRefusedError`` if it is wrong."""
    return read_body(partial(_game_in, word), "" if word == tables.WIZARD else word)


def _game_in(word: str, body: object) -> requests.GameEntry:
    tree = body if isinstance(body, dict) else {}
    people = tree.get("players")
    found = people if isinstance(people, list) else []
    sent = [each.get("name") for each in found if isinstance(each, dict)]
    names = [each for each in sent if isinstance(each, str)]
    model = registry.games_of_tricks().get(str(tree.get("game")), Game)

    def game_of_tricks(rest: Tree) -> Any:
        tree = {**rest, "players": names}
        return read_settings(tree, model, context=AS_SENT, hidden=NOT_IN_SETTINGS)

    def document(rest: Tree) -> Any:
        tree = {k: each for k, each in rest.items() if k not in _KNOWN_BY_ADDRESS}
        return registry.GAMES[word].read({**tree, "players": names})

    shape = GameBeside if word == tables.WIZARD else DocumentBeside
    reader = game_of_tricks if word == tables.WIZARD else document
    beside, game = documents.read_parts(shape, body, reader)
    said = {each.name: getattr(beside, each.name) for each in fields(beside)}
    ids = tuple(each.id_ for each in said.pop("players"))
    return requests.GameEntry(game, ids, word=said.pop("game", word), **said)


WIZARDS_WORD: Final = {"word": "games"}  # of routes without a word


def game_address(gid: UUID, word: str, uuid: UUID) -> requests.GameAddress:
    """Return the address of a game whose URL has *word*; ``NotThereError`` if wrong."""
    if word not in {"games", *registry.kept_as_documents()}:
        raise requests.NotThereError
    return requests.GameAddress(gid, uuid, tables.WIZARD if word == "games" else word)
