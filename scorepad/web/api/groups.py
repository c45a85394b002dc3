"""``/api/groups/…``: create a group from the play page, and read it."""

from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorepad.services import groups
from scorepad.web.api import exchange
from scorepad.web.api.shapes import GroupShape, read_shape
from scorepad.web.join import group_to_found
from scorepad.web.middleware.auth import reader, remember_device

bp = Blueprint("api_groups", __name__, url_prefix="/api")

GROUP = "/groups/<uuid:gid>"


@bp.put(GROUP)
def found_group(gid: UUID) -> ResponseReturnValue:
    """Create a group; the same claim again returns the same group and a cookie."""
    if exchange.expected_revision() is not None:
        abort(400, "Expected If-None-Match: *; a group is only made here.")
    shape = read_shape(GroupShape, exchange.json_body())
    founding = group_to_found(gid, shape.claim, shape.time_zone, shape.language)
    founded = groups.found_group(*reader(), datetime.now(UTC), founding)
    remember_device(founded.token)
    etag, status = exchange.etag_of(founded.group), 201 if founded.is_new else 200
    return exchange.json_answer(founded.group, etag=etag, status=status)


@bp.get(GROUP)
def group(gid: UUID) -> ResponseReturnValue:
    """Return the group, its players, its unfinished and its latest games."""
    state = groups.group_state(*reader(), gid, datetime.now(UTC))
    etag = exchange.etag_of(state)
    return exchange.not_modified(etag) or exchange.json_answer(state, etag=etag)


@bp.get("/running")
def running() -> ResponseReturnValue:
    """Return the unfinished game changed last that this device may score."""
    found = groups.running_game(*reader(), datetime.now(UTC))
    if found is None or not found.may_score:
        abort(404)
    etag = str(found.game_id)
    place = {"group": str(found.group_id), "game": etag, "word": found.word}
    return exchange.not_modified(etag) or exchange.json_answer(place, etag=etag)
