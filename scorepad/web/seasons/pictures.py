"""A season as a picture to share."""

from collections.abc import Iterator
from http import HTTPStatus
from itertools import groupby
from uuid import UUID

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.services.naming import Person
from scorepad.services.seasons.season_stats import SeasonOverview
from scorepad.sheets.poster import Poster, Step
from scorepad.stats.season import RankedBy, Standing
from scorepad.store.db import db
from scorepad.store.tables import ALL_GAMES
from scorepad.web.every_request.languages import current_language
from scorepad.web.files.filenames import name_file
from scorepad.web.printed.pdfs import cached_picture, pdf_cache, stationery
from scorepad.web.seasons.seasons import overview_asked_for
from scorepad.web.seasons.standing_figures import figure_names, figure_of
from scorepad.words.dates import format_date
from scorepad.words.figures import format_number

bp = Blueprint("pictures", __name__, url_prefix="/g/<uuid:gid>")

STEPS = 3


@bp.get("/seasons/<int:number>/picture.png")
def season(gid: UUID, number: int) -> ResponseReturnValue:
    """The podium and the race, as the page has them; the same is drawn only once."""
    overview = overview_asked_for(gid, number)
    # It may wait for a worker; nothing of the database is held meanwhile.
    db.session().close()
    poster = _poster(overview)
    tag = current_language().tag
    job = stationery().season_picture(poster, language=tag)
    answer = Response(mimetype="image/png")
    name_file(answer, "inline", "season.png", poster.group or poster.season)
    answer.set_etag(pdf_cache().key(job)[:24])
    if answer.make_conditional(request).status_code != HTTPStatus.NOT_MODIFIED:
        answer.data = cached_picture(job)
    return answer


def _poster(overview: SeasonOverview) -> Poster:
    return Poster(
        group=overview.group_name,
        season=_title(overview),
        dates=_dates(overview),
        caption=figure_names()[overview.ranked_by],
        steps=tuple(_steps(overview)),
        people=tuple(person.name for person in overview.race.people),
        rows=overview.race.rows,
        games=overview.ranked_games,
        players=len(overview.standings),
    )


def _title(overview: SeasonOverview) -> str:
    season_ = overview.season
    if season_.number == ALL_GAMES:
        return str(_("All seasons"))
    return season_.name or str(_("Season %(number)s", number=season_.number))


def _steps(overview: SeasonOverview) -> Iterator[Step]:
    """The best ranks, each with all who share it."""
    best = [each for each in overview.standings if each.rank and each.rank <= STEPS]
    for rank, sharing in groupby(best, key=_rank):
        together = tuple(sharing)
        yield Step(
            rank=rank,
            names=tuple(each.player.name for each in together),
            figure=_figure(together[0], overview.ranked_by),
        )


def _figure(standing: Standing[Person], by: RankedBy) -> str:
    tag = current_language().tag
    if by is RankedBy.WINS:  # the page has them beside the average, here they are alone
        return format_number(standing.wins, tag)
    return figure_of(standing, by, tag)


def _rank(standing: Standing[Person]) -> int:
    return standing.rank or 0


def _dates(overview: SeasonOverview) -> str:
    tag, season_ = current_language().tag, overview.season
    first = format_date(season_.starts_on, tag)
    if season_.ends_on is None:
        return str(_("since %(day)s", day=first))
    last = format_date(season_.ends_on, tag)
    return str(_("%(first)s to %(last)s", first=first, last=last))
