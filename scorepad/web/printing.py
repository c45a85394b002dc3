"""Printing: PDFs and pictures within limits; sheets, leaflets, cards with a code."""

import logging
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import TypeVar, cast
from uuid import UUID

import flask
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorepad.db import engine, tables
from scorepad.db.results import Selection, wins_until
from scorepad.games.towers import GAME
from scorepad.games.wizard.sheet import sheet_of
from scorepad.i18n import languages, terms
from scorepad.pdf import html, towers, worker
from scorepad.pdf.completed import Copy, Showing, values_of
from scorepad.pdf.paper import PAPERS, CodeTooDenseError, Paper
from scorepad.pdf.renderer import PdfCache, Renderer
from scorepad.services import groups, invites, requests, season_books, seasons
from scorepad.services.rate_limits import Limit
from scorepad.services.stored_games import StoredGame, stored_game
from scorepad.web import forms, play, static
from scorepad.web.middleware import auth, errors, guard
from scorepad.web.middleware.languages import current_language
from scorepad.web.players import look_of

log = logging.getLogger(__name__)

FormT = TypeVar("FormT", bound=forms.ChoiceForm)


def renderer() -> Renderer:
    """Return the renderer."""
    return cast("Renderer", flask.current_app.extensions["renderer"])


def pdf_cache() -> PdfCache:
    """Return the cache of rendered PDFs."""
    return cast("PdfCache", flask.current_app.extensions["pdf_cache"])


def limited(job: worker.PrintJob) -> bytes:
    """Return the file of a job; ``TooOftenError`` if the hourly limit is reached."""
    # That of pictures is higher, because forms show many previews.
    guard.count_action(Limit.PICTURE if job.picture_width else Limit.PRINT)
    return renderer().render(job)


def pdf_answer(pdf: bytes, plain: str, spoken: str) -> flask.Response:
    """Return a response with a PDF, an ASCII file name and a translated one."""
    answer = flask.Response(pdf, mimetype="application/pdf")
    static.name_file(answer, "inline", plain, spoken)
    return answer


def cached_answer(job: worker.PrintJob, *names: str) -> flask.Response:
    """Return a response with the file of a *job*, cached and within the limit.

    *names* are an ASCII file name and a translated one.
    """
    kind = "image/png" if job.picture_width else "application/pdf"
    answer = flask.Response(mimetype=kind)
    if names:
        static.name_file(answer, "inline", *names)
    # This may wait for a worker, and saves must not wait for that.
    engine.db.session().close()
    key = pdf_cache().key(job)
    answer.set_etag(key[:24])
    if answer.make_conditional(flask.request).status_code != HTTPStatus.NOT_MODIFIED:
        answer.data = pdf_cache().get(key, partial(limited, job))
    return answer


def fill_in_defaults(form: forms.BookForm) -> None:
    """Fill in missing options: the language and usual paper of the reader."""
    form.lang.data = form.lang.data or current_language()
    form.paper.data = form.paper.data or usual_paper()


def usual_paper() -> Paper:
    """Return Letter or A4, by the languages of the browser."""
    letter = languages.uses_letter(flask.request.headers.get("Accept-Language"))
    return Paper.LETTER if letter else Paper.A4


def valid(kind: type[FormT], sent: MultiDict[str, str] | None = None) -> FormT:
    """Return the form that was *sent*, usually in the URL; abort with 422 if wrong."""
    form = kind.sent(flask.request.args if sent is None else sent)
    if isinstance(form, forms.BookForm):
        fill_in_defaults(form)
    if not form.validate():
        flask.abort(errors.problem(HTTPStatus.UNPROCESSABLE_ENTITY, form.sentence))
    return form


def copy_of(found: StoredGame, language: str, showing: Showing) -> Copy:
    """Return the sheet of a game for one reader."""
    copy = Copy(found.game, language, found.group.name, showing)
    winners = copy.sheet.winners if copy.sheet.finished else ()
    known = wins_until(engine.db.session(), found.group.id, game_id=found.row.id)
    players = [seat.player_id for seat in found.row.seats]
    wins = known.get(players[winners[0]]) if len(winners) == 1 else None
    if wins is None:  # there is no sole winner, or the game does not count
        return copy
    return replace(copy, level=terms.level_name(wins, language))


