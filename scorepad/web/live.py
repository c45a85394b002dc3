"""A running game for those who look on: it follows by itself, also on a television."""

from datetime import UTC, datetime
from uuid import UUID

from flask import (
    Blueprint,
    Flask,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from scorepad.services.entering import GameAddress
from scorepad.services.watching import WatchedGame, glance, take_over, watched_game
from scorepad.stats.chart import Box, Chart, lay_out
from scorepad.store.db import db
from scorepad.web.doors import current_device, quick_look, stamp_or_404
from scorepad.web.exchange import not_modified
from scorepad.web.kept_pages import KeptPages
from scorepad.web.languages import current_language
from scorepad.words.terms import trump_name

bp = Blueprint("live", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>")

CHART = Box(720, 260, left=44, bottom=26)
ROUNDS_FOR_A_CHART = 2


def attach(app: Flask) -> None:
    """Keep the pages of *app* that many look at."""
    app.extensions["live_pages"] = KeptPages()


@bp.get("/live")
def show(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Show how the game stands; whoever has this revision already gets nothing new.

    The page asks every two seconds, so what has not changed is not even loaded.
    """
    address = GameAddress(gid, uuid)
    large = "large" in request.args
    tag = current_language().tag
    look = f"{tag}{'-large' if large else ''}"
    seen = quick_look(address) or glance(db.session(), current_device(), address)
    if unchanged := not_modified(f"l{seen.revision}-{look}"):
        return unchanged

    def draw() -> tuple[str, bool]:
        now = datetime.now(UTC)
        game = watched_game(db.session(), current_device(), address, now)
        # One that uncovers bids counts down from now.
        stays = game.revision == seen.revision and not game.waits_ms
        return _page(game, tag, large=large), stays

    # Whoever draws reads, too: who waits for that must not keep a writer waiting, for
    # whom new readers wait.
    db.session().close()
    pages: KeptPages = current_app.extensions["live_pages"]
    answer = make_response(pages.find((address, look, seen), draw))
    answer.set_etag(f"l{seen.revision}-{look}")
    return answer


def _page(game: WatchedGame, tag: str, *, large: bool) -> str:
    return render_template(
        "game/live.html",
        game=game,
        sheet=game.sheet,
        row=game.row,
        large=large,
        chart=_chart(game),
        trump_name=lambda trump: trump_name(trump, tag, game.deck),
    )


@bp.post("/take-over")
def take(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Let this phone keep the score, and open the game on it."""
    take_over(db.session(), stamp_or_404(), GameAddress(gid, uuid))
    shell = url_for("play.shell", lang=current_language().tag)
    return redirect(f"{shell}#{gid}/{uuid}", 303)


def _chart(game: WatchedGame) -> Chart | None:
    totals = [row.totals for row in game.closed if row.totals is not None]
    if len(totals) < ROUNDS_FOR_A_CHART:
        return None
    return lay_out(totals, seats=len(game.sheet.players), box=CHART)
