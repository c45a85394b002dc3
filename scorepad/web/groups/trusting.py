"""How a phone comes to trust the https address that Scorepad has at home."""

from flask import Blueprint, Response, abort, current_app, render_template
from flask.typing import ResponseReturnValue

CERTIFICATE = "application/x-x509-ca-cert"
"""Phones offer to install what comes under this name."""

bp = Blueprint("trusting", __name__)


@bp.get("/https")
def guide() -> ResponseReturnValue:
    """Show each kind of phone its way, or the host how to begin."""
    settings = current_app.config["SETTINGS"]
    address = settings.address if settings.address.startswith("https:") else None
    return render_template(
        "home/https.html", fingerprint=settings.fingerprint, address=address
    )


@bp.get("/https/scorepad.crt")
def authority() -> ResponseReturnValue:
    """Give the certificate of the authority; its key is not even known here."""
    certificate = current_app.config["SETTINGS"].authority
    if not certificate:
        abort(404)
    return Response(certificate, mimetype=CERTIFICATE)
