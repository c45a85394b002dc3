"""Everything of a group in one file, for its owners."""

from uuid import UUID

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

from scorepad.services.exchange.exporting import export_group
from scorepad.services.pacing import Deed
from scorepad.store.db import db
from scorepad.web.every_request.doors import current_device
from scorepad.web.every_request.pacing import count_deed
from scorepad.web.files.filenames import name_file

bp = Blueprint("everything", __name__, url_prefix="/g/<uuid:gid>")


@bp.get("/everything.json")
def group(gid: UUID) -> ResponseReturnValue:
    """Hand out the group's document: three kilobytes a game."""
    count_deed(Deed.EXPORT)
    name, pieces = export_group(db.session(), current_device(), gid)
    answer = Response("".join(pieces), mimetype="application/json")
    name_file(answer, "attachment", "group.json", f"{name or 'group'}.json")
    answer.headers["Cache-Control"] = "no-store"
    return answer
