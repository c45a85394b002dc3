"""Deleted games: which can still be brought back, and bringing one back."""

from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorepad.services.entering import GameAddress
from scorepad.services.play import deleting
from scorepad.store.db import db
from scorepad.web.every_request.doors import current_device, stamp_or_404

bp = Blueprint("deleted", __name__, url_prefix="/g/<uuid:gid>")


@bp.get("/deleted")
def games(gid: UUID) -> ResponseReturnValue:
    """Show the games that were deleted in the last thirty days."""
    now = datetime.now(UTC)
    found = deleting.bin_of(db.session(), current_device(), gid, now)
    return render_template("season/deleted.html", bin=found)


@bp.post("/games/<uuid:uuid>/restore")
def restore(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Bring a game back, and show the season it belongs to."""
    number = deleting.bring_back(db.session(), stamp_or_404(), GameAddress(gid, uuid))
    return redirect(url_for("seasons.season", gid=gid, number=number), 303)
