"""``/api/groups/…/towers/…``: games that are stored as their documents.

The part of the address that tells which game it is has the word of its documents.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorepad.services.inputs import GameAddress
from scorepad.services.other_games import document_past, documenting
from scorepad.store.db import db
from scorepad.web.api.exchange import (
    attempt_or_refusal,
    json_answer,
    json_body,
    not_modified,
    told,
)
from scorepad.web.api.shapes import read_document, word_or_404
from scorepad.web.middleware.auth import current_device

bp = Blueprint(
    "api_documents", __name__, url_prefix="/api/groups/<uuid:gid>/<word>/<uuid:uuid>"
)


@bp.put("")
def save(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Create a game, or replace all of it."""
    entry = read_document(word_or_404(word), json_body())
    attempt, address = attempt_or_refusal(), GameAddress(gid, uuid)
    return told(documenting.save_document(db.session(), attempt, address, entry))


@bp.get("")
def game(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """The whole game; followers ask every two seconds, so 304 must be cheap."""
    asked = db.session(), current_device(), GameAddress(gid, uuid), word_or_404(word)
    if unchanged := not_modified(str(documenting.revision_of_document(*asked))):
        return unchanged
    state = documenting.state_of_document(*asked)
    return json_answer(state, etag=str(state["revision"]))


@bp.get("/history")
def history(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Every saved state, the newest first."""
    states = document_past.history_of_document(
        db.session(), current_device(), GameAddress(gid, uuid), word_or_404(word)
    )
    return json_answer({"states": states}, etag=f"h{len(states)}")


@bp.put("/history/<uuid:version>")
def set_aside(gid: UUID, word: str, uuid: UUID, version: UUID) -> ResponseReturnValue:
    """Keep a game that was not chosen."""
    body = json_body()
    read_document(word_or_404(word), body)
    record: Mapping[str, Any] = body if isinstance(body, dict) else {}
    attempt, address = attempt_or_refusal(), GameAddress(gid, uuid)
    return told(
        document_past.set_document_aside(
            db.session(), attempt, address, word, (version, record)
        )
    )
