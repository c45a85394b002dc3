"""Request bodies, conditions, idempotency keys and responses of the JSON API."""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from flask import Response, abort, request

from scorepad.db.history import Answer
from scorepad.games.documents import FieldError, NotADocument, parse_json
from scorepad.services.devices import UnseenDeviceError
from scorepad.services.errors import EntryRefusedError, FieldObjection
from scorepad.services.inputs import Attempt
from scorepad.web.middleware.auth import stamp_or_404
from scorepad.web.middleware.guard import address_hash
from scorepad.web.middleware.headers import knows_another_database, sent_token

PAGE: Final = "text/html"
LARGEST_BODY: Final = 64 * 1024
_KEY = re.compile(r'"?([A-Za-z0-9_-]{32,128})"?', re.ASCII)
_IN_FEW_LETTERS = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_CONDITION = re.compile(r'"g?([1-9][0-9]{0,8})"', re.ASCII)

Value = TypeVar("Value")


def json_body() -> object:
    """Return the parsed request body; abort with 400, 413 or 415 if it is not JSON."""
    if request.mimetype != "application/json":
        abort(415, "Expected Content-Type: application/json.")
    try:
        return parse_json(request.get_data(cache=True), limit=LARGEST_BODY)
    except NotADocument as broken:
        abort(400, str(broken))


def read(reader: Callable[[Any], Value], value: object, game: str = "") -> Value:
    """Return *value* as read; ``EntryRefusedError`` names every wrong field."""
    try:
        return reader(value)
    except NotADocument as refused:
        found = [_objection_to(each, game) for each in refused.errors]
        raise EntryRefusedError(found) from None


def _objection_to(wrong: FieldError, game: str) -> FieldObjection:
    field = re.sub(r"\[(\d+)\]", r"/\1", wrong.path).replace(".", "/")
    problem = wrong.problem if game and wrong.problem else "shape"
    return FieldObjection(field, problem, values={"sentence": str(wrong), "game": game})


def saved(save: Callable[[Attempt], Answer]) -> Response:
    """Return the response to a write; abort with 400, 404 or 428."""
    attempt = _read_attempt()
    try:
        answer = save(attempt)
    except UnseenDeviceError:
        answer = save(replace(attempt, by=stamp_or_404().device_id))
    response = Response(answer.body, answer.status, mimetype="application/json")
    response.set_etag(answer.etag)
    if answer.replayed:
        response.headers["Idempotent-Replay"] = "true"
    return response


def _read_attempt() -> Attempt:
    key = _KEY.fullmatch(request.headers.get("Idempotency-Key", ""))
    if key is None:
        abort(400, 'Expected Idempotency-Key: "32 or more letters and digits".')
    seen = expected_revision()
    body = request.get_data()
    sent = f"{request.method}\0{request.path}\0".encode() + body
    fingerprint = hashlib.sha256(sent).hexdigest()
    return Attempt(
        sent_token(),
        datetime.now(UTC),
        key.group(1),
        fingerprint,
        seen,
        len(body),
        group=(request.view_args or {}).get("gid"),
        address=address_hash(),
    )


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
    return None if knows_another_database() else int(condition.group(1))


def etag_of(state: Mapping[str, Any]) -> str:
    """Return the ETag of a state without a revision: a hash."""
    return hashlib.sha256(json.dumps(state, sort_keys=True).encode()).hexdigest()[:32]


def json_answer(body: Mapping[str, Any], *, etag: str, status: int = 200) -> Response:
    """Return a JSON response with an ETag."""
    response = Response(_IN_FEW_LETTERS(body), status, mimetype="application/json")
    response.set_etag(etag)
    return response


def not_modified(etag: str, kind: str = "application/json") -> Response | None:
    """Return a 304 response if the client has this version in this media type."""
    if knows_another_database() or not request.if_none_match.contains(etag):
        return None
    response = Response(status=304, mimetype=kind)
    response.set_etag(etag)
    return response
