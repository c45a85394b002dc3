"""Join a group by a link, QR code or join code; invite others; sign-up codes."""

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from uuid import UUID
from zoneinfo import available_timezones

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.db import engine, groups
from scorepad.db.tables import GameRow
from scorepad.games.names import Unsure, unsure_name
from scorepad.pdf.paper import code_for
from scorepad.services import documents, draws, invites, players, requests, signups
from scorepad.services.devices import new_token
from scorepad.services.groups import GroupEntry, running_game
from scorepad.services.permissions import Action, Role, group_and_member
from scorepad.web.middleware import auth, errors
from scorepad.web.middleware.guard import address_hash, own_address
from scorepad.web.middleware.languages import current_language, sentence_about
from scorepad.web.static import not_stored

LONGEST_SHOWN: Final = 16
CLAIM_LENGTH: Final = 43

bp = Blueprint("join", __name__)


@bp.get("/join")
@bp.post("/join")
def show() -> ResponseReturnValue:
    """Show the form, or add this device to a group by the link or code in it.

    The part of a link after # is not sent, so opening it uses up nothing.
    """
    fault, typed = "", request.form.get("code", "")
    if request.method == "POST":
        pepper, kind = current_app.config["SECRET"], auth.kind_of_device()
        try:
            joined = invites.join(
                auth.reader(), typed, pepper, address=address_hash(), device_kind=kind
            )
        except requests.EntryRefusedError as refused:
            fault = sentence_about(refused.objections[0])
        else:
            auth.remember_device(joined.token)
            return redirect(_page_after(joined), 303)
    # A mistyped code can be corrected; a link is too long to be shown.
    typed = typed if len(typed) <= LONGEST_SHOWN else ""
    table = draws.table_named(engine.db.session(), request.args.get("table", ""))
    page = render_template("join/join.html", problem=fault, typed=typed, table=table)
    return not_stored(page, 422 if fault else 200)


def _page_after(joined: invites.JoinedGroup) -> str:
    gid, tournament = joined.group, joined.tournament
    if tournament and joined.game:
        shell = url_for("play.shell", lang=current_language())
        return f"{shell}#{gid}/{joined.game}"
    if tournament:
        return url_for("tournaments.hall", gid=gid, tid=tournament)
    endpoint = "seasons.current" if joined.role is Role.VIEWER else "join.who"
    return url_for(endpoint, gid=gid)


@bp.get("/g/<uuid:gid>/me")
def who(
    gid: UUID, fault: str = "", unsure: Unsure | None = None
) -> ResponseReturnValue:
    """Ask which player uses this device."""
    group, member = group_and_member(auth.reader(), gid, Action.PLAY)
    taken = groups.players_with_devices(engine.db.session(), group.id) - {member.player}
    return render_template(
        "join/who.html",
        gid=gid,
        member=member,
        people=groups.players_of(engine.db.session(), group),
        taken=taken,
        locked=frozenset() if member.may("let_in") else taken,
        problem=fault,
        typed=request.form.get("name", ""),
        unsure=unsure,
    ), 422 if fault or unsure else 200


@bp.post("/g/<uuid:gid>/me")
def choose_player(gid: UUID) -> ResponseReturnValue:
    """Save the player of this device, and redirect to the tournament or the group."""
    chosen = request.form.get("player", type=UUID)
    name = request.form.get("name", "")
    known = [] if chosen else documents.names_known_to(auth.reader(), gid)
    if unsure := unsure_name([name], known, request.form.getlist("another")):
        return who(gid, unsure=unsure)
    try:
        players.choose_player(auth.writer(), gid, chosen, name)
    except requests.EntryRefusedError as refused:
        return who(gid, sentence_about(refused.objections[0]))
    if tournament := request.args.get("tournament", type=UUID):
        return redirect(url_for("tournaments.show", gid=gid, tid=tournament), 303)
    if (found := running_game(auth.reader())) and found[0] == gid:
        _, member, game = found
        sits = member.player in game.player_ids
        if sits and isinstance(game, GameRow) and not member.may("score", game.uuid):
            return redirect(url_for("seat.show", gid=gid, uuid=game.uuid), 303)
    return redirect(url_for("home.home", group=gid), 303)


signup = Blueprint("signup", __name__)


def group_entry(uuid: UUID, claim: str, time_zone: str, language: str) -> GroupEntry:
    """Return the group to create, for the rate limits and the device's token."""
    proof = request.cookies.get(_cookie_name(), "")[:100]
    link = signups.link_shown(signup_rules(), proof)
    sender = auth.kind_of_device(), address_hash(), auth.sent_token()
    return GroupEntry(uuid, claim, time_zone, language, *sender, link)


