"""Pages that follow a running game, for spectators and for players who bid."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.db.engine import db
from scorepad.i18n.terms import trump_name
from scorepad.services import spectating
from scorepad.services.errors import WrongTimeError
from scorepad.services.inputs import BidEntry, GameAddress
from scorepad.services.permissions import Action
from scorepad.statistics.chart import Box
from scorepad.web.api.exchange import PAGE, not_modified
from scorepad.web.figures import chart_of
from scorepad.web.middleware import auth
from scorepad.web.middleware.errors import problem
from scorepad.web.middleware.headers import current_database_id
from scorepad.web.middleware.languages import current_language

bp = Blueprint("live", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>")

CHART = Box(400, 260, right=92)


@bp.get("/live")
def show(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Show how a game stands; polled, so a known revision is 304 and not loaded."""
    address, large = GameAddress(gid, uuid), "large" in request.args
    seen, tag = auth.revision_or_404(address), current_language().tag

    def page() -> str:
        game = spectating.watched_game(
            db.session(), auth.current_device(), address, datetime.now(UTC)
        )
        return render_template(
            "game/live.html",
            game=game,
            sheet=game.sheet,
            row=game.row,
            large=large,
            chart=chart_of(game.closed, len(game.sheet.players), CHART),
            trump_name=lambda trump: trump_name(trump, tag, game.deck),
        )

    return _unless_known((seen.revision, large, seen.member), page)


def _unless_known(state: object, page: Callable[[], str]) -> Response:
    """Return a *page* that depends only on *state*, or 304 if the browser has it."""
    about = repr((state, current_language().tag, current_database_id()))
    etag = hashlib.sha256(about.encode()).hexdigest()[:32]
    if unchanged := not_modified(etag, PAGE):
        return unchanged
    answer = Response(page())
    answer.set_etag(etag)
    return answer


@bp.post("/take-over")
def take(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Let this device keep the score, and redirect to the play page."""
    spectating.take_over(db.session(), auth.stamp_or_404(), GameAddress(gid, uuid))
    shell = url_for("play.shell", lang=current_language().tag)
    return redirect(f"{shell}#{gid}/{uuid}", 303)


tables = Blueprint("tables", __name__, url_prefix="/g/<uuid:gid>")


@tables.get("/tables", endpoint="show")
def show_tables(gid: UUID) -> ResponseReturnValue:
    """Show the running games; polled like a single game."""
    session, device_id, now = db.session(), auth.current_device(), datetime.now(UTC)
    large = "large" in request.args

    def page() -> str:
        group, games = spectating.tables_of(session, device_id, gid, now)
        shown = {"group": group, "tables": games, "large": large}
        return render_template("game/tables.html", **shown)

    seen = spectating.state_of_tables(session, device_id, gid, now)
    return _unless_known((seen, large), page)


seat = Blueprint("seat", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>/seat")

LARGEST = 10_000
ALOUD = "headphones"
SHOWN = ("change", ALOUD)
"""Flags in the URL: show the chips again, and read numbers aloud."""


@seat.get("", endpoint="show")
def show_seat(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Show a player's own seat, or 304 if the browser has this state."""
    session, device_id = db.session(), auth.current_device()
    address = GameAddress(gid, uuid)
    asked = [name for name in SHOWN if name in request.args]
    seen = spectating.state_of_seat(session, device_id, address)

    def page() -> str:
        game = spectating.own_seat(session, device_id, address, datetime.now(UTC))
        tag = current_language().tag
        return render_template(
            "game/seat.html",
            game=game,
            sheet=game.sheet,
            row=game.row,
            phases=spectating.Phase,
            asked=asked,
            trump_name=lambda trump: trump_name(trump, tag),
        )

    return _unless_known((seen, asked), page)


@seat.post("")
def bid(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Save the bid, and show the page again, with a message if it came too late."""
    names = ("round", "seat", "bid", "seating")
    numbers = [request.form.get(name, -1, type=int) for name in names]
    if not all(0 <= each <= LARGEST for each in numbers):
        auth.game_or_404(gid, uuid, Action.PLAY)
        return problem(422, _("Choose one of the numbers shown."))
    stamp, address = auth.stamp_or_404(), GameAddress(gid, uuid)
    # The round may have changed meanwhile; the page shows the current one.
    with suppress(WrongTimeError):
        spectating.bid_from_seat(db.session(), stamp, address, BidEntry(*numbers))
    heard = "" if ALOUD in request.args else None
    page = url_for("seat.show", gid=gid, uuid=uuid, headphones=heard)
    return redirect(page, 303)
