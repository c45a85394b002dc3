"""The filter and sort order of season pages, their forms, and the page cache."""

import math
import threading
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction
from functools import wraps
from statistics import mean
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from flask import current_app, request
from flask_babel import gettext as _
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from wtforms import DateField, Form, IntegerField, StringField, ValidationError
from wtforms.validators import InputRequired, NumberRange, Optional

from scorepad.db import engine, groups, results
from scorepad.games.names import Person
from scorepad.games.wizard.schedule import SEATS_ALLOWED, Extra, Schedule
from scorepad.games.wizard.scoring import AnyScoring, Scoring, scoring_called
from scorepad.i18n.languages import msgid
from scorepad.services.requests import NotThereError
from scorepad.statistics.season import RankedBy, Standing
from scorepad.web.api.exchange import YEARS
from scorepad.web.forms import Choice
from scorepad.web.middleware.languages import current_language
from scorepad.web.play import member_now

HIGHEST_PAGE = 100_000


def _check_year(_form: Form, field: DateField) -> None:
    if field.data is not None and field.data.year not in YEARS:
        raise ValidationError("year")


class PageChoice(Form):
    """A season, the page of its list of games, and what players are ranked by."""

    season = IntegerField(validators=[Optional(), NumberRange(1, HIGHEST_PAGE)])
    page = IntegerField(validators=[Optional(), NumberRange(1, HIGHEST_PAGE)])
    by = Choice("", *RankedBy, default="")


def page_choice(args: MultiDict[str, str]) -> PageChoice:
    """Return the choice in a URL or form; abort with 404 if it is wrong."""
    form = PageChoice(args)
    if not form.validate():
        raise NotThereError
    return form


class SeasonDates(Form):
    """Name and days of a season, what ranks its players, and from how many games on."""

    name = StringField(default="")
    starts_on = DateField(validators=[InputRequired(), _check_year])
    ends_on = DateField(validators=[Optional(), _check_year])
    ranked_by = Choice("", *RankedBy, default="")
    least_games = IntegerField(validators=[Optional(), NumberRange(1, 1000)])


NO_EXTRAS = "classic"  # the deck without special cards in URLs


def _edition(word: str) -> frozenset[Extra]:
    return frozenset() if word == NO_EXTRAS else frozenset(map(Extra, word.split(".")))


def _players(text: str) -> int:
    return SEATS_ALLOWED[SEATS_ALLOWED.index(int(text))]


def read_day(text: str) -> date:
    """Parse a day as in URLs; ``ValueError`` if it is none, or far away."""
    day = date.fromisoformat(text)
    if day.year not in YEARS:
        raise ValueError
    return day


FIELDS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "players": (_players, msgid("Choose a number of players from the list.")),
    "schedule": (Schedule, msgid("Choose a number of rounds from the list.")),
    "edition": (_edition, msgid("Choose special cards from the list.")),
    "scoring": (scoring_called, msgid("Choose a scoring from the list.")),
    "since": (read_day, msgid("Enter a date such as 2026-11-21.")),
    "until": (read_day, msgid("Enter a date such as 2026-11-21.")),
}
"""How each field of the filter is parsed, and the message if that fails."""

PAGES_KEPT: Final = 100  # about 10 MB


class PageCache:
    """The pages that were requested last, by everything they depend on."""

    def __init__(self) -> None:
        self._pages: dict[Hashable, bytes] = {}
        self._lock = threading.Lock()

    def get(self, key: tuple[Hashable, ...], render: Callable[[], str]) -> bytes:
        """Return the page of this *key*, of today and in this language."""
        key = *key, current_language(), datetime.now(UTC).date()
        with self._lock:
            page = self._pages.pop(key, None)
        page = render().encode() if page is None else page
        with self._lock:
            self._pages[key] = page  # last in the order of removal
            while len(self._pages) > PAGES_KEPT:
                del self._pages[next(iter(self._pages))]
        return page


