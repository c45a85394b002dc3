"""Finished games for others: a link, BG Stats, a text to copy, calendars (RFC 5545).

The link of a game has its document behind the #, which browsers do not send: it opens
nothing else of the group, and no server stores it. The link for BG Stats follows
https://www.bgstatsapp.com/support/, "push plays to BG Stats from other apps"; it is
opened on the reader's phone, the server sends nothing.

Times of calendars are in UTC. An entry fills its whole day where the times of a game
are not known.
"""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote
from uuid import UUID, uuid5

from flask import Blueprint, Response, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from scorepad.games import GameResult, documents, registry
from scorepad.games.wizard.sheet import sheet_of
from scorepad.i18n.languages import format_date
from scorepad.i18n.rules import game_title
from scorepad.i18n.terms import colon, comma
from scorepad.imports.cells import BGG_IDS
from scorepad.imports.files import as_text, file_in
from scorepad.services import evenings, rate_limits, requests, stored_games
from scorepad.web.api.exchange import game_address
from scorepad.web.middleware import auth, guard, languages
from scorepad.web.static import download, not_stored

if TYPE_CHECKING:
    from icalendar import Event

bp = Blueprint("plays", __name__)

BG_STATS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
LONGEST_LINK: Final = 8000
"""Longest link for BG Stats, in characters; a long remark is cut to fit."""


