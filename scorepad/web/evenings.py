"""Tonight and earlier evenings, a picture to share, and calendars (RFC 5545).

Times of calendars are in UTC. An entry fills its whole day where the times of a game
are not known.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, date, timedelta
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid5

from flask import Blueprint, Response, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_babel import ngettext

from scorepad.db.tables import ALL_GAMES, WIZARD
from scorepad.i18n.languages import format_date
from scorepad.i18n.terms import colon, comma
from scorepad.pdf.html import evening_picture
from scorepad.services.evenings import (
    Evening,
    EveningGame,
    Sitting,
    evening_for,
    season_evenings,
)
from scorepad.services.rate_limits import Limit
from scorepad.services.requests import NotThereError
from scorepad.services.stored_games import stored_game
from scorepad.web.api.exchange import game_address
from scorepad.web.games import title_of
from scorepad.web.middleware import auth
from scorepad.web.middleware.guard import count_action, own_address
from scorepad.web.middleware.languages import current_language
from scorepad.web.plays import play_of, text_of
from scorepad.web.printing import answer_picture
from scorepad.web.season_pages import read_day
from scorepad.web.static import download

if TYPE_CHECKING:
    from icalendar import Event

bp = Blueprint("evenings", __name__, url_prefix="/g/<uuid:gid>")


@bp.get("/tonight", defaults={"day": None})
@bp.get("/evenings/<day>")
def show(gid: UUID, day: str | None) -> ResponseReturnValue:
    """Show the evening of a day; without one tonight, or the last evening."""
    return render_template("evening/evening.html", evening=_evening(gid, day))


@bp.get("/evenings/<day>/picture.png")
def picture(gid: UUID, day: str) -> ResponseReturnValue:
    """Return a picture of the podium and the games; cached."""
    evening, tag = _evening(gid, day), current_language().tag
    if not evening.leaders:
        raise NotThereError
    title = _("Evening of %(day)s", day=format_date(evening.day, tag))
    winners = [
        (title_of(each.word), [seat.person.name for seat in each.seats if seat.won])
        for each in reversed(evening.finished)
    ]
    job = evening_picture(
        group=evening.group_name,
        season=title,
        standings=evening.standings,
        games=len(evening.finished),
        winners=winners,
        language=tag,
    )
    spoken = f"{evening.group_name or title} {evening.day}"
    return answer_picture(job, f"evening-{evening.day}.png", spoken)


def _evening(gid: UUID, day: str | None) -> Evening:
    try:
        asked = None if day is None else read_day(day)
    except ValueError:
        raise NotThereError from None
    return evening_for(auth.reader(), gid, asked)


MAKER: Final = "-//Scorepad//Scorepad//EN"

calendars = Blueprint("calendars", __name__, url_prefix="/g/<uuid:gid>")


@calendars.get("/seasons/<int:number>/season.ics")
def season(gid: UUID, number: int) -> Response:
    """Return the evenings of a season, or of all seasons."""
    count_action(Limit.EXPORT)
    season = None if number == ALL_GAMES else number
    evenings = season_evenings(auth.reader(), gid, season)
    if not evenings:  # a calendar must have an entry
        raise NotThereError
    named = evenings[0].group_name, _("Season")
    return _calendar("season.ics", map(_entry_of, evenings), *named)


@calendars.get("/<game:word>/<uuid:uuid>/game.ics")
def game(gid: UUID, word: str, uuid: UUID) -> Response:
    """Return the result of a finished game."""
    address = game_address(gid, word, uuid)
    if (play := play_of(stored_game(auth.reader(), address))) is None:
        raise NotThereError
    evening = evening_for(auth.reader(), gid, uuid)
    shown = next(each for each in evening.games if each.id_ == uuid)
    tag, title = current_language().tag, title_of(address.word)
    names = comma(tag).join(seat.person.name for seat in shown.seats if seat.won)
    page = url_for("documents.show", gid=gid, word=word, uuid=uuid)
    if address.word == WIZARD:
        page = url_for("games.show", gid=gid, uuid=uuid)
    entry = _entry(
        uuid,
        [shown.sitting],
        page,
        summary=f"{title}{colon(tag)}{names}" if names else title,
        description=text_of(play, tag),
        location=play.stored.game.place,
    )
    return _calendar("game.ics", [entry], title)


def _entry_of(evening: Evening) -> "Event":
    games = evening.games[::-1]
    count = ngettext("%(num)s game", "%(num)s games", len(games))
    return _entry(
        uuid5(evening.group_id, evening.day.isoformat()),
        [each.sitting for each in games],
        url_for("evenings.show", gid=evening.group_id, day=evening.day),
        summary=f"{evening.group_name or 'Scorepad'} ({count})",
        description="\n".join(map(_line, games)),
    )


def _line(shown: EveningGame) -> str:
    """Return a game with all players by rank, as ``Wizard: 1. Ute 60, 2. Kevin 30``."""
    said = (
        (f"{seat.rank}. " if seat.rank else "")
        + seat.person.name
        + ("" if seat.total is None else f" {seat.total}")
        for seat in shown.seats
    )
    tag = current_language().tag
    return f"{title_of(shown.word)}{colon(tag)}{comma(tag).join(said)}"


def _entry(
    uid: UUID, sittings: Sequence[Sitting], page: str, **more: str | None
) -> "Event":
    from icalendar import Event  # noqa: PLC0415 - only calendars need it

    start, end = _span(sittings)
    changed = max(each.ended for each in sittings if each.ended)
    said = {"uid": str(uid), "dtstamp": changed.astimezone(UTC)}
    said |= {"dtstart": start, "dtend": end, "url": own_address() + page, **more}
    entry = Event()
    for key, value in said.items():
        if value:
            entry.add(key, value)
    return entry


def _span(sittings: Sequence[Sitting]) -> tuple[date, date]:
    begun = [each.began for each in sittings if each.began]
    ended = [each.last for each in sittings if each.last]
    if len(begun) == len(sittings):
        start, end = (
            each.astimezone(UTC).replace(microsecond=0)
            for each in (min(begun), max(ended))
        )
        if start < end:
            return start, end
    day = min(each.day for each in sittings)
    return day, day + timedelta(days=1)


def _calendar(name: str, entries: Iterable["Event"], *spoken: str | None) -> Response:
    from icalendar import Calendar  # noqa: PLC0415 - as above

    calendar = Calendar()
    calendar.add("prodid", MAKER)
    calendar.add("version", "2.0")
    for each in entries:
        calendar.add_component(each)
    return download(calendar.to_ical(), "text/calendar", name, *spoken)
