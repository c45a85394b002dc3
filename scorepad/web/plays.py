"""A finished game for others: a link that carries it, BG Stats, a text to copy.

The link of a game has its document behind the #, which browsers do not send: it opens
nothing else of the group, and no server stores it. The link for BG Stats follows
https://www.bgstatsapp.com/support/, "push plays to BG Stats from other apps"; it is
opened on the reader's phone, the server sends nothing.
"""

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorepad.games import GameResult
from scorepad.games.documents import NotADocument
from scorepad.games.registry import GAMES, parse_game, result_for
from scorepad.games.wizard.sheet import sheet_of
from scorepad.i18n.languages import format_date
from scorepad.i18n.rules import game_title
from scorepad.i18n.terms import colon, comma
from scorepad.imports.files import as_text, file_in
from scorepad.imports.plays import BGG_ID, TOWERS_ID
from scorepad.services.stored_games import StoredGame
from scorepad.web.middleware.guard import own_address
from scorepad.web.middleware.languages import current_language
from scorepad.web.static import not_stored

bp = Blueprint("plays", __name__)

BG_STATS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK: Final = 8000
"""Longest link for BG Stats, in characters; a long remark is cut to fit."""

LONGEST_CHARACTER: Final = 12  # "%F0%9F%A7%99"

BGG_IDS: Final = {"wizard": int(BGG_ID), "towers": int(TOWERS_ID)}
"""The numbers of games at boardgamegeek.com."""

_TIME = "12:00:00"  # UTC, because only the date is known: the same day almost anywhere


class Play(NamedTuple):
    """A finished game and its result; *totals* is ``None`` in games without points."""

    stored: StoredGame
    result: GameResult
    totals: Sequence[int] | None = None


class Export(NamedTuple):
    """What the page of a game offers to other people and programs."""

    link: str
    bg_stats: str
    text: str


def export_of(found: StoredGame) -> Export | None:
    """Return what a game's page offers, or ``None`` if there is no result."""
    if (play := play_of(found)) is None:
        return None
    text = text_of(play, current_language().tag)
    return Export(link_of(play), bg_stats_link(play), text)


def play_of(found: StoredGame) -> Play | None:
    """Return a stored game for other programs, if it is finished and not deleted."""
    row, game, rules = found.row, found.game, GAMES[found.row.game]
    if row.finished_at is None or row.deleted_at is not None:
        return None
    if rules.model is None:
        return Play(found, result_for(rules, game))
    if not (sheet := sheet_of(game)).winners:
        return None
    start = (game.first_dealer + 1) % len(found.people)
    return Play(
        found, GameResult(sheet.winners, sheet.ranks, start=start), sheet.totals
    )


def link_of(play: Play) -> str:
    """Return a link that carries the document of a game."""
    document = GAMES[play.stored.row.game].document_of(play.stored.game)
    carried = as_text(_json(document).encode())
    return own_address() + url_for("plays.show", _anchor=carried)


@bp.get("/game")
def show() -> str:
    """Show the form that a script fills in with the game behind the #."""
    return render_template("game/link.html", problem=False)


@bp.post("/game")
def show_carried() -> ResponseReturnValue:
    """Show the game that a link carries; nothing is stored."""
    link = request.form.get("link", "").strip()
    try:
        word, game = parse_game(file_in(link.rpartition("#")[2]))
    except NotADocument:
        return not_stored(render_template("game/link.html", problem=True), 422)
    answer = GAMES[word].answer_for(game)
    ranks = answer["ranks"] or [1] * len(game.players)
    page = render_template(
        "game/carried.html",
        game=game,
        title=game_title(word, current_language().tag),
        winners=answer["winners"],
        ranks=ranks,
        by_rank=sorted(range(len(ranks)), key=ranks.__getitem__),
        sheet=sheet_of(game) if GAMES[word].model else None,
        held=link.rpartition("#")[2],
    )
    return not_stored(page)


def bg_stats_link(play: Play) -> str:
    """Return the link that opens BG Stats with a play, to be confirmed there."""
    data = _for_bg_stats(play)
    room = LONGEST_LINK - len(BG_STATS) - len(_quoted({**data, "comments": ""}))
    data["comments"] = (play.stored.game.remark or "")[: room // LONGEST_CHARACTER]
    return BG_STATS + _quoted(data)


def _for_bg_stats(play: Play) -> dict[str, Any]:
    row, game, *_ = play.stored
    about = {"bggId": BGG_IDS[row.game]} if row.game in BGG_IDS else {}
    said = {"durationMin": game.minutes, "location": game.place}
    return {
        "sourceName": "Scorepad",
        "sourcePlayId": str(row.uuid),
        "playDate": f"{game.played_on} {_TIME}",
        **{key: value for key, value in said.items() if value},
        "game": {
            **about,
            "sourceGameId": row.game,
            "name": GAMES[row.game].title,
            "highestWins": True,
            "noPoints": play.totals is None,
        },
        "players": [
            {
                "name": game.players[seat],
                "sourcePlayerId": str(person.id_),
                "startPlayer": seat == play.result.start,
                "winner": seat in play.result.winners,
                "rank": play.result.ranks[seat],
                **({"score": play.totals[seat]} if play.totals else {}),
            }
            for seat, person in enumerate(play.stored.people)
        ],
    }


def _quoted(value: object) -> str:
    return quote(_json(value), safe="")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def text_of(play: Play, language: str) -> str:
    """Return the result as lines, for a play at BoardGameGeek or a chat."""
    row, game, *_ = play.stored
    day = format_date(game.played_on, language)
    lines = [f"{game_title(row.game, language)}{comma(language)}{day}"]
    ranks = play.result.ranks
    for seat in sorted(range(len(ranks)), key=ranks.__getitem__):
        total = f"{colon(language)}{play.totals[seat]}" if play.totals else ""
        lines.append(f"{ranks[seat]}. {game.players[seat]}{total}")
    return "\n".join([*lines, *filter(None, [game.remark])])
