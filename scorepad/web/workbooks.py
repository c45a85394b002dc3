"""The export page of a season, and its workbook with a sheet for each table."""

from collections.abc import Iterable
from fractions import Fraction
from io import BytesIO
from typing import Any, Final
from uuid import UUID

from flask import Blueprint, Response, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.i18n.rules import game_title
from scorepad.imports.files import ACCEPTED
from scorepad.services import rate_limits, season_stats, stored_games
from scorepad.web import exports, season_pages, seasons, static
from scorepad.web.middleware import auth, errors, guard, languages

WIDTH: Final = 14  # of a column, in digits

bp = Blueprint("workbooks", __name__, url_prefix="/g/<uuid:gid>")
bp.before_request(season_pages.check_filter)


@bp.get("/seasons/<int:number>/export")
def show(gid: UUID, number: int) -> ResponseReturnValue:
    """Show all files of a season, and the choice of the style of CSV files."""
    overview = seasons.requested_overview(gid, number)
    shown = (overview.season,) if number else overview.seasons
    return render_template(
        "season/export.html",
        overview=overview,
        has_games=overview.games or any(each.has_documents for each in shown),
        style=exports.csv_style(),
        styles=exports.STYLES,
    )


@bp.post("/seasons/<int:number>/export")
def choose_style(gid: UUID, number: int) -> ResponseReturnValue:
    """Store the style of CSV files in a cookie."""
    seasons.requested_overview(gid, number)
    chosen = request.form.get("style", "")
    if chosen not in exports.STYLES:
        return errors.problem(422, _("Choose one of the options."))
    answer = redirect(request.full_path, 303)
    auth.keep_cookie(answer, exports.COOKIE, chosen)
    return answer


@bp.get("/seasons/<int:number>/season.xlsx")
def season(gid: UUID, number: int) -> Response:
    """Return the tables of a season, with numbers and dates as such."""
    guard.count_action(rate_limits.Limit.EXPORT)
    overview = seasons.requested_overview(gid, number)
    wanted = season_pages.requested_filter().wanted
    games = season_stats.season_sheets(auth.reader(), gid, number, wanted=wanted)
    numbered = (([at, game.played_on], game) for at, game in enumerate(games, 1))
    of_round, rounds = exports.rounds_of(numbered)
    predicted = overview.predictions.items()
    of_bid, bids = exports.bids_of(([person.name], sums) for person, sums in predicted)
    data = workbook(
        [
            exports.standings(gid, number),
            exports.race(gid, number),
            exports.season_games(gid, number),
            (None, _("Rounds"), [_("Game"), _("Date"), *of_round], rounds),
            (None, _("Bids"), [_("Player"), *of_bid], bids),
            exports.best(gid, season=number),
            *map(_other_games, stored_games.document_seasons(auth.reader(), overview)),
        ]
    )
    named = overview.group_name, _("Season")
    return static.download(data, ACCEPTED[".xlsx"], "season.xlsx", *named)


def _other_games(kind: stored_games.DocumentSeason) -> exports.Table:
    head = [_("Game"), _("Date"), _("Player"), _("Rank"), _("won"), _("counts")]
    rows = (
        [
            *(at, row.played_on, seat.player.name),
            result.ranks[seat.seat] if result else None,
            int(seat.seat in result.winners) if result else None,
            int(row.counts),
        ]
        for at, (row, result) in enumerate(reversed(kind.games), 1)
        for seat in row.seats
    )
    return None, game_title(kind.word, languages.current_language()), head, rows


def workbook(sheets: Iterable[exports.Table]) -> bytes:
    """Return sheets as a workbook; text is never a formula, and heads stay in view."""
    from openpyxl import Workbook  # noqa: PLC0415 - only workbooks need it

    book = Workbook(write_only=True)
    for _whose, title, head, rows in sheets:
        sheet = book.create_sheet(title)
        sheet.freeze_panes = "A2"
        sheet.sheet_format.defaultColWidth = WIDTH
        sheet.append([_cell(sheet, name, bold=True) for name in head])
        for row in rows:
            sheet.append([_cell(sheet, value) for value in row])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: Any, value: object, *, bold: bool = False) -> object:
    """Return what is written for a value: text as a cell that stays text."""
    from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE, WriteOnlyCell  # noqa: PLC0415 - as above
    from openpyxl.styles import Font  # noqa: PLC0415 - as above

    if isinstance(value, Fraction):
        return round(float(value), exports.DECIMALS)
    if not isinstance(value, str):
        return value
    made = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
    made.data_type = "s"  # text such as =1+1 would become a formula
    if exports.FORMULA.match(value):
        made.number_format = "@"  # also after the cell is edited
    if bold:
        made.font = Font(bold=True)
    return made
