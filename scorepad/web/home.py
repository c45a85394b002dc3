"""The front page, how the game works, and how a phone comes to trust our https."""

from datetime import UTC, date, datetime

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    redirect,
    render_template,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorepad.db.engine import db
from scorepad.db.groups import groups_of
from scorepad.services.groups import (
    ResumableGame,
    groups_at_home,
    groups_to_bring_back,
    running_game,
)
from scorepad.web.games import play_page, title_of
from scorepad.web.join import signup_rules
from scorepad.web.middleware.auth import current_device
from scorepad.web.middleware.languages import current_language

CERTIFICATE = "application/x-x509-ca-cert"
"""Phones offer to install what comes under this name."""

bp = Blueprint("home", __name__)


@bp.get("/")
def enter() -> ResponseReturnValue:
    """Go back to the running game, else to the front page."""
    found = running_game(db.session(), current_device(), datetime.now(UTC))
    if found is None:
        return redirect(url_for("home.home"))
    if found.word != "wizard":
        return redirect(_other_game(found))
    if not found.may_score:
        page = "seat.show" if found.sits else "live.show"
        return redirect(url_for(page, gid=found.group_id, uuid=found.game_id))
    shell = url_for("play.shell", lang=current_language().tag)
    return redirect(f"{shell}#{found.group_id}/{found.game_id}")


def _other_game(found: ResumableGame) -> str:
    page = play_page(found.word) if found.may_score else None
    if page:
        return f"{page}#{found.group_id}/{found.game_id}"
    gid, uuid = found.group_id, found.game_id
    return url_for("documents.show", gid=gid, word=found.word, uuid=uuid)


@bp.get("/home")
def home() -> ResponseReturnValue:
    """Show what this device can return to, and how to start."""
    session, device_id = db.session(), current_device()
    return render_template(
        "home/home.html",
        groups=groups_at_home(session, device_id),
        gone=groups_to_bring_back(session, device_id),
        day=date.fromisoformat,
        title_of_game=title_of,
        play_page_of=play_page,
        signups=signup_rules().mode,
    )


@bp.get("/groups")
def groups() -> ResponseReturnValue:
    """List the groups of this device, and the ways to another one."""
    session, device_id = db.session(), current_device()
    return render_template(
        "home/groups.html", groups=groups_of(session, device_id) if device_id else ()
    )


@bp.get("/how")
def how() -> ResponseReturnValue:
    """Explain Wizard in ten lines, for somebody at a noisy table."""
    return render_template("home/how.html")


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
