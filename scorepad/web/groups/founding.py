"""The group that a request founds, with who asks and from where."""

from datetime import timedelta
from uuid import UUID

from flask import current_app, request
from werkzeug.wrappers import Response

from scorepad.services.groups.hosting import Founding
from scorepad.services.groups.signups import SignupRules, Signups, permission_for
from scorepad.web.every_request.addresses import hidden_address
from scorepad.web.every_request.doors import kind_of_device, shown_token
from scorepad.web.every_request.refusals import SIGNUPS

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
