"""The start page, groups, guides, the main navigation, and redirects from old paths."""

from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import quote
from uuid import UUID

import flask
from flask import Blueprint, Response, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.db.engine import db
from scorepad.db.groups import GroupInUse, find_player, groups_in_use
from scorepad.db.tables import Group, Player
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Extra, Schedule, Trump
from scorepad.games.wizard.scoring import Scoring
from scorepad.i18n.rules import names_in
from scorepad.services import evenings, requests, season_stats, spectating, tournaments
from scorepad.services.groups import restorable_groups
from scorepad.web import games, join, play, players, season_pages, static
from scorepad.web.middleware import auth, languages

CHOSEN = "group"  # the cookie with the group whose home was opened last

bp = Blueprint("home", __name__)


def own_groups() -> list[GroupInUse]:
    """Return the groups of this device, the chosen one first."""
    found = groups_in_use(auth.reader())
    chosen = request.cookies.get(CHOSEN)
    return sorted(found, key=lambda each: str(each[0].uuid) != chosen)


@bp.get("/")
def home() -> ResponseReturnValue:
    """Show the running games and season of a group, or how to begin."""
    groups = own_groups()
    if not groups and "group" not in request.args:
        # The files of the play page are loaded in advance.
        page = render_template(
            "home/welcome.html",
            ahead=[*static.scripts_of("js/play/main.js"), "dist/css/play.css"],
            signups=join.signup_rules().mode,
        )
        return page if request.cookies else static.in_gzip(Response(page))
    asked, mine = request.args.get("group"), [group.uuid for group, *_ in groups]
    gid = next((each for each in mine if asked in (None, str(each))), None)
    if gid is None:
        raise requests.NotThereError
    g.home_of = gid
    by = auth.reader()
    shown = spectating.at_home(by, gid)
    page = render_template(
        "home/home.html",
        gid=gid,
        current=next((e for e in shown["unfinished"] if e.is_played_now), None),
        shown=shown,
        tournament=tournaments.current_tournament(by, gid),
        evening=evenings.evening_for(by, gid),
        season=season_pages.cached_part(gid, "home", lambda: _season_of(gid)),
    )
    answer = Response(page)
    if asked:
        auth.keep_cookie(answer, CHOSEN, asked)
    return answer


def _season_of(gid: UUID) -> str:
    by = auth.reader()
    number = season_stats.current_season(by, gid)
    overview = season_stats.season_overview(by, gid, number)
    return render_template(
        "home/season.html",
        overview=overview,
        best=[each for each in overview.standings if each.rank][:3],
    )


@bp.get("/groups")
def groups() -> ResponseReturnValue:
    """List the groups of this device, and ways to join or create one."""
    mine, gone = groups_in_use(auth.reader()), restorable_groups(auth.reader())
    return render_template("home/groups.html", groups=mine, gone=gone)


@bp.get("/how")
def how() -> ResponseReturnValue:
    """Explain Wizard in ten lines."""
    return render_template("home/how.html")


@bp.get("/https")
def guide() -> ResponseReturnValue:
    """Show how to install the certificate on each kind of phone."""
    settings = flask.current_app.config["SETTINGS"]
    address = settings.address if settings.address.startswith("https:") else None
    return render_template(
        "home/https.html", fingerprint=settings.fingerprint, address=address
    )


@bp.get("/https/scorepad.crt")
def authority() -> ResponseReturnValue:
    """Return the certificate of the authority; the server does not know its key."""
    if not (certificate := flask.current_app.config["SETTINGS"].authority):
        raise requests.NotThereError
    # Phones offer to install this type.
    return Response(certificate, mimetype="application/x-x509-ca-cert")


@bp.get("/.well-known/security.txt")
def security_contact() -> ResponseReturnValue:
    """Tell where to report a vulnerability of this server (RFC 9116)."""
    if not (contact := flask.current_app.config["SETTINGS"].security_contact):
        raise requests.NotThereError
    # Less than a year, as the standard asks, and the same all day.
    expires = datetime.now(UTC) + timedelta(days=90)
    text = f"Contact: {contact}\nExpires: {expires:%Y-%m-%d}T00:00:00Z\n"
    return Response(text, mimetype="text/plain")


PLACES: Final = {
    "play": "home evenings live seat tables sheet towers paper files",
    "season": "seasons players games documents tournaments tournament_papers",
    "print": "blanks printing books cards towers_sheets",
    "group": "people invites join signup",
}
"""The four main places, each with the blueprints of its pages."""

NEW_ADDRESSES: Final = {
    "/home": "/",
    "/paper": "/type-in",
    "/paper/file": "/import",
    "/type-in/file": "/import",
    "/g/<uuid:gid>/safe": "/g/{gid}/recovery",
}
"""The new path of each old rule: the old ones are in printed QR codes."""

navigation = Blueprint("navigation", __name__)


def attach(app: flask.Flask) -> None:
    """Tell every template where its page is, and how to name what it shows."""
    app.context_processor(
        lambda: {"tab": _tab(), **names_in(languages.current_language())}
    )
    app.jinja_env.globals.update(
        group_of_page=group_of_page,
        own_player=own_player,
        query_with=season_pages.query_with,
        play_page_of=games.play_page,
        look_of=players.look_of,
        may_choose_look=players.may_choose_look,
        may_score=play.may_score,
        member_now=play.member_now,
        new_game_in=play.new_game_in,
        SEATS_ALLOWED=SEATS_ALLOWED,
        **{each.__name__: each for each in (Extra, Schedule, Scoring, Trump)},
    )


def _tab() -> str | None:
    found = (tab for tab, bps in PLACES.items() if request.blueprint in bps.split())
    return next(found, None)


def group_of_page() -> Group | None:
    """Return the group of this page, if this device may see it.

    A page of no group belongs to the chosen or last one, but not one that is the same
    for everyone: such a page is cached by its language.
    """
    values = request.view_args or {}
    gid = values.get("gid") or g.get("home_of")
    try:
        if gid is not None:
            return auth.group_or_404(gid)
    except requests.NotThereError:
        return None
    own = [] if "lang" in values or _tab() is None else own_groups()
    return own[0][0] if own else None


def own_player(group: Group) -> Player | None:
    """Return the player whose device this is, if that is known."""
    uuid = play.member_now(group.uuid).player
    return find_player(db.session(), group.id, uuid) if uuid else None


@navigation.get("/season", defaults={"page": "seasons.current"})
@navigation.get("/group", defaults={"page": "people.show"})
@navigation.get("/me", defaults={"page": "navigation.mine"})
def of_own_group(page: str) -> ResponseReturnValue:
    """Redirect to a page of the chosen or last group, or to join one."""
    found = own_groups()
    elsewhere = "/" if page == "seasons.current" else "/join"
    return redirect(url_for(page, gid=found[0][0].uuid) if found else elsewhere)


@navigation.get("/g/<uuid:gid>/mine")
def mine(gid: UUID) -> ResponseReturnValue:
    """Redirect to the page of this device's player, or ask who that is."""
    if (player := play.member_now(gid).player) is None:
        return redirect(url_for("join.who", gid=gid))
    return redirect(url_for("players.show", gid=gid, player=player))


def redirect_old_path(**parts: object) -> ResponseReturnValue:
    """Redirect from an old path to the new one, with the same query."""
    path = NEW_ADDRESSES[str(request.url_rule)].format(**parts)
    query = quote(request.query_string, safe="=&%+")
    return redirect(f"{path}?{query}" if query else path)


for rule in NEW_ADDRESSES:
    navigation.add_url_rule(rule, view_func=redirect_old_path)
