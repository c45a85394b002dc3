"""Import games from a file: choose it, see what was found, choose games, undo."""

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Final, NamedTuple
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from scorepad.db.tables import WIZARD, Group
from scorepad.games.documents import NotADocument
from scorepad.games.names import name_key
from scorepad.imports import games_in
from scorepad.imports.cells import OF_A_PLAYER, meaning_of
from scorepad.imports.files import ACCEPTED, LARGEST, as_text, file_in
from scorepad.imports.found import Document, FileProblem, Found, UnreadableError
from scorepad.pdf import attachments
from scorepad.services.documents import import_games, names_known_to
from scorepad.services.games import delete_games
from scorepad.services.rate_limits import Limit
from scorepad.services.requests import EntryRefusedError, GameAddress
from scorepad.web.home import own_groups
from scorepad.web.join import group_entry_of_form, new_start
from scorepad.web.middleware.auth import current_device, reader, remember_device, writer
from scorepad.web.middleware.guard import count_action
from scorepad.web.middleware.languages import current_language, sentence_about
from scorepad.web.play import may_score

bp = Blueprint("files", __name__)

LARGEST_FORM: Final = 8 << 20
"""Bytes of the largest form: the file, as base64 once it was read."""

LARGEST_UNDO: Final = 256 << 10  # bytes of the ids of as many games as a file may have
HEX: Final = re.compile(r"\b[0-9a-f]{32}\b", re.ASCII)
MOST_NAMES = 12
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


class Reading(NamedTuple):
    """What was found in a file for one of the *groups* that its device may fill."""

    data: bytes
    found: Found
    problem: UnreadableError | None
    groups: Sequence[Group]
    group: UUID | None
    known: frozenset[str]

    @property
    def players(self) -> list[str]:
        """Return the names that columns may be of, those of the headings too."""
        columns = self.found.columns
        held = [each.holds.partition(":")[2] for each in columns]
        labels = [each.label for each in columns if meaning_of(each.label) is None]
        return [*dict.fromkeys(filter(None, [*held, *labels]))][:MOST_NAMES]

    @property
    def new(self) -> list[str]:
        """Return the names that are not in the group."""
        return [n for n in self.found.people if name_key(n) not in self.known]

    @property
    def held(self) -> str:
        """Return the file as text, to be sent back with the choice."""
        return as_text(self.data)


@bp.get("/import")
def choose() -> ResponseReturnValue:
    """Show the form for the file."""
    return _file_page("")


@bp.post("/import")
def bring() -> ResponseReturnValue:
    """Show what was found in a file, also in one shared to the installed app.

    Nothing is written.
    """
    return _reading_or_problem()


@bp.post("/import/games")
def take() -> ResponseReturnValue:
    """Import the chosen games of those that were found."""
    return _reading_or_problem(take=True)


def _reading_or_problem(*, take: bool = False) -> ResponseReturnValue:
    request.max_content_length = request.max_form_memory_size = LARGEST_FORM
    if current_device() is None:  # the guard has counted known devices
        count_action(Limit.FORM)
    try:
        reading = _reading()
        return _taken(reading) if take else _found_page(reading)
    except RequestEntityTooLarge:
        return _file_page(FileProblem.TOO_LARGE), 413
    except UnreadableError as refused:
        status = 413 if refused.problem is FileProblem.TOO_LARGE else 422
        return _file_page(refused.problem, found=refused.found), status
    except attachments.NotASheetError as refused:
        is_empty = str(refused) == attachments.NO_GAME
        return _file_page("no_game" if is_empty else "damaged"), 422
    except attachments.UnpackersBusy:
        return _file_page("busy"), 429, {"Retry-After": RETRY_AFTER}
    except (EntryRefusedError, NotADocument) as refused:
        objections = getattr(refused, "objections", ())
        more = dict.fromkeys(map(sentence_about, objections))
        return _file_page("refused", *more), 422


