"""Seasons and evenings, with pictures to share; joining a group by a claim."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.db import engine, tables
from scorepad.games.names import Person
from scorepad.i18n.languages import format_date
from scorepad.i18n.rules import game_title
from scorepad.pdf.html import picture_job, season_picture
from scorepad.services import groups, permissions, requests, season_stats, stored_games
from scorepad.services import seasons as arranging
from scorepad.services.evenings import Evening, by_evening, evening_for
from scorepad.statistics import findings, predictions
from scorepad.statistics.chart import Box, ChartLine, lay_out
from scorepad.statistics.season import LAST, Standing
from scorepad.web import printing, season_pages
from scorepad.web.middleware import auth
from scorepad.web.middleware.languages import current_language, sentence_about

RACE = Box(400, 270, left=36, right=104, bottom=24)
SPARK = Box(76, 36, 2, 4, 4, 4)
GAMES_FOR_A_RACE = 3

bp = Blueprint("seasons", __name__, url_prefix="/g/<uuid:gid>")


@bp.get("/")
def current(gid: UUID) -> ResponseReturnValue:
    """Redirect to the current season."""
    number = season_stats.current_season(auth.reader(), gid)
    return redirect(url_for("seasons.season", gid=gid, number=number))


@bp.get("/seasons/<int:number>", defaults={"part": "standings"})
@bp.get("/seasons/<int:number>/<any(race,games):part>")
@bp.get("/seasons/all", defaults={"number": tables.ALL_GAMES, "part": "standings"})
@bp.get("/seasons/all/<any(race,games):part>", defaults={"number": tables.ALL_GAMES})
@season_pages.cached
def season(gid: UUID, number: int, part: str) -> str:
    """Show the standings, the race or the games of a season, or of all seasons."""
    at_most = None if part == "games" else 6  # beside the standings, if it is wide
    overview = requested_overview(gid, number, at_most=at_most)
    race, shown = overview.race.settled, dict[str, Any]()
    if part == "games":
        shown["evenings"] = by_evening(auth.reader(), gid, overview.games)
    elif len(race.rows) >= GAMES_FOR_A_RACE:
        names = [person.name for person in race.people]
        heads = [_("Game %(number)s", number=number) for number in race.numbers]
        chart = lay_out(race.rows, seats=len(names), box=RACE, from_zero=False)
        shown["chart_values"] = chart.bands(race.rows, names, heads)
        # Of many games only some are drawn, so numbering them would be wrong.
        shown["chart"] = chart._replace(rounds=())
    if part == "standings":
        shown["findings"] = findings.findings_of_season(overview.predictions)
    return render_template(
        "season/season.html",
        part=part,
        overview=overview,
        filters=season_pages.requested_filter(),
        order=season_pages.requested_order(overview.standings),
        sparks=_sparks(overview.standings),
        luck=_luck(overview.standings),
        reminders=overview.reminders,
        others=stored_games.document_seasons(auth.reader(), overview),
        **shown,
    )


def requested_overview(
    gid: UUID, number: int, *, at_most: int | None = None
) -> season_stats.SeasonOverview:
    """Return the season that the URL selects, with *at_most* so many games."""
    form = season_pages.page_choice(request.args)
    return season_stats.season_overview(
        auth.reader(),
        gid,
        number,
        page=form.page.data or 1,
        at_most=at_most,
        ranked_by=form.by.value,
        wanted=season_pages.requested_filter().wanted,
    )


@bp.get("/seasons")
@season_pages.cached
def archive(gid: UUID) -> str:
    """Show all seasons with their winners."""
    group, found = season_stats.archive(auth.reader(), gid)
    today = datetime.now(UTC).date()
    return render_template(
        "season/archive.html",
        group=group,
        seasons=found,
        is_over=lambda each: each.ends_on is not None and each.ends_on < today,
    )


@bp.get("/seasons/<int:number>/dates")
@bp.post("/seasons/<int:number>/dates")
@bp.post("/seasons", defaults={"number": None})
def dates(gid: UUID, number: int | None) -> ResponseReturnValue:
    """Show or save the name, days and ranking of a season, or of a new one."""
    is_sent, problems = request.method == "POST", dict[str, str]()
    sent = season_pages.SeasonDates(request.form)
    if is_sent and sent.validate():
        values = {**sent.data, "ranked_by": sent.ranked_by.value}
        values["least_games"] = values["least_games"] or 1
        entry = arranging.SeasonEntry(**values)
        try:
            saved = arranging.save_season(auth.writer(), gid, number, entry)
        except requests.EntryRefusedError as refused:
            problems = {each.field: sentence_about(each) for each in refused.objections}
        else:
            return redirect(url_for("seasons.season", gid=gid, number=saved), 303)
    part = "season"
    if number is None:
        part, number = "next", season_stats.current_season(auth.reader(), gid)
    group = auth.group_or_404(gid, permissions.Action.ARRANGE)
    found = arranging.season_or_not_there(engine.db.session(), group, number)
    new = season_pages.SeasonDates()
    forms = {"season": season_pages.SeasonDates(obj=found), "next": new}
    if is_sent:
        forms[part] = sent
    return render_template(
        "season/dates.html",
        group=group,
        season=found,
        forms=forms,
        part=part,
        problems=problems,
    ), 422 if is_sent else 200


@bp.get("/enter")
def ask_to_enter(gid: UUID) -> ResponseReturnValue:
    """Show the form. Without the key, nothing tells whether the group exists."""
    return render_template("season/enter.html", gid=gid)


@bp.post("/enter")
def enter(gid: UUID) -> ResponseReturnValue:
    """Add this device to the group, if it knows the claim."""
    claim = request.form.get("claim", "").strip()
    token = groups.enter_group(auth.reader(), gid, claim, auth.kind_of_device())
    auth.remember_device(token)
    return redirect(url_for("seasons.current", gid=gid), 303)


def _sparks(standings: Sequence[Standing[Person]]) -> Mapping[Person, ChartLine]:
    columns = [[None] * (LAST - len(each.last)) + [*each.last] for each in standings]
    rows = list(zip(*columns, strict=True))
    chart = lay_out(rows, seats=len(columns), box=SPARK, from_zero=False)
    return dict(zip((each.player for each in standings), chart.lines, strict=True))


def _luck(standings: Sequence[Standing[Person]]) -> Mapping[Person, Sequence[float]]:
    found = {}
    for each in standings:
        if interval := predictions.interval_for(each.bids_met, each.bids_made):
            found[each.player] = interval.low, float(interval.share), interval.high
    low = min((each[0] for each in found.values()), default=0)
    span = max((each[-1] for each in found.values()), default=1) - low
    return {
        player: tuple(round(100 * (share - low) / span, 1) for share in shares)
        for player, shares in found.items()
    }


@bp.get("/seasons/<int:number>/picture.png")
def picture(gid: UUID, number: int) -> ResponseReturnValue:
    """Return a picture of the podium and the race; cached."""
    season_pages.check_filter()
    overview = requested_overview(gid, number)
    shown, title = overview.season, _("All seasons")
    if number != tables.ALL_GAMES:
        title = shown.name or _("Season %(number)s", number=number)
    job = season_picture(
        overview.race,
        group=overview.group_name,
        season=title,
        starts_on=shown.days[0],
        ends_on=shown.days[1],
        ranked_by=overview.ranked_by,
        standings=overview.standings,
        games=overview.played,
        language=current_language(),
    )
    return printing.cached_answer(job, "season.png", overview.group_name or title)


evenings = Blueprint("evenings", __name__, url_prefix="/g/<uuid:gid>")


@evenings.get("/tonight", endpoint="show", defaults={"day": None})
@evenings.get("/evenings/<day>", endpoint="show")
def evening(gid: UUID, day: str | None) -> ResponseReturnValue:
    """Show the evening of a day; without one tonight, or the last evening."""
    return render_template("evening/evening.html", evening=_evening(gid, day))


@evenings.get("/evenings/<day>/picture.png", endpoint="picture")
def picture_of_evening(gid: UUID, day: str) -> ResponseReturnValue:
    """Return a picture of the podium and the games; cached."""
    evening, tag = _evening(gid, day), current_language()
    if not evening.leaders:
        raise requests.NotThereError
    day = format_date(evening.day, tag).replace(" ", "\N{NO-BREAK SPACE}")
    title = _("Evening of %(day)s", day=day)
    winners = [
        (game_title(e.word, tag), [seat.person.name for seat in e.seats if seat.won])
        for e in reversed(evening.finished)
    ]
    poster = {
        "group": evening.group_name,
        "season": title,
        "standings": evening.standings,
        "games": len(evening.finished),
        "winners": winners,
    }
    job = picture_job("evening", tag, poster=poster)
    spoken = f"{evening.group_name or title} {evening.day}"
    return printing.cached_answer(job, f"evening-{evening.day}.png", spoken)


def _evening(gid: UUID, day: str | None) -> Evening:
    try:
        asked = None if day is None else season_pages.read_day(day)
    except ValueError:
        raise requests.NotThereError from None
    return evening_for(auth.reader(), gid, asked)
