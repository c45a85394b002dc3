"""Pages of tournaments: set-up, players, tables, standings, and the hall page."""

import json
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO
from itertools import starmap, zip_longest
from secrets import randbelow
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from wtforms import BooleanField, Form, IntegerField, StringField
from wtforms.validators import AnyOf, InputRequired, Length, NumberRange

from scorepad.games.documents import NotADocument, written
from scorepad.games.names import name_key
from scorepad.games.wizard.schedule import Schedule
from scorepad.services import draws, entries, tournament_files, typings
from scorepad.services import tournaments as service
from scorepad.services.documents import names_known_to
from scorepad.services.entries import Newcomer
from scorepad.services.errors import EntryRefusedError
from scorepad.services.permissions import Action, member_for
from scorepad.services.tournaments import Loaded
from scorepad.tournaments.knockout import (
    CUTS,
    bracket,
    final_ranking,
    is_outdated,
    ties,
)
from scorepad.tournaments.record import (
    MOST_ENTRIES,
    MOST_GAMES,
    PRESETS,
    Penalty,
    Ranking,
)
from scorepad.tournaments.standings import standings
from scorepad.web.forms import LONGEST_NAME, ask_about
from scorepad.web.games import unless_known
from scorepad.web.middleware import auth
from scorepad.web.middleware.errors import problem
from scorepad.web.middleware.headers import not_stored
from scorepad.web.middleware.languages import sentence_about
from scorepad.web.sheet_form import holds_of
from scorepad.web.static import name_file

MOST_SEEDS: Final = 1_000_000
LONGEST_LIST: Final = 40_000  # characters of a pasted list of players
LONGEST_CLUB: Final = 60
SCHEDULES: Final = tuple(each for each in Schedule if each is not Schedule.CUSTOM)
BESIDE_FILE: Final = 64 << 10  # bytes of a form beside its file
LONGEST_WAIT: Final = 120  # minutes until a game starts

bp = Blueprint("tournaments", __name__, url_prefix="/g/<uuid:gid>/tournaments")


class CreateForm(Form):
    """The name of a new tournament, and what it starts from."""

    name = StringField(validators=[InputRequired(), Length(max=LONGEST_NAME)])
    preset = StringField(validators=[AnyOf(list(PRESETS))], default="qualifier")


class SettingsForm(Form):
    """The rules of a tournament, which stay once a game is drawn."""

    games = IntegerField(validators=[InputRequired(), NumberRange(1, MOST_GAMES)])
    cut = IntegerField(validators=[InputRequired(), AnyOf([0, *CUTS[2]])])
    advance = IntegerField(validators=[InputRequired(), AnyOf(list(CUTS))])
    ranking = StringField(validators=[AnyOf([each.value for each in Ranking])])
    even_bid_rule = BooleanField()
    counts = BooleanField()
    schedule = StringField(validators=[AnyOf([each.value for each in SCHEDULES])])


class PenaltyForm(Form):
    """A penalty: for whom, in which game, how many points, and why."""

    number = IntegerField(validators=[InputRequired(), NumberRange(1, 9999)])
    game = IntegerField(validators=[InputRequired(), NumberRange(1, 2 * MOST_GAMES)])
    points = IntegerField(validators=[InputRequired(), NumberRange(-1000, 1000)])
    reason = StringField(validators=[InputRequired(), Length(max=200)])


@bp.get("")
def index(gid: UUID) -> ResponseReturnValue:
    """List the tournaments of the group, and offer to create one."""
    return _index(gid)


def _index(gid: UUID, wrong: str = "", file_wrong: str = "") -> str:
    group, member, found = service.list_tournaments(*auth.reader(), gid)
    return render_template(
        "tournament/index.html",
        gid=gid,
        group=group,
        found=found,
        may_create=member.may(Action.ARRANGE),
        presets=PRESETS,
        wrong=wrong,
        file_wrong=file_wrong,
        typed=request.form.get("name", ""),
    )


@bp.post("")
def create(gid: UUID) -> ResponseReturnValue:
    """Create a tournament."""
    group = auth.group_or_404(gid, Action.ARRANGE)
    form = CreateForm(request.form)
    if not form.validate():
        return _index(gid, _("Enter a name of at most 40 characters.")), 422
    preset = PRESETS[form.preset.data or ""]
    seed = randbelow(MOST_SEEDS)
    wanted = replace(preset, name=form.name.data or "", seed=seed)
    day = datetime.now(ZoneInfo(group.time_zone)).date()
    try:
        made = service.create(*auth.writer(), gid, wanted, day)
    except EntryRefusedError as refused:
        return _index(gid, sentence_about(refused.objections[0])), 422
    return _back(gid, made, "players")


