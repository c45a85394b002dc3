"""Coming in by a link, a picture or a code; and who it is that came."""

from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from flask import (
    Blueprint,
    Response,
    current_app,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from wtforms import Form, StringField
from wtforms.validators import InputRequired, Length

from scorepad.services.errors import EntryRefusedError, NotThereError
from scorepad.services.groups import invites
from scorepad.services.permissions import Role
from scorepad.store.db import db
from scorepad.web.forms.seasons import LONGEST_NAME
from scorepad.web.middleware.addresses import asking_address
from scorepad.web.middleware.auth import (
    current_device,
    kind_of_device,
    remember_device,
    stamp_or_404,
)
from scorepad.web.middleware.errors import until_when
from scorepad.web.middleware.headers import not_stored
from scorepad.web.sentences import sentence_about

LONGEST_SHOWN: Final = 16
LONGEST_CODE: Final = 300  # the whole address may be pasted

bp = Blueprint("join", __name__)


class CodeForm(Form):
    """What somebody holds in hand: a link, or the code on the host's phone."""

    code = StringField(validators=[InputRequired(), Length(max=LONGEST_CODE)])


class WhoForm(Form):
    """Which player somebody is, or the name of somebody new."""

    player = StringField(validators=[Length(max=40)])
    name = StringField(validators=[Length(max=LONGEST_NAME)])


@bp.get("/join")
def door() -> ResponseReturnValue:
    """Show the door. What stands behind # never comes here, so nothing is used up."""
    return _door("", 200)


@bp.post("/join")
def come_in() -> ResponseReturnValue:
    """Let this device in by what it knows."""
    form = CodeForm(request.form)
    if not form.validate():
        return _door(_("Type the code, or scan the picture once more."), 422)
    asked = invites.JoinRequest(
        code=form.code.data or "",
        address=asking_address(),
        pepper=current_app.config["SECRET_KEY"],
        device_kind=kind_of_device(),
    )
    try:
        arrival = invites.join(db.session(), current_device(), datetime.now(UTC), asked)
    except invites.WrongCodeError:
        return _door(_("This opens nothing: it is mistyped, or it has ended."), 422)
    except invites.TooManyTriesError as error:
        seconds = int(error.wait.total_seconds())
        said = _("Too many wrong codes: wait a while, or use a link.")
        answer = _door(said, 429, **until_when(seconds))
        answer.headers["Retry-After"] = str(seconds)
        return answer
    remember_device(arrival.token)
    inside = "seasons.current" if arrival.role is Role.VIEWER else "join.who"
    return redirect(url_for(inside, gid=arrival.group), 303)


def _door(problem: str, status: int, **when: Any) -> Response:
    typed = request.form.get("code", "")
    # A code is corrected where it was mistyped; a link is not worth showing.
    typed = typed if len(typed) <= LONGEST_SHOWN else ""
    page = render_template("join/door.html", problem=problem, typed=typed, **when)
    return not_stored(page, status)


@bp.get("/g/<uuid:gid>/me")
def who(gid: UUID) -> ResponseReturnValue:
    """Ask who holds this device."""
    return _who(gid, "")


@bp.post("/g/<uuid:gid>/me")
def say_who(gid: UUID) -> ResponseReturnValue:
    """Take the answer, and show the season."""
    form = WhoForm(request.form)
    if not form.validate():
        raise NotThereError
    try:
        chosen = UUID(form.player.data) if form.player.data else None
    except ValueError:
        raise NotThereError from None
    name = form.name.data or ""
    try:
        invites.introduce(db.session(), stamp_or_404(), gid, chosen, name)
    except EntryRefusedError as refused:
        return _who(gid, sentence_about(refused.objections[0])), 422
    return redirect(url_for("home.enter"), 303)


def _who(gid: UUID, problem: str) -> str:
    found = invites.introduction(db.session(), current_device(), gid)
    typed = request.form.get("name", "")
    return render_template(
        "join/who.html", found=found, gid=gid, problem=problem, typed=typed
    )
