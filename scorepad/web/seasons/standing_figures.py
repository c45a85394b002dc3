"""What a season is ranked by, and everybody's figure as a reader writes it."""

from flask_babel import gettext as _

from scorepad.services.naming import Person
from scorepad.stats.rating import Rating
from scorepad.stats.season import RankedBy, Standing
from scorepad.words.figures import format_number, format_percent

NONE_YET = "–"


def figure_names(*, rated: bool = True) -> dict[str, str]:
    """What each figure is called, in the order of the page; a rating where *rated*."""
    found = {
        RankedBy.AVERAGE.value: _("Average"),
        RankedBy.SHARE.value: _("Of the possible"),
        RankedBy.WINS.value: _("Wins"),
        RankedBy.LEAGUE.value: _("League"),
        RankedBy.RATING.value: _("Rating"),
    }
    return found if rated else {k: v for k, v in found.items() if k != RankedBy.RATING}


def figure_of(standing: Standing[Person], by: RankedBy, language: str) -> str:
    """The figure by which somebody is ranked; a dash without a game."""
    if not standing.games:
        return NONE_YET
    if by is RankedBy.SHARE:
        share = standing.share
        return NONE_YET if share is None else format_percent(share, language)
    if by is RankedBy.LEAGUE:
        return format_number(standing.league, language)
    if by is RankedBy.RATING:
        rating = standing.rating
        return NONE_YET if rating is None else rating_figure(rating, language)
    return format_number(standing.average or 0, language, decimals=1)


def rating_figure(rating: Rating, language: str) -> str:
    """A rating with its margin: both ends are what may well be.

    The blanks around the sign are narrow and do not break.
    """
    shown = format_number(rating.shown, language)
    return f"{shown}\u202f±\u202f{format_number(rating.margin, language)}"