def cached(view: Callable[..., str]) -> Callable[..., bytes]:
    """Cache the rendered page of a *view* of a group."""

    @wraps(view)
    def answer(gid: UUID, **address: Any) -> bytes:
        member, state = member_now(gid), groups.page_state(engine.db.session(), gid)
        key = request.full_path, member.role, member.scores, member.player, state
        cache: PageCache = current_app.extensions["page_cache"]
        return cache.get(key, lambda: view(gid, **address))

    return answer


def cached_part(gid: UUID, name: str, render: Callable[[], str]) -> Markup:
    """Cache a part of pages that is the same for every device of a group."""
    revision = groups.page_state(engine.db.session(), gid)[0]
    cache: PageCache = current_app.extensions["page_cache"]
    page = cache.get((name, gid, revision), render)
    return Markup(page.decode())  # noqa: S704 - a template made it


class PageFilter(NamedTuple):
    """The filter in the URL, or a *sentence* about what is wrong with it."""

    wanted: results.Filter
    sentence: str | None = None

    def editions(self, kinds: results.Kinds) -> Sequence[tuple[str, frozenset[Extra]]]:
        """Return the decks of the games with their words, if there are several."""
        found = {kind[1] for kind in kinds}
        if self.wanted.edition is not None:
            found.add(self.wanted.edition)
        if len(found) == 1 and self.wanted.edition is None:
            return []
        in_order = sorted(found, key=lambda each: (len(each), sorted(each)))
        return [(".".join(sorted(each)) or NO_EXTRAS, each) for each in in_order]

    def apart(self, kinds: results.Kinds) -> Mapping[AnyScoring, int]:
        """Return the scorings counted separately, with their numbers of games.

        The chosen one is among them.
        """
        counts = Counter[AnyScoring]()
        for scoring, _deck, games in kinds:
            counts[scoring] += games
        counts[self.wanted.counted_by] += 0
        del counts[Scoring.CLASSIC]
        return counts


def requested_filter() -> PageFilter:
    """Return the filter in the URL, or every game and the first error."""
    found = {}
    for name, (read, problem) in FIELDS.items():
        if text := request.args.get(name, "").strip():
            try:
                found[name] = read(text)
            except (ValueError, TypeError):
                return PageFilter(results.EVERY_GAME, _(problem))
    wanted = results.Filter(**found)
    if wanted.since and wanted.until and wanted.until < wanted.since:
        said = _("The last day is before the first one: swap them.")
        return PageFilter(results.EVERY_GAME, said)
    return PageFilter(wanted)


def check_filter() -> None:
    """Abort with 404 if the filter of a file or picture is wrong."""
    if requested_filter().sentence:
        raise NotThereError


ORDERS: dict[str, Callable[[Standing[Person]], Fraction | float]] = {
    "games": lambda each: each.games,
    "wins": lambda each: each.wins,
    "met": lambda each: -1 if each.share_met is None else each.share_met,
    "last": lambda each: mean(each.last) if each.last else -math.inf,
}
"""Sort keys, best first; without one, rows are in the order of ranks."""


def requested_order(standings: Sequence[Standing[Person]]) -> dict[str, Any]:
    """Return the standings in the order that the URL names, or by rank.

    *shared* are the ranks of several players.
    """
    by, rows = request.args.get("sort", ""), standings
    if by == "name":
        rows = sorted(standings, key=lambda each: each.player.name.casefold())
    elif by in ORDERS:
        rows = sorted(standings, key=ORDERS[by], reverse=True)
    else:
        by = ""
    ranks = Counter(each.rank for each in standings if each.rank is not None)
    shared = {rank for rank, times in ranks.items() if times > 1}
    return {"by": by, "rows": rows, "shared": shared}


def query_with(**changes: str | int | None) -> str:
    """Return the page's query string with *changes*; ``None`` removes a parameter."""
    args = {key: values for key, values in request.args.lists() if key not in changes}
    new = {key: [value] for key, value in changes.items() if value is not None}
    return "?" + urlencode({**args, **new}, doseq=True)
