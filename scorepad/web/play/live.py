"""A running game for those who look on: it follows by itself, also on a television."""

import hashlib
from collections.abc import Hashable
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

from scorepad.services.admitting import Member
from scorepad.services.entering import GameAddress
from scorepad.services.play.watching import (
    Glance,
    WatchedGame,
    glance,
    standpoint_of,
    take_over,
    watched_game,
)
from scorepad.stats.chart import Box, Chart, lay_out
from scorepad.store.db import db
from scorepad.web.api.exchange import PAGE, not_modified
from scorepad.web.every_request.database_id import current_database_id
from scorepad.web.every_request.doors import current_device, quick_look, stamp_or_404
from scorepad.web.every_request.languages import current_language
from scorepad.web.play.kept_pages import KeptPages
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
    onlooker = _Onlooker(GameAddress(gid, uuid), large="large" in request.args)
    if unchanged := not_modified(onlooker.tag, PAGE):
        return unchanged
    name = onlooker.name
    # Whoever draws reads, too: who waits for that must not keep a writer waiting, for
    # whom new readers wait.
    db.session().close()
    pages: KeptPages = current_app.extensions["live_pages"]
    page = pages.find(name, onlooker.draw, onlooker.look_again)
    answer = make_response(page)
    answer.set_etag(onlooker.tag)
    return answer


class _Onlooker:
    """Somebody who looks on at a game, in a language, and what they see of it."""

    def __init__(self, address: GameAddress, *, large: bool) -> None:
        self._address, self._large = address, large
        self._language = current_language().tag
        self._seen = quick_look(address) or self._glance()

    def _glance(self) -> Glance:
        return glance(db.session(), current_device(), self._address)

    @property
    def _look(self) -> str:
        return f"{self._language}{'-large' if self._large else ''}"

    @property
    def tag(self) -> str:
        """The ETag of what they see."""
        seen, database = self._seen, current_database_id()
        return f"l{seen.revision}-{self._look}-{database}-{_mark_of(seen.member)}"

    @property
    def name(self) -> Hashable:
        """What tells their page from all others."""
        standpoint = standpoint_of(db.session(), self._seen.member, self._address)
        return self._address, self._look, self._seen.revision, standpoint

    def look_again(self) -> Hashable:
        """The name of their page now, after a wait."""
        self._seen = self._glance()
        return self.name

    def draw(self) -> tuple[str, bool]:
        """The page, and whether it is the same for the next who asks."""
        now = datetime.now(UTC)
        game = watched_game(db.session(), current_device(), self._address, now)
        # One that uncovers bids counts down from now.
        stays = game.revision == self._seen.revision and not game.waits_ms
        return _page(game, self._language, large=self._large), stays


def _mark_of(member: Member) -> str:
    """What tells the pages apart that one browser gets as who it is changes."""
    return hashlib.sha256(repr(member).encode()).hexdigest()[:8]


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
