"""Pages of tournaments: set-up, players, tables, standings, and the hall page."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import zip_longest
from secrets import randbelow
from typing import Any, Final
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.games.documents import NotADocument, read, written
from scorepad.games.wizard.schedule import Schedule
from scorepad.services import documents, draws, requests, sheet_entry, tournament_files
from scorepad.services import tournaments as service
from scorepad.services.permissions import Action, group_and_member
from scorepad.tournaments import record, standings
from scorepad.web import forms, games, static
from scorepad.web.middleware import auth, errors, languages

LONGEST_LIST: Final = 40_000  # characters of a pasted list of players
LONGEST_CLUB: Final = 60
MOST_POINTS, LONGEST_REASON = 1000, 200  # of a penalty
SCHEDULES: Final = tuple(each for each in Schedule if each is not Schedule.CUSTOM)
BESIDE_FILE: Final = 64 << 10  # bytes of a form beside its file
LONGEST_WAIT: Final = 120  # minutes until a game starts

bp = Blueprint("tournaments", __name__, url_prefix="/g/<uuid:gid>/tournaments")


@bp.get("")
def index(gid: UUID, **about: str) -> str:
    """List the tournaments of the group, and offer to create one."""
    by = auth.reader()
    group, member = group_and_member(by, gid, Action.READ)
    return render_template(
        "tournament/index.html",
        gid=gid,
        found=service.tournament_rows(by.session, group),
        may_create=member.may(Action.ARRANGE),
        **about,
    )


@bp.post("")
def create(gid: UUID) -> ResponseReturnValue:
    """Create a tournament."""
    sent = request.form
    preset = record.PRESETS.get(sent.get("preset", ""), record.PRESETS["qualifier"])
    wanted = replace(preset, name=sent.get("name", ""), seed=randbelow(1_000_000))
    try:
        made = service.create(auth.writer(), gid, wanted)
    except requests.EntryRefusedError as refused:
        return index(gid, wrong=languages.sentence_about(refused.objections[0])), 422
    return _back(gid, made, "players")


@bp.post("/open")
def open_file(gid: UUID) -> ResponseReturnValue:
    """Create the tournament of a file."""
    auth.group_or_404(gid, Action.ARRANGE)
    request.max_content_length = tournament_files.LARGEST + BESIDE_FILE
    try:
        sent = request.files.get("file")
        found = tournament_files.parse_tournament(sent.read() if sent else b"")
        made = tournament_files.open_tournament(auth.writer(), gid, found)
    except (NotADocument, requests.EntryRefusedError):
        wrong = _("This is not a tournament saved by Scorepad. Choose another.")
        return index(gid, file_wrong=wrong), 422
    return _back(gid, made)


@bp.get("/<uuid:tid>/tournament.json")
def file(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Return the whole tournament as a file, for directors."""
    found = tournament_files.export_tournament(auth.reader(), gid, tid)
    text = json.dumps(written(found), ensure_ascii=False)
    name = found.tournament.name
    return static.download(text, "application/json", "tournament.json", name)


@bp.get("/<uuid:tid>", defaults={"part": "tables"})
@bp.get("/<uuid:tid>/<any(players,standings,settings):part>")
def show(gid: UUID, tid: UUID, part: str, **about: Any) -> str:
    """Show the tables, the players, the standings or the settings."""
    to = service.load(auth.reader(), gid, tid)
    if part == "players":
        people = documents.names_known_to(auth.reader(), gid)
        about["known"] = [each for each in people if each not in to.names.values()]
    value, drawn = to.value, to.value.draws[-1] if to.value.draws else None
    return render_template(
        f"tournament/{part}.html",
        gid=gid,
        tid=tid,
        part=part,
        to=to,
        value=value,
        names=to.names,
        device=auth.current_device(),
        drawn=drawn,
        quality=draws.quality,
        wait=drawn and to.is_playing and drawn.minutes_left(datetime.now(UTC)),
        schedules=SCHEDULES,
        before=request.args.get("before", type=int),
        standings=standings,
        **about,
    )


