"""The pages of a player, and the records of a player and of a group."""

from collections.abc import Mapping
from fractions import Fraction
from uuid import UUID

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.db import engine, groups
from scorepad.games.names import COLOURS, LETTER, PICTURES, Look, default_look
from scorepad.i18n.terms import TITLES, level_name, title_name
from scorepad.services import player_stats, players, requests, stored_games, tournaments
from scorepad.services.permissions import Action, player_for
from scorepad.statistics import chart, findings, predictions
from scorepad.statistics.career import Career
from scorepad.web import play, season_pages
from scorepad.web.middleware import errors, languages
from scorepad.web.middleware.auth import group_or_404, reader, writer

bp = Blueprint("players", __name__, url_prefix="/g/<uuid:gid>")

CURVE = chart.Box(720, 300, left=66, top=20, bottom=20)
GAMES_FOR_A_CURVE = 3


@bp.get("/players/<uuid:player>")
@season_pages.cached
def show(gid: UUID, player: UUID) -> str:
    """Show a player in one season (``?season=2``), or over all games."""
    part = request.args.get("part")
    part = part if part in player_stats.PLAYER_PARTS else player_stats.PLAYER_PARTS[0]
    overview = requested_overview(gid, player, part)
    career, standing = overview.career, overview.standing
    shows_all = part == "games" or not standing.games
    bids = predictions.sums_by("bid", career.sums)
    steps = [(e.safe, e.shown, e.shown + e.margin) for _, e in overview.ratings]
    curve = chart.lay_out(steps, seats=3, box=CURVE, from_zero=False)
    return render_template(
        "player/player.html",
        part=part,
        tournaments=tournaments.taken_part(reader(), gid, player) if shows_all else (),
        overview=overview,
        filters=season_pages.requested_filter(),
        career=career,
        standing=standing,
        places=places_of(overview),
        met=predictions.interval_for(career.predictions.met, career.predictions.made),
        scale=scale_of(overview),
        calibration=chart.calibration(bids),
        heat=chart.heat_map(career.sums),
        average_taken=chart.average_taken,
        findings=findings.findings_of(career.sums, overview.others),
        is_enough=predictions.is_enough,
        few_games=5,  # with fewer, median and spread are not shown
        by_bid=bids,
        by_cards=predictions.sums_by("cards", career.sums),
        situations=situations_of(career),
        rise=_rise_of(overview.wins_ever),
        curve=curve if len(steps) >= GAMES_FOR_A_CURVE else None,
        others=stored_games.document_seasons(reader(), overview),
    )


def look_of(gid: UUID, player: UUID) -> Look:
    """Return the look of a player; those of a group are queried once per request."""
    looks: dict[UUID, dict[UUID, Look]] = g.setdefault("looks", {})
    if gid not in looks:
        looks[gid] = groups.chosen_looks(engine.db.session(), gid)
    return looks[gid].get(player) or default_look(player)


def may_choose_look(gid: UUID, player: UUID) -> bool:
    """Whether this device may choose the look of a player."""
    return play.member_now(gid).may(Action.CHOOSE_LOOK, people=[player])


@bp.get("/players/<uuid:player>/look")
def look(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Show the colours and pictures that a player can choose from."""
    person = player_for(engine.db.session(), group_or_404(gid), player)
    if not may_choose_look(gid, person.uuid):
        raise requests.NotAllowedError
    return render_template(
        "player/look.html",
        gid=gid,
        person=person,
        colours=COLOURS,
        pictures=(*PICTURES, LETTER),
    )


@bp.post("/players/<uuid:player>/look")
def choose_look(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Save the colour or picture that was tapped; the other one stays."""
    now = look_of(gid, player)
    colour = request.form.get("colour", now.colour)
    picture = request.form.get("picture", now.picture)
    if colour not in COLOURS or picture not in {*PICTURES, LETTER}:
        return errors.problem(422, _("Choose one of the options."))
    players.choose_look(writer(), gid, player, Look(colour, picture))
    return redirect(url_for("players.look", gid=gid, player=player), 303)


def _rise_of(wins: int) -> tuple[str, str | None, int]:
    """Return the level after these *wins*, the next title, and the wins missing."""
    tag = languages.current_language()
    following = next((least for least in TITLES if least > wins), None)
    if following is None:
        return level_name(wins, tag), None, 0
    return level_name(wins, tag), title_name(following, tag), following - wins


@bp.get("/players/<uuid:player>/records")
@bp.get("/records", defaults={"player": None})
@season_pages.cached
def records(gid: UUID, player: UUID | None) -> str:
    """Show the records of a player or of all, in one season (``?season=2``) or ever."""
    overview, filters = requested_records(gid, player), season_pages.requested_filter()
    template = "player/records.html" if player else "season/records.html"
    return render_template(template, overview=overview, filters=filters)


def requested_records(
    gid: UUID, player: UUID | None = None, season: int | None = None
) -> player_stats.RecordsOverview:
    """Return the records of a group or player in the games that the URL selects."""
    wanted = season_pages.requested_filter().wanted
    number = season or season_pages.page_choice(request.args).season.data
    return player_stats.records_overview(
        reader(), gid, number, player_id=player, wanted=wanted
    )


def requested_overview(
    gid: UUID,
    player: UUID,
    part: str,
    *,
    at_most: int | None = player_stats.GAMES_SHOWN,
) -> player_stats.PlayerOverview:
    """Return one *part* about a player over the games that the URL selects."""
    wanted = season_pages.requested_filter().wanted
    number = season_pages.page_choice(request.args).season.data
    return player_stats.player_overview(
        reader(), gid, player, number, wanted=wanted, at_most=at_most, parts={part}
    )


def places_of(overview: player_stats.PlayerOverview) -> Mapping[str, int]:
    """Return the player's rank among all players, by each figure that has one."""
    own, everyone = overview.standing, overview.everyone.values()
    if not own.games:
        return {}
    met, average = own.share_met or 0, own.average or 0
    return {
        "wins": 1 + sum(each.wins > own.wins for each in everyone),
        "average": 1 + sum((each.average or 0) > average for each in everyone),
        "met": 1 + sum((each.share_met or 0) > met for each in everyone),
    }


def scale_of(overview: player_stats.PlayerOverview) -> chart.Scale | None:
    """Return all players' shares of bids met, on a line; ``None`` with too few bids."""
    own, made = overview.person, overview.career.predictions
    interval = predictions.interval_for(made.met, made.made)
    if interval is None or not predictions.is_enough(made.made):
        return None
    shares = {
        who: Fraction(each.bids_met, each.bids_made)
        for who, each in overview.everyone.items()
        if predictions.is_enough(each.bids_made)
    }
    shares[own] = interval.share
    return chart.scale_of_shares(shares, own, interval)


def situations_of(career: Career) -> Mapping[str, predictions.Counts]:
    """Return the bids by situation, in the order of the page."""
    parts: Mapping[str, predictions.Slice] = {
        **{place: ("place", place) for place in predictions.PLACES.values()},
        **findings.SITUATIONS,
    }
    none = predictions.Counts()
    return {name: career.sums.get(part, none) for name, part in parts.items()}