@bp.post("/open")
def open_file(gid: UUID) -> ResponseReturnValue:
    """Create the tournament of a file."""
    auth.group_or_404(gid, Action.ARRANGE)
    request.max_content_length = tournament_files.LARGEST + BESIDE_FILE
    try:
        with closing(request.files.get("file") or BytesIO()) as sent:
            found = tournament_files.parse_tournament(sent.read())
        made = tournament_files.open_tournament(*auth.writer(), gid, found)
    except (NotADocument, EntryRefusedError):
        wrong = _("This is no tournament that Scorepad saved. Choose such a file.")
        return _index(gid, file_wrong=wrong), 422
    return _back(gid, made)


@bp.get("/<uuid:tid>/tournament.json")
def file(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Return the whole tournament as a file, for directors."""
    found = tournament_files.export_tournament(*auth.reader(), gid, tid)
    text = json.dumps(written(found), ensure_ascii=False)
    answer = not_stored(text, mimetype="application/json")
    name = found.tournament.name
    name_file(answer, "attachment", "tournament.json", f"{name}.json")
    return answer


@bp.get("/<uuid:tid>", defaults={"part": "tables"})
@bp.get("/<uuid:tid>/<any(players,standings,settings):part>")
def show(gid: UUID, tid: UUID, part: str) -> ResponseReturnValue:
    """Show the tables, the players, the standings or the settings."""
    return _page(gid, tid, part)


def _page(gid: UUID, tid: UUID, part: str, **about: Any) -> str:
    to = service.load(*auth.reader(), gid, tid)
    if part == "players":
        people = names_known_to(*auth.reader(), gid)
        about["known"] = [each for each in people if each not in to.names.values()]
    return render_template(
        f"tournament/{part}.html", gid=gid, tid=tid, part=part, **_about(to), **about
    )


def _about(to: Loaded) -> dict[str, Any]:
    value = to.value
    drawn = value.draws[-1] if value.draws else None
    return {
        "to": to,
        "value": value,
        "names": to.names,
        "device": auth.reader()[1],
        "holds_of": holds_of,
        "drawn": drawn,
        "quality": partial(draws.quality, to),
        "standings": partial(standings, value, to.results),
        "final": partial(final_ranking, value, to.results),
        "is_outdated": partial(is_outdated, value, to.results),
        "ties": partial(ties, value, to.results),
        "bracket": partial(bracket, value, to.results),
        "wait": drawn and to.is_playing and draws.starts_in(drawn, datetime.now(UTC)),
        "by_name": partial(_by_name, to),
        "schedules": SCHEDULES,
        "before": request.args.get("before", type=int),
        "minutes": lambda left: -(-int(left.total_seconds()) // 60),
    }


def _by_name(to: Loaded) -> list[tuple[str, int]]:
    """Return the names of the people drawn last, with their tables, in order."""
    tables = enumerate(to.value.draws[-1].tables, 1)
    found = [(to.names[n], at) for at, table in tables for n in table.seats]
    return sorted(found, key=lambda pair: name_key(pair[0]))


@bp.get("/<uuid:tid>/hall")
def hall(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Show who sits where, how far the tables are, and the standings; polled."""
    seen = service.state_of(*auth.reader(), gid, tid, datetime.now(UTC))
    return unless_known(seen, lambda: _page(gid, tid, "hall"))


def _back(gid: UUID, tid: UUID, part: str = "tables") -> ResponseReturnValue:
    return redirect(url_for("tournaments.show", gid=gid, tid=tid, part=part), 303)


def _changed(
    gid: UUID, tid: UUID, part: str, change: Callable[..., None], *values: Any
) -> ResponseReturnValue:
    try:
        change(*auth.writer(), gid, tid, *values)
    except EntryRefusedError as refused:
        wrong = sentence_about(refused.objections[0])
        return _page(gid, tid, part, wrong=wrong), 422
    return _back(gid, tid, part)


@bp.post("/<uuid:tid>/settings")
def save_settings(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Save the rules of a tournament of which no game is drawn."""
    auth.group_or_404(gid, Action.SCORE)
    form = SettingsForm(request.form)
    if not form.validate():
        return problem(422, _("Choose one of the options."))
    values = {**form.data, "ranking": Ranking(form.ranking.data or "")}
    values["schedule"] = Schedule(form.schedule.data or "")
    return _changed(gid, tid, "settings", service.change_settings, values)


@bp.post("/<uuid:tid>/typing")
def save_typing(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Save whether paper sheets are typed in twice, at any time."""
    values = {"typed_twice": "twice" in request.form}
    return _changed(gid, tid, "settings", service.change_settings, values)


@bp.post("/<uuid:tid>/typings/<uuid:game>/discard")
def discard_typing(gid: UUID, tid: UUID, game: UUID) -> ResponseReturnValue:
    """Discard the first typing of a table's sheet."""
    return _changed(gid, tid, "tables", typings.discard, game)


@bp.post("/<uuid:tid>/players")
def add_players(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Enter the players of a list: one a line, a club after a semicolon or comma."""
    auth.group_or_404(gid, Action.SCORE)
    sent = request.form
    people = _people_in(sent.get("players", "")[:LONGEST_LIST])
    names = [each.name for each in people] + sent.getlist("known")
    is_possible = len(names) <= MOST_ENTRIES  # else the service refuses them
    known = names_known_to(*auth.reader(), gid) if is_possible else []
    asked = ask_about(names, known, sent)
    clubs = [each.club for each in people]
    named = [*starmap(Newcomer, zip_longest(asked.names, clubs, fillvalue=""))]
    if asked.unsure:
        return _page(gid, tid, "players", asked=asked, typed=_text_of(named)), 422
    return _changed(gid, tid, "players", entries.add_players, named)


def _text_of(people: Iterable[Newcomer]) -> str:
    return "\n".join(f"{each.name}, {each.club}".rstrip(", ") for each in people)


def _people_in(text: str) -> list[Newcomer]:
    """Return the people of a pasted list; tabs come from spreadsheets."""
    found = []
    for line in text.splitlines():
        name, _between, club = line.replace("\t", ";").replace(",", ";").partition(";")
        if name.strip():
            found.append(Newcomer(name.strip(), club.strip(" ;")[:LONGEST_CLUB]))
    return found


@bp.post("/<uuid:tid>/take-part")
def take_part(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Enter the player of this device, or ask first who that is."""
    if member_for(*auth.reader(), gid, Action.PLAY).player is None:
        return redirect(url_for("join.who", gid=gid), 303)
    return _changed(gid, tid, "players", entries.take_part)


@bp.post("/<uuid:tid>/players/<int:number>/stop")
def stop_playing(gid: UUID, tid: UUID, number: int) -> ResponseReturnValue:
    """Seat a player in no further game."""
    return _changed(gid, tid, "players", entries.stop_playing, number)


@bp.post("/<uuid:tid>/players/<int:number>/again")
def play_again(gid: UUID, tid: UUID, number: int) -> ResponseReturnValue:
    """Seat a player who stopped in the next games again."""
    return _changed(gid, tid, "players", entries.play_again, number)


def _seen() -> str:
    return request.form.get("seen", "")


@bp.post("/<uuid:tid>/draw")
def draw(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Draw the next game, or again the one that has not begun."""
    return _changed(gid, tid, "tables", draws.draw_next, _seen())


@bp.post("/<uuid:tid>/swap")
def swap(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Swap two people of the draw."""
    two = [request.form.get(name, 0, type=int) for name in ("one", "other")]
    to = service.load(*auth.reader(), gid, tid)
    before = draws.quality(to).repeats if to.value.is_drawn else None
    answer = _changed(gid, tid, "tables", draws.swap, *two, _seen())
    if isinstance(answer, tuple):
        return answer
    page = url_for("tournaments.show", gid=gid, tid=tid, before=before)
    return redirect(page, 303)


@bp.post("/<uuid:tid>/begin")
def begin(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Begin the game that is drawn, in some minutes."""
    auth.group_or_404(gid, Action.SCORE)
    wait = request.form.get("minutes", 0, type=int)
    if not 0 <= wait <= LONGEST_WAIT:
        return problem(422, _("Enter a number from 0 to 120."))
    minutes = timedelta(minutes=wait)
    return _changed(gid, tid, "tables", draws.begin_game, minutes, _seen())


@bp.post("/<uuid:tid>/penalties")
def penalise(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Add a penalty."""
    auth.group_or_404(gid, Action.SCORE)
    form = PenaltyForm(request.form)
    if not form.validate():
        wrong = _("Enter points from −1000 to 1000 and a reason.")
        return _page(gid, tid, "standings", wrong=wrong), 422
    return _changed(gid, tid, "standings", service.penalise, Penalty(**form.data))


@bp.post("/<uuid:tid>/penalties/<int:at>/remove")
def remove_penalty(gid: UUID, tid: UUID, at: int) -> ResponseReturnValue:
    """Remove a penalty."""
    return _changed(gid, tid, "standings", service.remove_penalty, at)


@bp.post("/<uuid:tid>/further-game")
def settle(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Store the order that a further game gave to equal players.

    Who is chosen twice gets the first of the two places; others move up.
    """
    chosen, tied = (request.form.getlist(key, type=int) for key in ("order", "tied"))
    left = (number for number in tied if number not in chosen)
    order = [
        n if n not in chosen[:at] else next(left, 0) for at, n in enumerate(chosen)
    ]
    return _changed(gid, tid, "standings", service.settle, [*order, *tied])


@bp.post("/<uuid:tid>/reveal")
def reveal(gid: UUID, tid: UUID) -> ResponseReturnValue:
    """Show the result of the final on all screens."""
    return _changed(gid, tid, "tables", service.reveal)
