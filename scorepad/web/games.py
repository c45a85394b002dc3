"""The page of one game: who won, how it went, and where its sheet is."""

from uuid import UUID

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorepad.services.entering import GameAddress
from scorepad.services.retelling import ToldGame, told_game
from scorepad.stats.chart import Box, Chart, lay_out
from scorepad.store.db import db
from scorepad.web.doors import current_device

bp = Blueprint("games", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>")

CHART = Box(720, 320, left=44, bottom=26)
ROUNDS_FOR_A_CHART = 2


@bp.get("")
def show(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Look back on a game, or see how it stands."""
    address = GameAddress(gid, uuid)
    told = told_game(db.session(), current_device(), address)
    return render_template(
        "game/game.html",
        address=address,
        told=told,
        game=told.stored.game,
        sheet=told.sheet,
        story=told.story,
        closed=[row for row in told.sheet.rows if row.is_closed],
        chart=_race(told),
    )


def _race(told: ToldGame) -> Chart | None:
    totals = [row.totals for row in told.sheet.rows if row.totals is not None]
    if len(totals) < ROUNDS_FOR_A_CHART:
        return None
    return lay_out(totals, seats=len(told.sheet.players), box=CHART)
