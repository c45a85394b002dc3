"""Import a game from a sheet that Scorepad printed, or from its document."""

import secrets
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4
from zoneinfo import available_timezones

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.exceptions import RequestEntityTooLarge

from scorepad.db.engine import db
from scorepad.games.documents import NotADocument
from scorepad.games.registry import GAMES, parse_game
from scorepad.pdf.attachments import (
    MOST_PDF,
    NO_GAME,
    NotASheetError,
    UnpackersBusy,
    document_in,
    is_pdf,
)
from scorepad.services.errors import EntryRefusedError
from scorepad.services.imports import Opened, import_game
from scorepad.services.rate_limits import Limit
from scorepad.web.join import group_to_found
from scorepad.web.middleware.auth import current_device, remember_device
from scorepad.web.middleware.guard import count_action
from scorepad.web.middleware.languages import current_language
from scorepad.web.paper_games import ZONES
from scorepad.web.sentences import sentence_about

bp = Blueprint("imports", __name__, url_prefix="/type-in/file")

AROUND_THE_FILE = 16 << 10
"""Bytes of the form around the file."""

RETRY_AFTER = "5"


@bp.get("")
def choose() -> ResponseReturnValue:
    """Show the form for the file."""
    return _page()


@bp.post("")
def bring() -> ResponseReturnValue:
    """Import the game and show its sheet, or show why it cannot be imported."""
    request.max_content_length = MOST_PDF + AROUND_THE_FILE
    if current_device() is None:  # the guard has counted known devices
        count_action(Limit.FORM)
    try:
        sent = request.files.get("file")
        file = sent.read(MOST_PDF + 1) if sent else b""
    except RequestEntityTooLarge:
        return _page(_too_large()), 413
    if len(file) > MOST_PDF:
        return _page(_too_large()), 413
    return _sheet_of_game_in(file)


def _sheet_of_game_in(file: bytes) -> ResponseReturnValue:
    try:
        document = document_in(file) if is_pdf(file) else file
        word, game = parse_game(document)
        opened = _brought(word, game)
    except NotASheetError as refused:
        no_game = _("This PDF contains no game. Use a sheet that Scorepad printed.")
        damaged = _("This PDF is damaged, locked or too large to be read.")
        return _page(no_game if str(refused) == NO_GAME else damaged), 422
    except UnpackersBusy:
        busy = _("Other files are being read; please try again in a moment.")
        return _page(busy), 429, {"Retry-After": RETRY_AFTER}
    except NotADocument as refused:
        said = _("This is not a game file.")
        return _page(said, detail=str(refused)), 422
    except EntryRefusedError as refused:
        sentences = dict.fromkeys(map(sentence_about, refused.objections))
        return _page(_("This game can’t be imported as it is."), *sentences), 422
    if opened.token:
        remember_device(opened.token)
    gid, uuid = opened.address.group, opened.address.game
    if GAMES[word].model:
        return redirect(url_for("sheet.show", gid=gid, uuid=uuid), 303)
    return redirect(url_for("documents.show", gid=gid, word=word, uuid=uuid), 303)


def _too_large() -> str:
    said: str = _(
        "This file is too large: Scorepad reads files of at most %(most)s MB.",
        most=MOST_PDF >> 20,
    )
    return said


def _brought(word: str, game: Any) -> Opened:
    where = db.session(), current_device(), datetime.now(UTC)
    language = current_language().tag
    zone = request.form.get("time_zone", "")
    if zone not in available_timezones():
        zone = ZONES.get(language, "UTC")
    # for a device without a group
    founding = group_to_found(uuid4(), secrets.token_urlsafe(32), zone, language)
    return import_game(*where, word, game, founding)


def _page(*problems: str, detail: str = "") -> str:
    # Errors in a document are meant for the author of the program that wrote it.
    return render_template(
        "paper/file.html",
        problems=problems,
        detail=detail,
        most=MOST_PDF,
        too_large=_too_large(),
    )
