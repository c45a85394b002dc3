"""The page to invite people: a join code for the table, and links to send."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from wtforms import Form, StringField, validators
from wtforms.validators import AnyOf, Length

from scorepad.db.engine import db
from scorepad.pdf.paper import code_for
from scorepad.services import invites
from scorepad.services.errors import EntryRefusedError
from scorepad.services.permissions import Role
from scorepad.web.forms import LEFT_OUT, LONGEST_NAME
from scorepad.web.middleware.auth import current_device, stamp_or_404
from scorepad.web.middleware.errors import problem
from scorepad.web.middleware.guard import own_address
from scorepad.web.middleware.headers import not_stored
from scorepad.web.sentences import sentence_about

HALF: Final = 4
LASTS: Final = {
    "day": timedelta(days=1),
    "month": timedelta(days=30),
    "year": timedelta(days=365),
    "": None,
}

bp = Blueprint("invites", __name__, url_prefix="/g/<uuid:gid>/invites")


class JoinCodeForm(Form):
    """The role that a join code gives, and whether many may use it."""

    role = StringField(validators=[AnyOf([Role.PLAYER, Role.VIEWER])], default="player")
    wide = StringField(validators=[LEFT_OUT, AnyOf(["yes"])])


class InviteForm(Form):
    """A link: the role it gives, and how long it is valid."""

    role = StringField(validators=[AnyOf([Role.SCOREKEEPER, Role.PLAYER, Role.VIEWER])])
    lasts = StringField(validators=[AnyOf(list(LASTS))], default="month")
    game = StringField(validators=[LEFT_OUT, validators.UUID()])
    name = StringField(validators=[Length(max=LONGEST_NAME)])


@bp.get("")
def show(gid: UUID) -> ResponseReturnValue:
    """Show the valid code and links, and offer to create more."""
    return _hall(gid)


@bp.post("/code")
def make_join_code(gid: UUID) -> ResponseReturnValue:
    """Create a join code that is valid for ten minutes, and show it.

    It is shown only in this response: the server keeps a hash.
    """
    form = JoinCodeForm(request.form)
    if not form.validate():
        abort(422, _("Choose one of the options."))
    role, pepper = Role(form.role.data or ""), current_app.config["SECRET_KEY"]
    code = invites.make_join_code(
        db.session(), stamp_or_404(), gid, role, pepper, wide=bool(form.wide.data)
    )
    return _hall(gid, code=f"{code[:HALF]}-{code[HALF:]}", role=role, secret=code)


@bp.post("/code/end")
def end_join_code(gid: UUID) -> ResponseReturnValue:
    """Revoke the join code."""
    invites.end_join_code(db.session(), stamp_or_404(), gid)
    return redirect(url_for("invites.show", gid=gid), 303)


@bp.post("")
def invite(gid: UUID) -> ResponseReturnValue:
    """Create a link, and show it once."""
    form = InviteForm(request.form)
    if not form.validate():
        abort(422, _("Choose one of the options."))
    entry = invites.InviteEntry(
        Role(form.role.data or ""),
        LASTS[form.lasts.data or ""],
        UUID(form.game.data) if form.game.data else None,
        form.name.data or "",
    )
    try:
        secret = invites.invite(db.session(), stamp_or_404(), gid, entry)
    except EntryRefusedError as refused:
        return problem(422, sentence_about(refused.objections[0]))
    except invites.TooManyInvitesError:
        return problem(422, _("There are 50 links already. Revoke one of them first."))
    return _hall(gid, link=True, role=entry.role, game=entry.game, secret=secret)


@bp.post("/<uuid:invite_id>/end")
def end(gid: UUID, invite_id: UUID) -> ResponseReturnValue:
    """Revoke a link."""
    invites.end_invite(db.session(), stamp_or_404(), gid, invite_id)
    return redirect(url_for("invites.show", gid=gid), 303)


def _hall(gid: UUID, *, secret: str = "", **made: Any) -> Response:
    found = invites.invitations_of(
        db.session(), current_device(), gid, datetime.now(UTC)
    )
    # The part after # is not sent to the server when a phone opens the link.
    address = own_address() + url_for("join.show", _anchor=secret) if secret else ""
    page = render_template(
        "join/invites.html",
        ways=found,
        gid=gid,
        made=made,
        address=address,
        picture=code_for((address,)) if address else None,
        minutes=int(invites.OPEN_FOR.total_seconds() // 60),
    )
    return not_stored(page)
