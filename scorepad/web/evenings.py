"""Tonight and earlier evenings: their games, who leads, and a picture to share."""

from datetime import UTC, datetime
from uuid import UUID

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.db.engine import db
from scorepad.i18n.languages import format_date
from scorepad.pdf.html import EveningPoster, evening_picture
from scorepad.services.errors import NotThereError
from scorepad.services.evenings import Evening, evening_for
from scorepad.web.games import title_of
from scorepad.web.middleware import auth
from scorepad.web.middleware.languages import current_language
from scorepad.web.pdfs import answer_picture
from scorepad.web.season_pages import read_day
from scorepad.web.static import name_file

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
    # Rendering may wait for a worker, so the database session is closed first.
    db.session().close()
    poster = EveningPoster(
        group=evening.group_name,
        season=_("Evening of %(day)s", day=format_date(evening.day, tag)),
        standings=evening.standings,
        games=len(evening.finished),
        winners=tuple(
            (title_of(each.word), tuple(s.person.name for s in each.seats if s.won))
            for each in reversed(evening.finished)
        ),
    )
    answer = answer_picture(evening_picture(poster, language=tag))
    spoken = f"{poster.group or poster.season} {evening.day}"
    name_file(answer, "inline", f"evening-{evening.day}.png", spoken)
    return answer


def _evening(gid: UUID, day: str | None) -> Evening:
    try:
        asked = None if day is None else read_day(day)
    except ValueError:
        raise NotThereError from None
    return evening_for(*auth.reader(), gid, datetime.now(UTC), asked)
