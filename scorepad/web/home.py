"""The start page, the list of groups, a guide to the game, and the certificate."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from uuid import UUID

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorepad.db.engine import db
from scorepad.db.groups import groups_in_use
from scorepad.services import season_stats
from scorepad.services.errors import NotThereError
from scorepad.services.groups import restorable_groups
from scorepad.services.spectating import at_home
from scorepad.web.figures import figure_of
from scorepad.web.games import play_page, title_of
from scorepad.web.join import signup_rules
from scorepad.web.middleware.auth import current_device
from scorepad.web.middleware.languages import current_language
from scorepad.web.season_pages import cached_part
from scorepad.web.static import scripts_of

CERTIFICATE = "application/x-x509-ca-cert"
"""The media type that makes phones offer to install a certificate."""

bp = Blueprint("home", __name__)


@bp.get("/")
def home() -> ResponseReturnValue:
    """Show the running games and season of a group, or how to begin."""
    groups = groups_in_use(db.session(), current_device())
    if not groups and "group" not in request.args:
        return render_template(
            "home/welcome.html", ahead=_files_ahead(), signups=signup_rules().mode
        )
    gid = _requested_group([group.uuid for group, *_ in groups])
    g.home_of = gid
    shown = at_home(db.session(), current_device(), gid, datetime.now(UTC))
    return render_template(
        "home/home.html",
        gid=gid,
        current=next((each for each in shown.unfinished if each.is_played_now), None),
        shown=shown,
        season=cached_part(gid, "home", lambda: _season_of(gid)),
        by_rank=lambda ranks: sorted(range(len(ranks)), key=ranks.__getitem__),
        day=date.fromisoformat,
        title_of_game=title_of,
        play_page_of=play_page,
    )


def _files_ahead() -> list[str]:
    """Return the files of the play page, to be loaded in advance."""
    names = *scripts_of("js/play/main.js"), "dist/css/play.css"
    shell = url_for("play.shell", lang=current_language().tag)
    return [shell, *(url_for("static", filename=name) for name in names)]


def _requested_group(mine: Sequence[UUID]) -> UUID:
    """Return the group in the URL, or the one that was active last."""
    asked = request.args.get("group")
    gid = next((each for each in mine if asked in (None, str(each))), None)
    if gid is None:
        raise NotThereError
    return gid


def _season_of(gid: UUID) -> str:
    """Return the top three of the current season, and its last game."""
    where = db.session(), current_device(), gid
    number = season_stats.current_season(*where, datetime.now(UTC))
    overview = season_stats.season_overview(*where, number)
    tag = current_language().tag
    done = [each for each in overview.games if any(s.won for s in each.by_total)]
    return render_template(
        "home/season.html",
        overview=overview,
        best=[each for each in overview.standings if each.rank][:3],
        evening=[each for each in done if each.played_on == done[0].played_on][:3],
        figure_of=lambda each: figure_of(each, overview.ranked_by, tag),
    )


@bp.get("/groups")
def groups() -> ResponseReturnValue:
    """List the groups of this device, and ways to join or create one."""
    who = db.session(), current_device()
    mine, gone = groups_in_use(*who), restorable_groups(*who)
    return render_template("home/groups.html", groups=mine, gone=gone)


@bp.get("/how")
def how() -> ResponseReturnValue:
    """Explain Wizard in ten lines."""
    return render_template("home/how.html")


@bp.get("/https")
def guide() -> ResponseReturnValue:
    """Show how to install the certificate on each kind of phone."""
    settings = current_app.config["SETTINGS"]
    address = settings.address if settings.address.startswith("https:") else None
    return render_template(
        "home/https.html", fingerprint=settings.fingerprint, address=address
    )


@bp.get("/https/scorepad.crt")
def authority() -> ResponseReturnValue:
    """Return the certificate of the authority; the server does not know its key."""
    certificate = current_app.config["SETTINGS"].authority
    if not certificate:
        abort(404)
    return Response(certificate, mimetype=CERTIFICATE)