@bp.get("/<uuid:tid>/hall")
def hall(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Show who sits where, how far the tables are, and the standings; polled."""
    seen = service.state_of(auth.reader(), gid, tid)
    return games.unless_known(seen, lambda: show(gid, tid, "hall"))


def _back(
    gid: UUID, tid: UUID, part: str = "tables", before: int | None = None
) -> ResponseReturnValue:
    to = url_for("tournaments.show", gid=gid, tid=tid, part=part, before=before)
    return redirect(to, 303)


def _changed(
    gid: UUID, tid: UUID, part: str, change: Callable[..., int | None], **values: Any
) -> ResponseReturnValue:
    """Change a tournament; show what a swap returns, the repeats *before* it."""
    try:
        before = change(auth.writer(), gid, tid, **values)
    except requests.EntryRefusedError as refused:
        wrong = languages.sentence_about(refused.objections[0])
        return show(gid, tid, part, wrong=wrong), 422
    return _back(gid, tid, part, before)


def _route(rule: str, change: Callable[..., Any], part: str, **fields: Any) -> None:
    """Add the route of a *change*, by ids in the URL and the *fields* of the form."""

    def view(gid: UUID, tid: UUID, **ids: Any) -> ResponseReturnValue:
        sent = {key: request.form.get(key, to(), type=to) for key, to in fields.items()}
        return _changed(gid, tid, part, change, **ids, **sent)

    bp.add_url_rule(f"/<uuid:tid>/{rule}", change.__name__, view, methods=["POST"])


_route("typings/<uuid:game>/discard", sheet_entry.discard, "tables")
_route("penalties/<int:at>/remove", service.remove_penalty, "standings")
_route("reveal", service.reveal, "tables")
_route("draw", draws.draw_next, "tables", seen=str)
_route("swap", draws.swap, "tables", one=int, other=int, seen=str)


@bp.post("/<uuid:tid>/players/<int:number>/stop", defaults={"plays": False})
@bp.post("/<uuid:tid>/players/<int:number>/again", defaults={"plays": True})
def set_playing(gid: UUID, tid: UUID, **values: Any) -> ResponseReturnValue:
    """Leave a player out of all games drawn from now on, or include them again."""
    return _changed(gid, tid, "players", draws.set_playing, **values)


@bp.post("/<uuid:tid>/settings")
def save_settings(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Save the rules of a tournament of which no game is drawn."""
    auth.group_or_404(gid, Action.SCORE)
    sent = {
        **{key: request.form.get(key, type=int) for key in ("games", "cut", "advance")},
        **{key: request.form.get(key) for key in ("ranking", "schedule")},
        **{key: key in request.form for key in ("even_bid_rule", "counts")},
    }
    try:
        wanted = read(record.Tournament, {"name": "any", **sent})
    except NotADocument:
        wanted = None
    if wanted is None or wanted.schedule not in SCHEDULES:
        return errors.problem(422, _("Choose one of the options."))
    values = {key: getattr(wanted, key) for key in sent}
    return _changed(gid, tid, "settings", service.change_settings, values=values)


@bp.post("/<uuid:tid>/typing")
def save_typing(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Save whether paper sheets are typed in twice, at any time."""
    values = {"typed_twice": "twice" in request.form}
    return _changed(gid, tid, "settings", service.change_settings, values=values)


@bp.post("/<uuid:tid>/players")
def add_players(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Enter the players of a list: one a line, a club after a semicolon or comma."""
    auth.group_or_404(gid, Action.SCORE)
    sent = request.form
    names, clubs = [], []
    for line in sent.get("players", "")[:LONGEST_LIST].splitlines():
        # Tabs come from spreadsheets.
        name, _between, club = line.replace("\t", ";").replace(",", ";").partition(";")
        if name.strip():
            names.append(name.strip())
            clubs.append(club.strip(" ;")[:LONGEST_CLUB])
    names += sent.getlist("known")
    is_possible = len(names) <= record.MOST_ENTRIES  # else the service refuses them
    known = documents.names_known_to(auth.reader(), gid) if is_possible else []
    names, unsure, meant = forms.ask_about(names, known, sent)
    named = [*zip_longest(names, clubs, fillvalue="")]
    if unsure:
        typed = "\n".join(f"{name}, {club}".rstrip(", ") for name, club in named)
        about = {"unsure": unsure, "meant": meant, "typed": typed}
        return show(gid, tid, "players", **about), 422
    return _changed(gid, tid, "players", draws.add_players, people=named)


@bp.post("/<uuid:tid>/take-part")
def take_part(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Enter the player of this device, or ask first who that is."""
    _, member = group_and_member(auth.reader(), gid, Action.PLAY)
    if member.player is None:
        return redirect(url_for("join.who", gid=gid, tournament=tid), 303)
    return _changed(gid, tid, "players", draws.take_part)


@bp.post("/<uuid:tid>/begin")
def begin(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Begin the game that is drawn, in some minutes."""
    auth.group_or_404(gid, Action.SCORE)
    wait = request.form.get("minutes", 0, type=int)
    if not 0 <= wait <= LONGEST_WAIT:
        return errors.problem(422, _("Enter a number from 0 to 120."))
    how = {"wait": timedelta(minutes=wait), "seen": request.form.get("seen", "")}
    return _changed(gid, tid, "tables", draws.begin_game, **how)


@bp.post("/<uuid:tid>/penalties")
def penalise(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Add a penalty."""
    auth.group_or_404(gid, Action.SCORE)
    sent, reason = request.form, request.form.get("reason", "")[:LONGEST_REASON]
    number, game = (sent.get(key, 0, type=int) for key in ("number", "game"))
    points = sent.get("points", MOST_POINTS + 1, type=int)
    if abs(points) > MOST_POINTS or not reason:
        wrong = _("Enter points from −1000 to 1000 and a reason.")
        return show(gid, tid, "standings", wrong=wrong), 422
    penalty = record.Penalty(number, game, points, reason)
    return _changed(gid, tid, "standings", service.penalise, penalty=penalty)


@bp.post("/<uuid:tid>/further-game")
def order_tied(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Store the order that a further game gave to equal players.

    A player chosen twice gets the first of the two places; others move up.
    """
    chosen, tied = (request.form.getlist(key, type=int) for key in ("order", "tied"))
    left = (number for number in tied if number not in chosen)
    order = [n if n not in chosen[:i] else next(left, 0) for i, n in enumerate(chosen)]
    return _changed(gid, tid, "standings", service.order_tied, order=[*order, *tied])