class Play(NamedTuple):
    """A finished game and its result; *totals* is ``None`` in games without points."""

    stored: stored_games.StoredGame
    result: GameResult
    totals: Sequence[int] | None = None

    @property
    def link(self) -> str:
        """Return a link that carries the document of the game."""
        document = registry.GAMES[self.stored.row.game].document_of(self.stored.game)
        carried = as_text(_json(document).encode())
        return guard.own_address() + url_for("plays.show", _anchor=carried)

    @property
    def bg_stats(self) -> str:
        """Return the link that opens BG Stats with a play, to be confirmed there."""
        row, game, *_ = self.stored
        ids = {"bggId": BGG_IDS[row.game]} if row.game in BGG_IDS else {}
        known = {"durationMin": game.minutes, "location": game.place}
        data = {
            "sourceName": "Scorepad",
            "sourcePlayId": str(row.uuid),
            # In UTC; only the date is known, and it is the same day almost anywhere.
            "playDate": f"{game.played_on} 12:00:00",
            **{key: value for key, value in known.items() if value},
            "game": {
                **ids,
                "sourceGameId": row.game,
                "name": registry.GAMES[row.game].title,
                "highestWins": True,
                "noPoints": self.totals is None,
            },
            "players": [
                {
                    "name": game.players[seat],
                    "sourcePlayerId": str(person.id_),
                    "startPlayer": seat == self.result.start,
                    "winner": seat in self.result.winners,
                    "rank": self.result.ranks[seat],
                    **({"score": self.totals[seat]} if self.totals else {}),
                }
                for seat, person in enumerate(self.stored.people)
            ],
            "comments": "",
        }
        room = LONGEST_LINK - len(BG_STATS) - len(quote(_json(data), safe=""))
        data["comments"] = (game.remark or "")[: room // len("%F0%9F%A7%99")]
        return BG_STATS + quote(_json(data), safe="")

    @property
    def text(self) -> str:
        """Return the result as lines, for a play at BoardGameGeek or a chat."""
        row, game, *_ = self.stored
        tag, ranks = languages.current_language(), self.result.ranks
        day = format_date(game.played_on, tag)
        lines = [f"{game_title(row.game, tag)}{comma(tag)}{day}"]
        for seat in sorted(range(len(ranks)), key=ranks.__getitem__):
            total = f"{colon(tag)}{self.totals[seat]}" if self.totals else ""
            lines.append(f"{ranks[seat]}. {game.players[seat]}{total}")
        return "\n".join([*lines, *filter(None, [game.remark])])


def play_of(found: stored_games.StoredGame) -> Play | None:
    """Return a stored game for other programs, if it is finished and not deleted."""
    row, game, rules = found.row, found.game, registry.GAMES[found.row.game]
    if row.finished_at is None or row.deleted_at is not None:
        return None
    if rules.model is None:
        return Play(found, registry.result_for(rules, game))
    if not (sheet := sheet_of(game)).winners:
        return None
    start = (game.first_dealer + 1) % len(found.people)
    result = GameResult(sheet.winners, sheet.ranks, start=start)
    return Play(found, result, sheet.totals)


@bp.get("/game")
def show() -> str:
    """Show the form that a script fills in with the game behind the #."""
    return render_template("game/link.html", problem=False)


@bp.post("/game")
def show_carried() -> ResponseReturnValue:
    """Show the game that a link carries; nothing is stored."""
    link = request.form.get("link", "").strip()
    try:
        word, game = registry.parse_game(file_in(link.rpartition("#")[2]))
    except documents.NotADocument:
        return not_stored(render_template("game/link.html", problem=True), 422)
    answer = registry.GAMES[word].answer_for(game)
    ranks = answer["ranks"] or [1] * len(game.players)
    page = render_template(
        "game/carried.html",
        game=game,
        title=game_title(word, languages.current_language()),
        winners=answer["winners"],
        ranks=ranks,
        by_rank=sorted(range(len(ranks)), key=ranks.__getitem__),
        sheet=sheet_of(game) if registry.GAMES[word].model else None,
        content=link.rpartition("#")[2],
    )
    return not_stored(page)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


calendars = Blueprint("calendars", __name__, url_prefix="/g/<uuid:gid>")


@calendars.get("/seasons/<int:number>/season.ics")
def season(gid: UUID, number: int) -> Response:
    """Return the evenings of a season, or of all seasons."""
    guard.count_action(rate_limits.Limit.EXPORT)
    found = evenings.season_evenings(auth.reader(), gid, number)
    if not found:  # a calendar must have an entry
        raise requests.NotThereError
    entries = []
    for evening in found:
        games = evening.games[::-1]
        count = ngettext("%(num)s game", "%(num)s games", len(games))
        entry = _entry(
            uuid5(gid, evening.day.isoformat()),
            [each.sitting for each in games],
            url_for("evenings.show", gid=gid, day=evening.day),
            summary=f"{evening.group_name or 'Scorepad'} ({count})",
            description="\n".join(map(_line, games)),
        )
        entries.append(entry)
    return _calendar("season.ics", entries, found[0].group_name, _("Season"))


@calendars.get("/<game:word>/<uuid:uuid>/game.ics")
def game(gid: UUID, word: str, uuid: UUID) -> Response:
    """Return the result of a finished game."""
    address = game_address(gid, word, uuid)
    if (play := play_of(stored_games.stored_game(auth.reader(), address))) is None:
        raise requests.NotThereError
    evening = evenings.evening_for(auth.reader(), gid, uuid)
    shown = next(each for each in evening.games if each.id_ == uuid)
    tag = languages.current_language()
    title = game_title(address.word, tag)
    names = comma(tag).join(seat.person.name for seat in shown.seats if seat.won)
    entry = _entry(
        uuid,
        [shown.sitting],
        url_for("documents.show", gid=gid, word=word, uuid=uuid),
        summary=f"{title}{colon(tag)}{names}" if names else title,
        description=play.text,
        location=play.stored.game.place or None,
    )
    return _calendar("game.ics", [entry], title)


def _line(shown: evenings.EveningGame) -> str:
    """Return a game with all players by rank, as ``Wizard: 1. Ute 60, 2. Kevin 30``."""
    said = []
    for seat in shown.seats:
        rank = f"{seat.rank}. " if seat.rank else ""
        total = "" if seat.total is None else f" {seat.total}"
        said.append(f"{rank}{seat.person.name}{total}")
    tag = languages.current_language()
    return f"{game_title(shown.word, tag)}{colon(tag)}{comma(tag).join(said)}"


def _entry(
    uid: UUID, sittings: Sequence[evenings.Sitting], page: str, **more: Any
) -> "Event":
    from icalendar import Event  # noqa: PLC0415 - only calendars need it

    began = [_in_utc(each.began) for each in sittings if each.began]
    last = [_in_utc(each.last) for each in sittings if each.last]
    day: date = min(each.day for each in sittings)
    start, end = day, day + timedelta(days=1)
    if len(began) == len(sittings) and min(began) < max(last):
        start, end = min(began), max(last)
    changed = max(each.ended for each in sittings if each.ended)
    page = guard.own_address() + page
    return Event.new(uid=uid, stamp=changed, start=start, end=end, url=page, **more)


def _in_utc(moment: datetime) -> datetime:
    return moment.astimezone(UTC).replace(microsecond=0)


def _calendar(name: str, entries: Iterable["Event"], *spoken: str | None) -> Response:
    from icalendar import Calendar  # noqa: PLC0415 - as above

    calendar = Calendar()
    calendar.add("prodid", "-//Scorepad//Scorepad//EN")
    calendar.add("version", "2.0")
    for each in entries:
        calendar.add_component(each)
    return download(calendar.to_ical(), "text/calendar", name, *spoken)
