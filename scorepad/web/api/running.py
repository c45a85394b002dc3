"""``/api/running``: the game that a phone returns to when its storage fails."""

from datetime import UTC, datetime

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorepad.db.engine import db
from scorepad.services.groups import running_game
from scorepad.web.api.exchange import json_answer, not_modified
from scorepad.web.middleware.auth import current_device

bp = Blueprint("api_running", __name__, url_prefix="/api/running")


@bp.get("")
def running() -> ResponseReturnValue:
    """Return the unfinished game changed last that this device may score."""
    found = running_game(db.session(), current_device(), datetime.now(UTC))
    if found is None or not found.may_score:
        abort(404)
    etag = str(found.game_id)
    place = {"group": str(found.group_id), "game": etag, "word": found.word}
    return not_modified(etag) or json_answer(place, etag=etag)
