"""The page of one game: who won, how it went, and where its sheet is."""

from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.services.errors import NotThereError
from scorepad.services.exchange.uniting import other_groups
from scorepad.services.inputs import GameAddress
from scorepad.services.play.retelling import ToldGame, told_game
from scorepad.services.seasons.arranging import move_game
from scorepad.stats.chart import Box, Chart, lay_out
from scorepad.store.db import db
from scorepad.web.forms.seasons import ChosenSeason
from scorepad.web.middleware.auth import current_device, stamp_or_404
from scorepad.web.middleware.languages import current_language
from scorepad.web.seasons.figures import Band, bands_of
from scorepad.words.figures import format_number
from scorepad.words.records import award_name, award_reason

bp = Blueprint("games", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>")

CHART = Box(720, 320, left=44, bottom=26)
ROUNDS_FOR_A_CHART = 2


@bp.get("")
def show(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Look back on a game, or see how it stands."""
    address = GameAddress(gid, uuid)
    language = current_language().tag
    told = told_game(db.session(), current_device(), address)
    chart = _race(told)
    return render_template(
        "game/game.html",
        address=address,
        told=told,
        others=other_groups(db.session(), current_device(), gid),
        game=told.stored.game,
        sheet=told.sheet,
        story=told.story,
        closed=[row for row in told.sheet.rows if row.is_closed],
        chart=chart,
        chart_values=_values(chart, told) if chart else (),
        award_name=lambda prize: award_name(prize.award, language),
        award_reason=lambda prize: award_reason(prize.award, language, prize.value),
    )


@bp.post("/season")
def move(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Let the game belong to another season."""
    form = ChosenSeason(request.form)
    if not form.validate():
        raise NotThereError
    move_game(
        db.session(), stamp_or_404(), GameAddress(gid, uuid), form.season.data or 0
    )
    return redirect(url_for("games.show", gid=gid, uuid=uuid), 303)


def _values(chart: Chart, told: ToldGame) -> tuple[Band, ...]:
    language = current_language().tag
    closed = [row for row in told.sheet.rows if row.totals is not None]
    rows = [
        [None if total is None else format_number(total, language) for total in totals]
        for row in closed
        if (totals := row.totals)
    ]
    heads = [_("Round %(number)s", number=row.number) for row in closed]
    return bands_of(chart, rows, told.sheet.players, heads=heads)


def _race(told: ToldGame) -> Chart | None:
    totals = [row.totals for row in told.sheet.rows if row.totals is not None]
    if len(totals) < ROUNDS_FOR_A_CHART:
        return None
    return lay_out(totals, seats=len(told.sheet.players), box=CHART)
