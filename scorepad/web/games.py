"""Pages of one game, finished or running, and of the season of a document game."""

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from statistics import fmean
from typing import Any
from uuid import UUID

import flask
from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.db import groups, results
from scorepad.db.engine import db
from scorepad.db.tables import ALL_GAMES
from scorepad.games.registry import GAMES
from scorepad.games.wizard.sheet import Sheet, sheet_of
from scorepad.i18n import rules, terms
from scorepad.services import games, season_stats, seasons, spectating, stored_games
from scorepad.services.evenings import evening_for
from scorepad.services.permissions import Action, game_for
from scorepad.services.players import other_groups
from scorepad.services.requests import BidEntry, GameAddress, WrongTimeError
from scorepad.statistics import career, story
from scorepad.statistics.chart import Box, Chart, lay_out
from scorepad.web import plays, season_pages, static
from scorepad.web.api.exchange import game_address, not_modified
from scorepad.web.middleware import auth, errors, guard
from scorepad.web.middleware.languages import current_language

wizard = Blueprint("games", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>")

ROUNDS_FOR_A_CHART = 2


@wizard.get("", endpoint="show")
def show_wizard(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Show a game: its result, or how it stands."""
    address = GameAddress(gid, uuid)
    found = stored_games.stored_game(auth.reader(), address)
    sheet = sheet_of(found.game)
    chart = chart_of(sheet, Box(400, 270, left=36, right=112, bottom=22))
    totals = [row.totals or () for row in sheet.closed]
    heads = [_("Round %(number)s", number=row.number) for row in sheet.closed]
    return render_template(
        "game/game.html",
        address=address,
        found=found,
        evening=evening_for(auth.reader(), gid, uuid),
        others=other_groups(auth.reader(), gid),
        game=found.game,
        sheet=sheet,
        outcomes=career.outcomes_of(sheet),
        story=story.story_of(sheet),
        prizes=story.awards_of(sheet),
        chart=chart,
        chart_values=chart.bands(totals, sheet.players, heads) if chart else (),
        export=plays.play_of(found),
    )


def chart_of(sheet: Sheet, box: Box) -> Chart | None:
    """Return the totals round by round as a chart, or ``None`` after one round."""
    totals = [row.totals for row in sheet.closed if row.totals is not None]
    enough = len(totals) >= ROUNDS_FOR_A_CHART
    return lay_out(totals, seats=len(sheet.players), box=box) if enough else None


@wizard.get("/result/<language:lang>", endpoint="result")
def show_result(gid: UUID, uuid: UUID, lang: str) -> ResponseReturnValue:
    """Return what the play page says about a finished game.

    A line of its season and one of its evening, a few awards, and the winners' levels.
    """
    address = GameAddress(gid, uuid)
    found = season_stats.climb_after(auth.reader(), address)
    evening = evening_for(auth.reader(), gid, uuid)
    text = render_template("game/climb.txt", climb=found, evening=evening)
    season, _line, leading = text.rstrip().partition("\n")
    stored = stored_games.stored_game(auth.reader(), address)
    sheet = sheet_of(stored.game)
    known = results.wins_until(db.session(), stored.group.id, game_id=stored.row.id)
    wins = {seat: known.get(stored.row.seats[seat].player_id) for seat in sheet.winners}
    awards = [
        (
            terms.award_name(each.kind, lang),
            terms.comma(lang).join(sheet.players[seat] for seat in each.seats),
            terms.award_reason(each.kind, lang, each.value),
        )
        for each in story.awards_of(sheet)[:3]  # they fit without scrolling
    ]
    levels = {
        seat: (terms.level_name(won, lang), won in terms.TITLES)
        for seat, won in wins.items()
        if won
    }
    return {"season": season, "evening": leading, "awards": awards, "levels": levels}


bp = Blueprint("documents", __name__, url_prefix="/g/<uuid:gid>")


@bp.get("/<game:word>/<uuid:uuid>")
def show(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Show a game: its result, or how it stands."""
    if GAMES[word].model:
        return redirect(url_for("sheet.show", gid=gid, uuid=uuid))
    address = GameAddress(gid, uuid, word)
    found = stored_games.stored_game(auth.reader(), address)
    answer = GAMES[word].answer_for(found.game)
    ranks = answer["ranks"] or [1] * len(found.people)
    return render_template(
        "documents/game.html",
        found=found,
        address=address,
        evening=evening_for(auth.reader(), gid, uuid),
        answer=answer,
        ranks=ranks,
        by_rank=sorted(range(len(ranks)), key=lambda seat: ranks[seat]),
        sheet=_page(f"{word}_sheets.completed", gid=gid, uuid=uuid),
        export=plays.play_of(found),
    )


@bp.get("/<game:word>/<uuid:uuid>/game.json")
def document(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Return the game as a document that any Scorepad can import."""
    address = game_address(gid, word, uuid)
    row, game, *_ = stored_games.stored_game(auth.reader(), address)
    saved = GAMES[row.game].document_of(game)
    return static.json_download(saved, f"{row.game}-{row.played_on}.json")


@bp.post("/<game:word>/<uuid:uuid>/delete")
def delete(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Delete a game; it can be restored for thirty days."""
    address = game_address(gid, word, uuid)
    games.delete_or_restore(auth.writer(), address, "game_deleted")
    return redirect(url_for("people.deleted_games", gid=gid), 303)


@bp.post("/<game:word>/<uuid:uuid>/restore")
def restore(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Restore a game, and show its season."""
    address = game_address(gid, word, uuid)
    number = games.delete_or_restore(auth.writer(), address, "game_restored")
    part = "games" if word == "games" else None
    return redirect(url_for("seasons.season", gid=gid, number=number, part=part), 303)


@bp.post("/<game:word>/<uuid:uuid>/season")
def move(gid: UUID, word: str, uuid: UUID) -> ResponseReturnValue:
    """Move the game to another season."""
    number = season_pages.page_choice(flask.request.form).season.data or 0
    seasons.move_game(auth.writer(), game_address(gid, word, uuid), number)
    return redirect(url_for("documents.show", gid=gid, word=word, uuid=uuid), 303)


@bp.get("/seasons/<int:number>/<game:word>")
@bp.get("/seasons/all/<game:word>", defaults={"number": ALL_GAMES})
def season(gid: UUID, number: int, word: str) -> ResponseReturnValue:
    """Show wins and figures of one season, or of all together."""
    found = stored_games.document_season(auth.reader(), gid, number, word)
    names = {key: _(text) for key, text in rules.FIGURES.get(word, {}).items()}
    return render_template(
        "documents/season.html",
        found=found,
        turns=range(max(found.wins.by_players, default=0)),
        average=fmean,
        figure_names=names,
    )


def play_page(word: str) -> str | None:
    """Return the URL of the play page of a game, if it has one."""
    return _page(f"{word}.shell", lang=current_language())


def _page(endpoint: str, **address: Any) -> str | None:
    is_there = endpoint in flask.current_app.view_functions
    return url_for(endpoint, **address) if is_there else None


live = Blueprint("live", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>")


@live.get("/live", endpoint="show")
def show_live(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Show how a game stands; polled, so a known revision is 304 and not loaded."""
    address, large = GameAddress(gid, uuid), "large" in flask.request.args
    (revision, member), tag = auth.revision_or_404(address), current_language()

    def page() -> str:
        game = spectating.running_game(auth.reader(), address, Action.READ)
        chart = chart_of(game.sheet, Box(400, 260, right=112))
        name = partial(terms.trump_name, language=tag, deck=game.stored.value.deck)
        shown = {"large": large, "chart": chart, "trump_name": name}
        return _table("game/live.html", address, game, **shown)

    return unless_known((revision, large, member), page)


def _table(
    page: str, at: GameAddress, game: spectating.RunningGame, **more: Any
) -> str:
    place = {"gid": at.group, "uuid": at.game, "row": game.row}
    return render_template(page, game=game, sheet=game.sheet, **place, **more)


def unless_known(state: object, page: Callable[[], str]) -> flask.Response:
    """Return a *page* that depends only on *state*, or 304 if the browser has it."""
    about = repr((state, current_language(), guard.current_database_id()))
    etag = hashlib.sha256(about.encode()).hexdigest()[:32]
    if unchanged := not_modified(etag, "text/html"):
        return unchanged
    answer = flask.Response(page())
    answer.set_etag(etag)
    return answer


@live.post("/take-over")
def take(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Let this device keep the score, and redirect to the play page."""
    spectating.take_over(auth.writer(), GameAddress(gid, uuid))
    shell = url_for("play.shell", lang=current_language())
    return redirect(f"{shell}#{gid}/{uuid}", 303)


tables = Blueprint("tables", __name__, url_prefix="/g/<uuid:gid>")


@tables.get("/tables", endpoint="show")
def show_tables(gid: UUID) -> ResponseReturnValue:
    """Show the running games; polled like a single game."""
    by, large = auth.reader(), "large" in flask.request.args
    seen = spectating.state_of_tables(by, gid)

    def page() -> str:
        at_tables = [GameAddress(gid, uuid) for uuid, _ in seen]
        return render_template(
            "game/tables.html",
            group=auth.group_or_404(gid),
            tables=[spectating.running_game(by, e, Action.READ) for e in at_tables],
            large=large,
            evening=evening_for(by, gid),
        )

    # The hour, because an evening ends without a save.
    state = seen, by.at.hour, groups.page_state(by.session, gid)[0], large
    return unless_known(state, page)


seat = Blueprint("seat", __name__, url_prefix="/g/<uuid:gid>/games/<uuid:uuid>/seat")

LARGEST = 10_000
ALOUD = "headphones"


@seat.get("", endpoint="show")
def show_seat(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Show a player's own seat, or 304 if the browser has this state."""
    by, address = auth.reader(), GameAddress(gid, uuid)
    asked = [name for name in ("change", ALOUD) if name in flask.request.args]

    def page() -> str:
        game = spectating.running_game(by, address, Action.PLAY)
        return _table("game/seat.html", address, game, asked=asked)

    return unless_known((spectating.state_of_seat(by, address), asked), page)


@seat.post("")
def bid(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """Save the bid, and show the page again, with a message if it came too late."""
    names = ("round", "seat", "bid", "seating")
    numbers = [flask.request.form.get(name, -1, type=int) for name in names]
    if not all(0 <= each <= LARGEST for each in numbers):
        game_for(db.session(), auth.group_or_404(gid, Action.PLAY), uuid, lock=False)
        return errors.problem(422, _("Choose one of the numbers shown."))
    by, address = auth.writer(), GameAddress(gid, uuid)
    # The round may have changed meanwhile; the page shows the current one.
    with suppress(WrongTimeError):
        spectating.bid_from_seat(by, address, BidEntry(*numbers))
    heard = "" if ALOUD in flask.request.args else None
    return redirect(url_for("seat.show", gid=gid, uuid=uuid, headphones=heard), 303)
