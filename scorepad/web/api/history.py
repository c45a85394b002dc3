"""``/api/groups/…/games/…/history``: what stood there, and what was not chosen."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorepad.services.errors import NotThereError
from scorepad.services.inputs import GameAddress
from scorepad.services.play import recalling
from scorepad.store.db import db
from scorepad.web.api.exchange import attempt_or_refusal, json_answer, json_body, told
from scorepad.web.api.shapes import game_shape, read, round_shape
from scorepad.web.middleware.auth import current_device

bp = Blueprint(
    "api_history", __name__, url_prefix="/api/groups/<uuid:gid>/games/<uuid:uuid>"
)


@bp.get("/history")
def settings(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Every saved state of the game without its rounds, the newest first."""
    return _history(GameAddress(gid, uuid), recalling.SETTINGS)


@bp.get("/rounds/<int:number>/history")
def round_(gid: UUID, uuid: UUID, number: int) -> ResponseReturnValue:
    """Every saved state of a round, the newest first."""
    return _history(GameAddress(gid, uuid), _round_or_404(number))


@bp.put("/history/<uuid:version>")
def set_settings_aside(gid: UUID, uuid: UUID, version: UUID) -> ResponseReturnValue:
    """Keep settings that were not chosen."""
    body = json_body()
    read(game_shape, body)
    address = GameAddress(gid, uuid)
    return _set_aside(address, recalling.SETTINGS, version, body)


@bp.put("/rounds/<int:number>/history/<uuid:version>")
def set_round_aside(
    gid: UUID, uuid: UUID, number: int, version: UUID
) -> ResponseReturnValue:
    """Keep a round that was not chosen."""
    body = json_body()
    read(round_shape, body)
    return _set_aside(GameAddress(gid, uuid), _round_or_404(number), version, body)


def _round_or_404(number: int) -> int:
    if number == recalling.SETTINGS:
        raise NotThereError
    return number


def _history(address: GameAddress, number: int) -> ResponseReturnValue:
    states = recalling.history_of(db.session(), current_device(), address, number)
    return json_answer({"states": states}, etag=f"h{len(states)}")


def _set_aside(
    address: GameAddress, number: int, version: UUID, body: object
) -> ResponseReturnValue:
    record: Mapping[str, Any] = body if isinstance(body, dict) else {}
    attempt = attempt_or_refusal()
    return told(
        recalling.set_aside(db.session(), attempt, address, number, (version, record))
    )