def group_entry_of_form(start: str | None) -> GroupEntry:
    """Return the group that a form makes, by its *start* and the time zone it sent."""
    is_ours = start and len(start) == CLAIM_LENGTH and start.isascii()
    claim = start if start and is_ours else new_token()
    zone = request.form.get("time_zone", "")
    known = zone if zone in available_timezones() else "UTC"
    return group_entry(id_of("group", claim), claim, known, current_language())


def id_of(*parts: str) -> UUID:
    """Return the id of a group or game that a form makes, however often it is sent."""
    digest = hashlib.sha256("\0".join(parts).encode()).digest()
    return UUID(bytes=digest[:16], version=4)


def signup_rules() -> signups.SignupRules:
    """Return who may create groups here."""
    settings, pepper = current_app.config["SETTINGS"], current_app.config["SECRET"]
    return signups.SignupRules(settings.signups, settings.signup_code, pepper)


def _cookie_name() -> str:
    return "__Host-signup" if request.is_secure else "signup"


@signup.get("/signup")
@signup.post("/signup")
def enter_code() -> ResponseReturnValue:
    """Ask for a sign-up code or link, and return to the game that waits for it."""
    rules, fault = signup_rules(), ""
    game = "towers" if request.args.get("game") == "towers" else "play"
    answer = redirect(url_for(f"{game}.shell", lang=current_language()), 303)
    if request.method == "POST":
        code, now = request.form.get("code", ""), datetime.now(UTC)
        try:
            proof = signups.prove(engine.db.session(), now, code, rules, address_hash())
        except requests.EntryRefusedError as refused:
            fault = sentence_about(refused.objections[0])
        else:
            auth.keep_cookie(answer, _cookie_name(), proof)
            return answer
    elif rules.mode == "open":
        return answer
    page = render_template("join/signup.html", problem=fault)
    return not_stored(page, 422 if fault else 200)


LASTS: Final = {"day": 1, "month": 30, "year": 365, "": None}
USES: Final = {"1": 1, "5": 5, "20": 20, "": None}

invitations = Blueprint("invites", __name__, url_prefix="/g/<uuid:gid>/invites")


@invitations.get("", endpoint="show")
def show_invites(gid: UUID, *, secret: str = "", **made: Any) -> ResponseReturnValue:
    """Show the valid code and links, and a new *secret* once; offer to make more."""
    by = auth.reader()
    group, member = group_and_member(by, gid, Action.LET_IN)
    # The part after # is not sent to the server when a phone opens the link.
    address = own_address() + url_for("join.show", _anchor=secret) if secret else ""
    page = render_template(
        "join/invites.html",
        gid=gid,
        member=member,
        join_code=invites.find_join_code(by, group),
        links=invites.invites_of(by, group),
        made=made,
        address=address,
        picture=code_for((address,)) if address else None,
        uses=USES,
        minutes=int(invites.OPEN_FOR.total_seconds() // 60),
    )
    return not_stored(page)


@invitations.post("/code")
def make_join_code(gid: UUID) -> ResponseReturnValue:
    """Create a join code for ten minutes; only this response shows it."""
    roles = {"player": Role.PLAYER, "viewer": Role.VIEWER}
    if (given := roles.get(request.form.get("role", "player"))) is None:
        return errors.problem(422, _("Choose one of the options."))
    pepper, wide = current_app.config["SECRET"], bool(request.form.get("wide"))
    code = invites.make_join_code(auth.writer(), gid, given, pepper, wide=wide)
    return show_invites(gid, code=f"{code[:4]}-{code[4:]}", role=given, secret=code)


@invitations.post("")
def invite(gid: UUID) -> ResponseReturnValue:
    """Create a link, and show it once."""
    form = request.form
    try:
        days = LASTS[form.get("lasts", "month")]
        entry = invites.InviteEntry(
            Role(form["role"]),
            timedelta(days=days) if days else None,
            UUID(form["game"]) if form.get("game") else None,
            form.get("name", ""),
            USES[form.get("uses", "")],
        )
    except (KeyError, ValueError):
        return errors.problem(422, _("Choose one of the options."))
    secret = invites.invite(auth.writer(), gid, entry)
    return show_invites(gid, link=True, role=entry.role, game=entry.game, secret=secret)


@invitations.post("/code/end", defaults={"invite_id": None})
@invitations.post("/<uuid:invite_id>/end")
def end(gid: UUID, invite_id: UUID | None) -> ResponseReturnValue:
    """Revoke a link, or the join code."""
    invites.revoke(auth.writer(), gid, invite_id)
    return redirect(url_for("invites.show", gid=gid), 303)
