"""All tables of a group at once: round and leaders of each, also on a television."""

import hashlib
from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, make_response, render_template, request
from flask.typing import ResponseReturnValue

from scorepad.services.play.tables import glance_at_tables, tables_of
from scorepad.store.db import db
from scorepad.web.api.exchange import PAGE, not_modified
from scorepad.web.middleware.auth import current_device
from scorepad.web.middleware.headers import current_database_id
from scorepad.web.middleware.languages import current_language

bp = Blueprint("tables", __name__, url_prefix="/g/<uuid:gid>")


@bp.get("/tables")
def show(gid: UUID) -> ResponseReturnValue:
    """Show where somebody plays now; the page asks for itself as a single game does."""
    session, device_id, now = db.session(), current_device(), datetime.now(UTC)
    large = "large" in request.args
    seen = glance_at_tables(session, device_id, gid, now)
    told = f"{seen} {current_language().tag} {large} {current_database_id()}".encode()
    etag = f"t{hashlib.sha256(told).hexdigest()[:32]}"
    if unchanged := not_modified(etag, PAGE):
        return unchanged
    found = tables_of(session, device_id, gid, now)
    answer = make_response(
        render_template("game/tables.html", found=found, large=large)
    )
    answer.set_etag(etag)
    return answer