bp = flask.Blueprint("printing", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>")

RETRY_AFTER_S = 5


@bp.get("/print")
def choose(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Show the options and a preview of the sheet."""
    address = requests.GameAddress(gid, uuid)
    found, args = stored_game(auth.reader(), address), flask.request.args
    form = forms.ShowingForm.sent(args)
    fill_in_defaults(form)
    about = {"address": address, "game": found.game, "form": form}
    if not form.validate():
        return flask.render_template("print/sheet.html", **about), 422
    if forms.AS_FORM in args:
        return flask.redirect(f"{flask.request.path}?{form.query}")
    paper = PAPERS[form.paper.value]
    height = round(worker.PICTURE_WIDTH * paper.height / paper.width)
    return flask.render_template(
        "print/sheet.html",
        **about,
        picture={"width": worker.PICTURE_WIDTH, "height": height},
        printed=values_of(copy_of(found, form.lang.value, form.showing)),
    )


@bp.get("/sheet.pdf", endpoint="sheet")
@bp.get("/sheet.png", endpoint="picture")
def sheet(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Return the sheet of a game, finished or not, or its first page as a picture."""
    found = stored_game(auth.reader(), requests.GameAddress(gid, uuid))
    form = valid(forms.ShowingForm)
    job = html.completed_sheet(copy_of(found, form.lang.value, form.showing))
    if flask.request.path.endswith(".png"):
        return cached_answer(replace(job, picture_width=worker.PICTURE_WIDTH))
    # The file is named after the day and the players.
    day, players = found.game.played_on, ", ".join(found.game.players)
    return cached_answer(job, f"wizard-{day}.pdf", f"Wizard {day} {players}")


@bp.get("/picture/<language:lang>.png")
def result(gid: UUID, uuid: UUID, lang: str) -> ResponseReturnValue:
    """Return the result of a finished game as a picture; cached."""
    found = stored_game(auth.reader(), requests.GameAddress(gid, uuid))
    sheet, game = sheet_of(found.game), found.game
    looks = [look_of(gid, each.id_) for each in found.people]
    if not (sheet.finished and sheet.winners):
        raise requests.NotThereError
    date = languages.format_date(game.played_on, lang) if game.played_on else None
    where = " · ".join(filter(None, (found.group.name, date, game.place)))
    return cached_answer(html.result_picture(sheet, looks, where, language=lang))


@bp.app_errorhandler(worker.RenderError)
def _not_printed(error: worker.RenderError) -> ResponseReturnValue:
    status, reason, why = 503, "not_printed", type(error).__name__
    if isinstance(error, worker.LibrariesMissing):
        reason, why = "cannot_print", str(error)
    elif isinstance(error, worker.RendererBusy):
        status, reason = 429, "sheets_busy"
    log.warning("not printed: %s", why)
    return errors.refused_for_now(status, reason, RETRY_AFTER_S)


@bp.app_errorhandler(CodeTooDenseError)
def _too_dense(_error: CodeTooDenseError) -> ResponseReturnValue:
    sentence = _("This address is too long for a code that phones can read.")
    return errors.problem(HTTPStatus.UNPROCESSABLE_ENTITY, sentence)


leaflets = flask.Blueprint("leaflets", __name__, url_prefix="/rules")


@leaflets.get("/<language:lang>/leaflet.pdf", endpoint=tables.WIZARD)
@leaflets.get("/towers/<language:lang>/leaflet.pdf", endpoint=GAME)
def leaflet(lang: str) -> flask.Response:
    """Return the rules of a game as a PDF to fold from one sheet; cached."""
    paper = valid(forms.BookForm).paper.value
    make, game, title = html.leaflet, tables.WIZARD, _("The rules of Wizard")
    if flask.request.endpoint == f"leaflets.{GAME}":
        make, game, title = towers.leaflet, GAME, _("The rules of Wandering Towers")
    return cached_answer(make(paper, language=lang), f"{game}-{paper}.pdf", title)


towers_sheets = flask.Blueprint("towers_sheets", __name__)


@towers_sheets.get("/towers/<language:lang>/sheet.pdf", endpoint="blank")
@towers_sheets.get("/towers/<language:lang>/setup.pdf", endpoint="setup_card")
def towers_sheet(lang: str) -> ResponseReturnValue:
    """Return blank sheets of Wandering Towers, or a card with the setup."""
    form = valid(forms.TowersForm)
    players, paper = form.players.value, form.paper.value
    if flask.request.endpoint == "towers_sheets.blank":
        job, which = towers.blank_towers(players, paper, language=lang), players
    else:
        job, which = towers.setup_card(paper, language=lang), "setup"
    return cached_answer(job, f"towers-{which}-{paper}.pdf", _("Wandering Towers"))


@towers_sheets.get("/g/<uuid:gid>/towers/<uuid:uuid>/sheet.pdf")
def completed(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Return the sheet of a game of Wandering Towers, finished or not."""
    found = stored_game(auth.reader(), requests.GameAddress(gid, uuid, GAME))
    title, game = found.group.name, replace(found.game, played_on=found.row.played_on)
    form = valid(forms.TowersForm)
    chosen = {"language": form.lang.value, "paper": form.paper.value, **form.ticked}
    job = towers.completed_towers(game, title=title, **chosen)
    return cached_answer(job, f"towers-{game.played_on}.pdf", _("Wandering Towers"))


cards = flask.Blueprint("cards", __name__, url_prefix="/g/<uuid:gid>")


@cards.get("/print/games")
def games(gid: UUID) -> str:
    """Show the latest games, with links to print them."""
    wanted = Selection(auth.group_or_404(gid).id)
    found, _more = seasons.game_lines(engine.db.session(), wanted)
    return flask.render_template("print/games.html", gid=gid, games=found)


@cards.get("/print/books")
def books(gid: UUID) -> str:
    """Show the seasons, with the state of their books."""
    chosen = valid(forms.BookForm).data
    found = season_books.books_of(auth.reader(), gid, *chosen.values())
    return flask.render_template("print/books.html", gid=gid, books=found)


@cards.get("/cards", endpoint="choose")
def choose_cards(gid: UUID, *, is_wrong: bool = False) -> str:
    """Choose the purpose, size and paper of a card, again if the key *is_wrong*."""
    form, member = valid(forms.CardForm, flask.request.values), play.member_now(gid)
    about = {"gid": gid, "member": member, "form": form, "is_wrong": is_wrong}
    return flask.render_template("season/cards.html", **about)


@cards.get("/cards.pdf")
@cards.post("/cards.pdf")
def cards_pdf(gid: UUID) -> ResponseReturnValue:
    """Return cards that open the season for members or, with a key, let holders join.

    The key is stored nowhere and in no URL.
    """
    name, request = auth.group_or_404(gid).name, flask.request
    has_key = request.method == "POST"
    form = valid(forms.CardForm, request.form if has_key else request.args)
    key, path = "", flask.url_for("seasons.current", gid=gid)
    if has_key:
        kind = groups.kind_of_key(auth.reader(), gid, form.key)
        if not kind:
            return choose_cards(gid, is_wrong=True), 422
        key, path = invites.normalized(form.key), flask.url_for("join.show")
        if kind == "claim":
            key, path = form.key, flask.url_for("seasons.ask_to_enter", gid=gid)
    address = guard.own_address() + path + (f"#{key}" if key else "")
    card = {"group": name, "key": key, "address": address, "size": form.size.value}
    job = html.card_page(form.paper.value, language=form.lang.value, **card)
    answer = pdf_answer(limited(job), "cards.pdf", _("QR cards to print"))
    return answer, {"Cache-Control": "no-store"}
