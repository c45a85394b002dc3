"""``/api/groups/…``: create a group from the play page, and read it."""

from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorepad.services import groups
from scorepad.services.groups import running_game
from scorepad.web.api import exchange
from scorepad.web.api.shapes import GroupShape, read_shape
from scorepad.web.join import group_to_found
from scorepad.web.middleware.auth import reader, remember_device

bp = Blueprint("api_groups", __name__, url_prefix="/api/groups/<uuid:gid>")


@bp.put("")
def found_group(gid: UUID) -> ResponseReturnValue:
    """Create a group; the same claim again returns the same group and a cookie."""
    if exchange.expected_revision() is not None:
        abort(400, "Expected If-None-Match: *; a group is only made here.")
    shape = read_shape(GroupShape, exchange.json_body())
    founded = groups.found_group(
        *reader(),
        datetime.now(UTC),
        group_to_found(gid, shape.claim, shape.time_zone, shape.language),
    )
    remember_device(founded.token)
    return exchange.json_answer(
        founded.group,
        etag=exchange.etag_of(founded.group),
        status=201 if founded.is_new else 200,
    )


@bp.get("")
def group(gid: UUID) -> ResponseReturnValue:
    """Return the group, its players, its unfinished and its latest games."""
    state = groups.group_state(*reader(), gid, datetime.now(UTC))
    etag = exchange.etag_of(state)
    return exchange.not_modified(etag) or exchange.json_answer(state, etag=etag)


running_bp = Blueprint("api_running", __name__, url_prefix="/api/running")


@running_bp.get("")
def running() -> ResponseReturnValue:
    """Return the unfinished game changed last that this device may score."""
    found = running_game(*reader(), datetime.now(UTC))
    if found is None or not found.may_score:
        abort(404)
    etag = str(found.game_id)
    place = {"group": str(found.group_id), "game": etag, "word": found.word}
    return exchange.not_modified(etag) or exchange.json_answer(place, etag=etag)
