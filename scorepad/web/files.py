"""Import games from a file: choose it, see what was found, choose games, undo."""

import json
import secrets
from collections.abc import Mapping
from contextlib import closing
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from scorepad.games.documents import NotADocument, parse_json
from scorepad.games.names import name_key
from scorepad.games.registry import GAMES, GameOfKind, parse_game, read_game
from scorepad.imports import games_in
from scorepad.imports.files import (
    LARGEST,
    SENTENCES,
    FileProblem,
    UnreadableError,
)
from scorepad.imports.found import MOST_GAMES
from scorepad.pdf import attachments
from scorepad.services import games
from scorepad.services.documents import Imported, import_games, names_known_to
from scorepad.services.errors import EntryRefusedError
from scorepad.services.inputs import GameAddress
from scorepad.services.rate_limits import Limit
from scorepad.web.middleware.auth import (
    current_device,
    group_or_404,
    reader,
    remember_device,
    writer,
)
from scorepad.web.middleware.guard import count_action
from scorepad.web.middleware.languages import sentence_about
from scorepad.web.paper_games import founding_of

bp = Blueprint("files", __name__)

AROUND_THE_FILE = 16 << 10  # bytes of the form around the file
LARGEST_CHOICE = 16 << 20  # bytes of the form with what was found
MOST_FIELDS = 2 * MOST_GAMES + 100
RETRY_AFTER = "5"
PROGRAMS = {
    "bgstats": "BG Stats",
    "bgg": "BoardGameGeek",
    "escalier": "Escalier",
    "scorepad": "Scorepad",
}


@bp.get("/type-in/file")
def choose() -> ResponseReturnValue:
    """Show the form for the file."""
    return _file_page("")


@bp.post("/type-in/file")
def bring() -> ResponseReturnValue:
    """Show what was found in the file; the game of a sheet is imported at once."""
    request.max_content_length = LARGEST + AROUND_THE_FILE
    if current_device() is None:  # the guard has counted known devices
        count_action(Limit.FORM)
    try:
        return _page_about(_sent_file())
    except RequestEntityTooLarge:
        return _file_page(FileProblem.TOO_LARGE), 413
    except UnreadableError as refused:
        status = 413 if refused.problem is FileProblem.TOO_LARGE else 422
        return _file_page(refused.problem, found=refused.found), status
    except (NotADocument, EntryRefusedError) as refused:
        return _refusal(refused)


def _sent_file() -> bytes:
    sent = request.files.get("file")
    if sent is None:
        return b""
    with closing(sent):
        return bytes(sent.read(LARGEST + 1))


def _page_about(file: bytes) -> ResponseReturnValue:
    if file.startswith(b"%PDF-"):
        return _sheet(file)
    found = games_in(file, names_known_to(*reader()))
    if found.kind == "scorepad" and len(found.games) + len(found.left_out) == 1:
        return _one_game(parse_game(file))
    return render_template(
        "paper/found.html",
        found=found,
        text=json.dumps,
        day=date.fromisoformat,
        program=PROGRAMS.get(found.kind),
    )


def _sheet(file: bytes) -> ResponseReturnValue:
    try:
        return _one_game(parse_game(attachments.document_in(file)))
    except attachments.NotASheetError as refused:
        is_empty = str(refused) == attachments.NO_GAME
        return _file_page("no_game" if is_empty else "damaged"), 422
    except attachments.UnpackersBusy:
        return _file_page("busy"), 429, {"Retry-After": RETRY_AFTER}


def _refusal(refused: NotADocument | EntryRefusedError) -> ResponseReturnValue:
    if isinstance(refused, EntryRefusedError):
        more = dict.fromkeys(map(sentence_about, refused.objections))
        return _file_page("refused", *more), 422
    # Errors in a document are meant for the author of the program that wrote it.
    return _file_page("no_document", detail=str(refused)), 422


def _one_game(found: GameOfKind) -> ResponseReturnValue:
    address = _import([found]).games[0]
    gid, uuid = address.group, address.game
    if GAMES[found.word].model:
        return redirect(url_for("sheet.show", gid=gid, uuid=uuid), 303)
    return redirect(url_for("documents.show", gid=gid, word=found.word, uuid=uuid), 303)


def _import(found: list[GameOfKind]) -> Imported:
    # The group is for a device without one.
    founding = founding_of(uuid4(), secrets.token_urlsafe(32))
    at = datetime.now(UTC)
    imported = import_games(*reader(), at, found, founding)
    if imported.token:
        remember_device(imported.token)
    return imported


@bp.post("/type-in/file/games")
def take() -> ResponseReturnValue:
    """Import the chosen games of those that were found."""
    request.max_content_length = request.max_form_memory_size = LARGEST_CHOICE
    request.max_form_parts = MOST_FIELDS
    if current_device() is None:
        count_action(Limit.FORM)
    names = {
        name_key(request.form.get(f"name{at}", "")): request.form[f"as{at}"]
        for at in range(MOST_GAMES)
        if request.form.get(f"as{at}")
    }
    try:
        chosen = [_renamed(text, names) for text in request.form.getlist("game")]
        found = [read_game(each) for each in chosen[:MOST_GAMES]]
        if not found:
            return _file_page("none_chosen"), 422
        imported = _import(found)
    except (NotADocument, EntryRefusedError) as refused:
        return _refusal(refused)
    return render_template("paper/imported.html", games=imported.games)


def _renamed(text: str, names: Mapping[str, str]) -> Any:
    document = parse_json(text)
    players = document.get("players") if isinstance(document, dict) else None
    if not isinstance(players, list):
        return document
    given = [names.get(name_key(str(name)), name) for name in players]
    return {**document, "players": given}


@bp.post("/g/<uuid:gid>/undo-import")
def undo(gid: UUID) -> ResponseReturnValue:
    """Delete games that were just imported; they can be restored for thirty days."""
    group_or_404(gid)
    for word in GAMES:
        for uuid in request.form.getlist(word, type=UUID):
            games.delete(*writer(), GameAddress(gid, uuid, word))
    return redirect(url_for("people.deleted_games", gid=gid), 303)


def _file_page(problem: str, *more: str, detail: str = "", found: str = "") -> str:
    about = {"problem": problem, "more": more, "detail": detail, "found": found}
    return render_template(
        "paper/file.html", **about, most=LARGEST, unreadable=SENTENCES
    )
