"""Founding a group: what it needs, and the page for a code or link."""

from datetime import UTC, datetime
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

from scorepad.services.groups.groups import Founding
from scorepad.services.groups.invites import WrongCodeError
from scorepad.services.groups.signups import SignupRules, Signups, link_shown, prove
from scorepad.store.db import db
from scorepad.web.groups.join import CodeForm
from scorepad.web.middleware.addresses import hidden_address
from scorepad.web.middleware.auth import kind_of_device, shown_token
from scorepad.web.middleware.errors import SIGNUPS
from scorepad.web.middleware.headers import keep_cookie, not_stored
from scorepad.web.middleware.languages import current_language

LONGEST_PROOF = 100
SHELLS = {"wizard": "play.shell", "towers": "towers.shell"}

bp = Blueprint("signup", __name__)


def group_to_found(uuid: UUID, claim: str, time_zone: str, language: str) -> Founding:
    """What is founded, as limits and the device's token need to know it."""
    proof = request.cookies.get(_cookie_name(), "")[:LONGEST_PROOF]
    return Founding(
        uuid,
        claim,
        time_zone,
        language,
        device_kind=kind_of_device(),
        address=hidden_address(),
        token=shown_token(),
        link=link_shown(signup_rules(), proof),
    )


def signup_rules() -> SignupRules:
    """Who may found groups here."""
    settings, pepper = current_app.config["SETTINGS"], current_app.config["SECRET_KEY"]
    return SignupRules(Signups(settings.signups), settings.signup_code, pepper)


def reason_against_signups() -> str:
    """What keeps a phone from founding groups by itself; nothing where anybody may."""
    refusal = SIGNUPS.get(signup_rules().mode)
    return refusal.reason if refusal else ""


def _cookie_name() -> str:
    return "__Host-signup" if request.is_secure else "signup"


@bp.get("/signup")
def show() -> ResponseReturnValue:
    """Ask for the code or link. What stands behind # never comes here."""
    if signup_rules().mode is Signups.OPEN:
        return redirect(_game(), 303)
    return _page("", 200)


@bp.post("/signup")
def enter_code() -> ResponseReturnValue:
    """Take the code or link, and go back to the game that waits for it."""
    form = CodeForm(request.form)
    if not form.validate():
        return _page(_("Type the code, or open the link once more."), 422)
    now, rules, typed = datetime.now(UTC), signup_rules(), form.code.data or ""
    try:
        proof = prove(db.session(), now, typed, rules, hidden_address())
    except WrongCodeError:
        return _page(_("This is not the code, or the link has ended."), 422)
    answer = redirect(_game(), 303)
    keep_cookie(answer, _cookie_name(), proof)
    return answer


def _game() -> str:
    """The page of the game that somebody came from."""
    shell = SHELLS.get(request.args.get("game", ""), SHELLS["wizard"])
    return url_for(shell, lang=current_language().tag)


def _page(problem: str, status: int) -> Response:
    return not_stored(render_template("join/signup.html", problem=problem), status)