def _reading() -> Reading:
    data = _sent_file()
    groups = [each for each, *_ in own_groups() if may_score(each.uuid)]
    wanted = request.values.get("group", type=UUID)
    ids = [each.uuid for each in groups]
    group = wanted if wanted in ids else next(iter(ids), None)
    known = names_known_to(reader(), group) if group else []
    holds, problem = request.form.getlist("column"), None
    try:
        found = games_in(data, known, month_first=_month_first(), holds=holds)
    except UnreadableError as refused:
        cells = [cell for each in refused.columns for cell in each.cells]
        if not any(map(str.isdigit, "".join(cells))):
            raise
        found, problem = Found("table", columns=refused.columns), refused
    keys = frozenset(map(name_key, known))
    return Reading(data, found, problem, groups, group, keys)


def _month_first() -> bool | None:
    """Return how the person writes dates; English without a country may mean both."""
    country = (request.accept_languages.best or "").casefold()
    if current_language().tag != "en":
        return False
    return {"en": None, "": None, "en-us": True}.get(country, False)


def _sent_file() -> bytes:
    sent = request.files.get("file")
    if sent is None:
        return file_in(request.form.get("held", ""))
    with closing(sent):
        file = bytes(sent.read(LARGEST + 1))
    return attachments.document_in(file) if file.startswith(b"%PDF-") else file


def _found_page(reading: Reading) -> tuple[str, int]:
    page = render_template(
        "paper/found.html",
        reading=reading,
        meanings=MEANINGS,
        of_a_player=OF_A_PLAYER[:-1],
        found=reading.found,
        program=PROGRAMS.get(reading.found.kind),
        start=request.form.get("start") or new_start(),
    )
    return page, 200 if reading.found.games else 422


def _taken(reading: Reading) -> ResponseReturnValue:
    found, sent = reading.found, request.form
    said = {
        name_key(sent.get(f"name{at}", "")): sent.get(f"as{at}", "")
        for at in range(len(found.questions))
    }
    other = sent.getlist("column") != sent.getlist("was")
    if other or any(name_key(each.name) not in said for each in found.questions):
        return _found_page(reading)  # read with other columns, or for another group
    chosen = {*sent.getlist("game", type=int)}
    games = [
        game._replace(document=_renamed(game.document, said))
        for at, game in enumerate(found.games)
        if at in chosen
    ]
    if not games:
        return _file_page("none_chosen"), 422
    entry = group_entry_of_form(sent.get("start"))
    imported = import_games(reader(), games, entry, reading.group)
    if imported.token:
        remember_device(imported.token)
    return render_template(
        "paper/imported.html", imported=imported, address_of=_address_of
    )


def _address_of(game: GameAddress) -> str:
    gid, uuid, word = game.group, game.game, game.word
    if word == WIZARD:
        return url_for("sheet.show", gid=gid, uuid=uuid)
    return url_for("documents.show", gid=gid, word=word, uuid=uuid)


def _renamed(document: Document, names: Mapping[str, str]) -> Document:
    players = document["players"]
    given = [names.get(name_key(str(name))) or name for name in players]
    return {**document, "players": given}


@bp.post("/g/<uuid:gid>/undo-import")
def undo(gid: UUID) -> ResponseReturnValue:
    """Delete games that were just imported; they can be restored for thirty days."""
    request.max_content_length = request.max_form_memory_size = LARGEST_UNDO
    uuids = map(UUID, HEX.findall(request.form.get("games", "")))
    delete_games(writer(), gid, [*uuids])
    return redirect(url_for("people.deleted_games", gid=gid), 303)


def _file_page(problem: str, *more: str, found: str = "") -> str:
    about = {"problem": problem, "more": more, "found": found}
    return render_template(
        "paper/file.html",
        **about,
        group=request.values.get("group", type=UUID),
        accepted=ACCEPTED,
        most=LARGEST,
        too_large=FileProblem.TOO_LARGE,
    )
