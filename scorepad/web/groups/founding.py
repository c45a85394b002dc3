"""Founding a group: what it needs, and the page for a code or link."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from flask import (
    Blueprint,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from scorepad.services.groups.arriving import WrongCodeError
from scorepad.services.groups.hosting import Founding
from scorepad.services.groups.signups import SignupRules, Signups, permission_for, prove
from scorepad.store.db import db
from scorepad.web.forms.ways_in import CodeForm
from scorepad.web.middleware.addresses import hidden_address
from scorepad.web.middleware.auth import kind_of_device, shown_token
from scorepad.web.middleware.errors import SIGNUPS
from scorepad.web.middleware.languages import current_language

LONGEST_PROOF = 100
KEPT_FOR = timedelta(days=400)  # as long as browsers keep any


def group_to_found(uuid: UUID, claim: str, time_zone: str, language: str) -> Founding:
    """What is founded, as limits and the device's token need to know it."""
    proof = request.cookies.get(_cookie_name(), "")
    return Founding(
        uuid,
        claim,
        time_zone,
        language,
        kind_of_device(),
        hidden_address(),
        shown_token(),
        permission_for(signup_rules(), proof[:LONGEST_PROOF]),
    )


def signup_rules() -> SignupRules:
    """Who may found groups here."""
    config = current_app.config
    settings = config["SETTINGS"]
    mode = Signups(settings.signups)
    return SignupRules(mode, settings.signup_code, config["SECRET_KEY"])


def reason_against_signups() -> str:
    """What keeps a phone from founding groups by itself; nothing where anybody may."""
    refusal = SIGNUPS.get(current_app.config["SETTINGS"].signups)
    return refusal.reason if refusal else ""


def keep_proof(answer: Response, proof: str) -> None:
    """Let this browser keep that it was told the code or a link."""
    answer.set_cookie(
        _cookie_name(),
        proof,
        max_age=KEPT_FOR,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
        path="/",
    )


def _cookie_name() -> str:
    return "__Host-signup" if request.is_secure else "signup"


bp = Blueprint("signup", __name__)

SHELLS = {"wizard": "play.shell", "towers": "towers.shell"}


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
    now, rules = datetime.now(UTC), signup_rules()
    try:
        proof = prove(db.session(), now, form.code.data or "", rules, hidden_address())
    except WrongCodeError:
        return _page(_("This is not the code, or the link has ended."), 422)
    answer = redirect(_game(), 303)
    keep_proof(answer, proof)
    return answer


def _game() -> str:
    """The page of the game that somebody came from."""
    shell = SHELLS.get(request.args.get("game", ""), SHELLS["wizard"])
    return url_for(shell, lang=current_language().tag)


def _page(problem: str, status: int) -> Response:
    page = render_template("join/signup.html", problem=problem)
    answer = make_response(page, status)
    answer.headers["Cache-Control"] = "no-store"
    return answer
