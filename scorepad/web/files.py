"""Import games from a file: choose it, see what was found, choose games, undo."""

import re
from contextlib import closing
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from scorepad.games.documents import NotADocument
from scorepad.games.names import name_key
from scorepad.imports import files, games_in
from scorepad.imports.cells import OF_A_PLAYER, meaning_of
from scorepad.imports.found import FileProblem, Found, UnreadableError
from scorepad.pdf import attachments
from scorepad.services import devices, documents, rate_limits, requests
from scorepad.services.games import delete_games
from scorepad.web import home, join, play
from scorepad.web.middleware import auth, guard, languages

bp = Blueprint("files", __name__)

LARGEST_FORM = 8 << 20
"""Bytes of the largest form: the file, as base64 once it was read."""

LARGEST_UNDO = 256 << 10  # bytes of the ids of as many games as a file may have
MOST_NAMES = 12  # of players that a column may be about
HEX = re.compile(r"\b[0-9a-f]{32}\b", re.ASCII)
MEANINGS = (
    *("round", "cards", "player", "bid", "tricks", "points", "total", "date", "game"),
    *("dealer", "trump", "place", "minutes", "remark"),
)
"""What people may choose that a column holds."""

RETRY_AFTER = "5"
PROGRAMS = {
    "bgstats": "BG Stats",
    "bgg": "BoardGameGeek",
    "escalier": "Escalier",
    "scorepad": "Scorepad",
}


@bp.get("/import")
def choose() -> ResponseReturnValue:
    """Show the form for the file."""
    return _file_page("")


@bp.post("/import", endpoint="read")
@bp.post("/import/games", endpoint="add")
def read_or_add() -> ResponseReturnValue:
    """Show what was found in a file, or import the games that were chosen of it.

    The file may have been shared to the installed app.
    """
    request.max_content_length = request.max_form_memory_size = LARGEST_FORM
    if auth.current_device() is None:  # the guard has counted known devices
        guard.count_action(rate_limits.Limit.FORM)
    try:
        return _read_or_add()
    except RequestEntityTooLarge:
        return _file_page(FileProblem.TOO_LARGE), 413
    except UnreadableError as refused:
        status = 413 if refused.problem is FileProblem.TOO_LARGE else 422
        return _file_page(refused.problem, kind=refused.found), status
    except attachments.NotASheetError as refused:
        is_empty = str(refused) == attachments.NO_GAME
        return _file_page("no_game" if is_empty else "damaged"), 422
    except attachments.UnpackersBusy:
        return _file_page("busy"), 429, {"Retry-After": RETRY_AFTER}
    except (requests.EntryRefusedError, NotADocument) as refused:
        objections = getattr(refused, "objections", ())
        more = dict.fromkeys(map(languages.sentence_about, objections))
        return _file_page("refused", *more), 422


def _read_or_add() -> ResponseReturnValue:
    data, sent, problem = _sent_file(), request.form, None
    groups = [each for each, *_ in home.own_groups() if play.may_score(each.uuid)]
    wanted, ids = request.values.get("group", type=UUID), [each.uuid for each in groups]
    group = wanted if wanted in ids else next(iter(ids), None)
    known = documents.names_known_to(auth.reader(), group) if group else []
    holds = sent.getlist("column")
    try:
        found = games_in(data, known, month_first=_month_first(), holds=holds)
    except UnreadableError as refused:
        cells = [cell for each in refused.columns for cell in each.cells]
        if not any(map(str.isdigit, "".join(cells))):
            raise
        found, problem = Found("table", columns=refused.columns), refused.problem
    answers = {
        name_key(sent.get(f"name{at}", "")): sent.get(f"as{at}", "")
        for at in range(len(found.questions))
    }
    is_asked = any(name_key(each.name) not in answers for each in found.questions)
    is_corrected = holds != sent.getlist("was")
    if request.endpoint == "files.add" and not is_asked and not is_corrected:
        return _add(found, group, answers)
    named = [each.holds.partition(":")[2] for each in found.columns]
    labels = [each.label for each in found.columns if meaning_of(each.label) is None]
    theirs = {*map(name_key, known)}
    return render_template(
        "paper/found.html",
        found=found,
        problem=problem,
        groups=groups,
        group=group,
        content=files.as_text(data),
        new=[name for name in found.people if name_key(name) not in theirs],
        players=[*dict.fromkeys(filter(None, [*named, *labels]))][:MOST_NAMES],
        meanings=MEANINGS,
        of_a_player=OF_A_PLAYER[:-1],
        program=PROGRAMS.get(found.kind),
        start=sent.get("start") or devices.new_token(),
    ), 200 if found.games else 422


def _add(found: Found, gid: UUID | None, names: dict[str, str]) -> ResponseReturnValue:
    """Import the chosen games, with other *names* for some people."""
    chosen, games = {*request.form.getlist("game", type=int)}, []
    for game in (each for at, each in enumerate(found.games) if at in chosen):
        players = [names.get(name_key(n)) or n for n in game.document["players"]]
        games.append(game._replace(document={**game.document, "players": players}))
    if not games:
        return _file_page("none_chosen"), 422
    entry = join.group_entry_of_form(request.form.get("start"))
    imported = documents.import_games(auth.reader(), games, entry, gid)
    auth.remember_device(imported.token)
    return render_template("paper/imported.html", imported=imported)


def _month_first() -> bool | None:
    """Return how the person writes dates; English without a country may mean both."""
    country = (request.accept_languages.best or "").casefold()
    if languages.current_language() != "en":
        return False
    return {"en": None, "": None, "en-us": True}.get(country, False)


def _sent_file() -> bytes:
    if (sent := request.files.get("file")) is None:
        return files.file_in(request.form.get("content", ""))
    with closing(sent):
        file = bytes(sent.read(files.LARGEST + 1))
    return attachments.document_in(file) if file.startswith(b"%PDF-") else file


@bp.post("/g/<uuid:gid>/undo-import")
def undo(gid: UUID) -> ResponseReturnValue:
    """Delete games that were just imported; they can be restored for thirty days."""
    request.max_content_length = request.max_form_memory_size = LARGEST_UNDO
    uuids = map(UUID, HEX.findall(request.form.get("games", "")))
    delete_games(auth.writer(), gid, [*uuids])
    return redirect(url_for("people.deleted_games", gid=gid), 303)


def _file_page(problem: str, *more: str, kind: str = "") -> str:
    return render_template(
        "paper/file.html",
        problem=problem,
        more=more,
        kind=kind,
        group=request.values.get("group", type=UUID),
        accepted=files.ACCEPTED,
        most=files.LARGEST,
        too_large=FileProblem.TOO_LARGE,
    )
