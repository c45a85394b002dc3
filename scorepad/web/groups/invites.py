"""The host's page of the ways in: the code for the table, and links to send."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from flask import (
    Blueprint,
    Response,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.services.errors import EntryRefusedError
from scorepad.services.groups import inviting
from scorepad.sheets.drawings import code_for
from scorepad.store.db import db
from scorepad.store.groups.invites import DOOR_STAYS_OPEN
from scorepad.web.forms.ways_in import DoorForm, InviteForm
from scorepad.web.middleware.addresses import own_address
from scorepad.web.middleware.auth import current_device, stamp_or_404
from scorepad.web.middleware.errors import problem
from scorepad.web.sentences import sentence_about

bp = Blueprint("invites", __name__, url_prefix="/g/<uuid:gid>/invites")

HALF = 4


@bp.get("")
def hall(gid: UUID) -> ResponseReturnValue:
    """Show which ways in are open, and offer to open more."""
    return _hall(gid)


@bp.post("/code")
def open_door(gid: UUID) -> ResponseReturnValue:
    """Show a code, and let people in by it for ten minutes.

    It is shown once, with this answer: only what tells a right one is kept.
    """
    form = DoorForm(request.form)
    if not form.validate():
        return problem(422, _("Choose one of the ways that are offered."))
    opened = inviting.open_door(
        db.session(),
        stamp_or_404(),
        gid,
        form.entry,
        current_app.config["SECRET_KEY"],
    )
    code = f"{opened.code[:HALF]}-{opened.code[HALF:]}"
    return _hall(gid, code=code, role=form.role.data, secret=opened.code)


@bp.post("/code/end")
def shut_door(gid: UUID) -> ResponseReturnValue:
    """Let nobody in by the code any more."""
    inviting.shut_door(db.session(), stamp_or_404(), gid)
    return redirect(url_for("invites.hall", gid=gid), 303)


@bp.post("")
def invite(gid: UUID) -> ResponseReturnValue:
    """Make a link, and show it once."""
    form = InviteForm(request.form)
    if not form.validate():
        return problem(422, _("Choose one of the ways that are offered."))
    entry = form.entry
    try:
        secret = inviting.invite(db.session(), stamp_or_404(), gid, entry)
    except EntryRefusedError as refused:
        return problem(422, sentence_about(refused.objections[0]))
    except inviting.TooManyInvitesError:
        return problem(422, _("There are 50 links already: end one of them first."))
    return _hall(gid, link=True, role=entry.role, game=entry.game, secret=secret)


@bp.post("/<uuid:invite_id>/end")
def end(gid: UUID, invite_id: UUID) -> ResponseReturnValue:
    """Let nobody in by a link any more."""
    inviting.end_invite(db.session(), stamp_or_404(), gid, invite_id)
    return redirect(url_for("invites.hall", gid=gid), 303)


def _hall(gid: UUID, *, secret: str = "", **made: Any) -> Response:
    now = datetime.now(UTC)
    found = inviting.hall_of(db.session(), current_device(), gid, now)
    address = _address(secret) if secret else ""
    page = render_template(
        "join/hall.html",
        hall=found,
        made=made,
        address=address,
        picture=code_for((address,)) if address else None,
        minutes=int(DOOR_STAYS_OPEN.total_seconds() // 60),
    )
    answer = make_response(page)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _address(secret: str) -> str:
    """What a phone opens; behind # it stays on the phone until its owner taps."""
    return own_address() + url_for("join.door", _anchor=secret)
