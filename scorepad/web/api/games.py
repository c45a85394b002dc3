"""``/api/groups/…/games/…``: save and read games and their rounds."""

from uuid import UUID

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorepad.services.inputs import GameAddress
from scorepad.services.play import playing
from scorepad.store.db import db
from scorepad.web.api.exchange import (
    attempt_or_refusal,
    json_answer,
    json_body,
    not_modified,
    told,
)
from scorepad.web.api.shapes import game_shape, read, round_shape
from scorepad.web.middleware.auth import current_device, glance_at

bp = Blueprint(
    "api_games", __name__, url_prefix="/api/groups/<uuid:gid>/games/<uuid:uuid>"
)


@bp.put("")
def save_game(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Create a game, or change everything of it but its rounds."""
    entry = read(game_shape, json_body())
    attempt = attempt_or_refusal()
    return told(playing.save_game(db.session(), attempt, GameAddress(gid, uuid), entry))


@bp.get("")
def game(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """The whole game; followers ask every two seconds, so 304 must be cheap."""
    address = GameAddress(gid, uuid)
    revision = glance_at(address).revision
    if unchanged := not_modified(f"g{revision}"):
        return unchanged
    state = playing.state_of_game(db.session(), current_device(), address)
    return json_answer(state, etag=f"g{state['revision']}")


@bp.put("/rounds/<int:number>")
def save_round(gid: UUID, uuid: UUID, number: int) -> ResponseReturnValue:
    """Save a whole round."""
    entry = read(round_shape, json_body())
    attempt = attempt_or_refusal()
    return told(
        playing.save_round(db.session(), attempt, GameAddress(gid, uuid), number, entry)
    )
