"""The tables of pages as CSV; cells that would run as a formula are defused.

A spreadsheet in German expects a semicolon between cells and a decimal comma. The style
is that of the language, or the one that this browser chose.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from io import StringIO
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from flask import Blueprint, Response, current_app, request
from flask_babel import gettext as _

from scorepad.games.wizard.models import Game
from scorepad.games.wizard.sheet import sheet_of
from scorepad.i18n.languages import format_number
from scorepad.i18n.terms import record_feat, record_name, trump_name
from scorepad.services import activity, season_stats, stored_games, tournaments
from scorepad.services.requests import GameAddress
from scorepad.statistics import chart, predictions
from scorepad.tournaments.standings import fine, order_at
from scorepad.tournaments.standings import standings as placings
from scorepad.web import players, season_pages, seasons, static
from scorepad.web.middleware.auth import reader
from scorepad.web.middleware.languages import current_language

FORMULA = re.compile(r"[\s\x00-\x20\x7f\u200b-\u200f\ufeff'\"]*[=+\-@|%＝＋－＠\t\r\n]")
"""Text that a spreadsheet runs as a formula; some strip blanks and quotes first."""

DECIMALS = 4

STYLES: Final = {"comma": (",", "."), "semicolon": (";", ",")}
"""What separates the cells of a CSV file, and its decimal mark."""

COOKIE: Final = "csv"


def csv_style() -> str:
    """Return the name of the chosen style, or of the usual one for the language."""
    chosen = request.cookies.get(COOKIE, "")
    has_comma = "," in format_number(Fraction(1, 2), current_language(), decimals=1)
    return chosen if chosen in STYLES else "semicolon" if has_comma else "comma"


def cell(value: object, decimal: str = ".") -> str:
    """Return a value as text: numbers plain, formulas defused, ``None`` empty.

    >>> [cell(value) for value in (-20, Fraction(1, 3), None, "Ute", "=1+1", "-3")]
    ['-20', '0.3333', '', 'Ute', "'=1+1", "'-3"]
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if FORMULA.match(value) else value
    if isinstance(value, Fraction | float):
        said = f"{float(value):.{DECIMALS}f}".rstrip("0").rstrip(".")
        return said.replace(".", decimal)
    return str(value)


bp = Blueprint("exports", __name__, url_prefix="/g/<uuid:gid>")
bp.before_request(season_pages.check_filter)

Rows = tuple[Sequence[str], Iterable[Sequence[object]]]  # a head, and rows
Table = tuple[str | None, str, Sequence[str], Iterable[Sequence[object]]]
"""Of whom or what it is, the table's title, its head and its rows."""


def _file(name: str, *paths: str) -> Callable[..., Callable[..., Table]]:
    def register(table: Callable[..., Table]) -> Callable[..., Table]:
        def send(**address: Any) -> Response:
            whose, what, head, rows = table(**address)
            (separator, decimal), out = STYLES[csv_style()], StringIO()
            csv.writer(out, delimiter=separator).writerows(
                [cell(value, decimal) for value in row] for row in (head, *rows)
            )
            # Without a byte order mark, Excel misreads non-ASCII names.
            data, file = out.getvalue().encode("utf-8-sig"), f"{name}.csv"
            return static.download(data, "text/csv", file, whose, what)

        for path in paths:
            bp.add_url_rule(f"{path}/{name}.csv", table.__name__, send)
        return table

    return register


@_file("standings", "/seasons/<int:number>")
def standings(gid: UUID, number: int) -> Table:
    """Return the standings of a season."""
    overview = seasons.requested_overview(gid, number)
    head = [_("Rank"), _("Player"), _("Games"), _("Wins"), _("shared wins")]
    head += [_("Average"), _("Share of maximum"), _("League points"), _("Best")]
    head += [_("Bids met"), _("Bids"), _("Form"), _("Trend"), _("Above par")]
    rows = (
        [
            *(each.rank, each.player.name, each.games, each.wins, each.shared_wins),
            *(each.average, each.share, each.league if each.games else None),
            *(each.best, each.bids_met, each.bids_made, " ".join(map(str, each.form))),
            each.change.difference if each.change else None,
            each.par,
        ]
        for each in overview.standings
    )
    return overview.group_name, _("The standings"), head, rows


@_file("race", "/seasons/<int:number>")
def race(gid: UUID, number: int) -> Table:
    """Return each player's average after each game."""
    overview = seasons.requested_overview(gid, number)
    head = [person.name for person in overview.race.people]
    return overview.group_name, _("Race"), head, overview.race.rows


@_file("games", "/seasons/<int:number>")
def season_games(gid: UUID, number: int) -> Table:
    """Return every game with a row for each player; the first game is game 1."""
    wanted = season_pages.requested_filter().wanted
    whose, found = season_stats.season_games(reader(), gid, number, wanted=wanted)
    head = [_("Game"), _("Date"), _("Rounds"), _("Player"), _("Total")]
    head += [_("won"), _("finished"), _("counts")]
    rows = (
        [
            *(place, game.played_on, game.rounds, seat.person.name, seat.total),
            *(int(seat.won), int(game.finished), int(game.counts)),
        ]
        for place, game in enumerate(found, 1)
        for seat in game.seats
    )
    return whose, _("Games"), head, rows


@_file("tournament", "/tournaments/<uuid:tid>")
def tournament(gid: UUID, tid: UUID) -> Table:
    """Return every seat of a tournament; the final's points once they are revealed."""
    to = tournaments.load(reader(), gid, tid)
    head = [_("Game"), _("Knock-out"), _("Table"), _("Number"), _("Player"), _("Club")]
    head += [_("Points"), _("Bids met"), _("Bids"), _("Penalty"), _("Table points")]
    clubs = {each.number: each.club for each in to.value.entries}
    rows: list[Sequence[object]] = []
    for game, drawn in enumerate(to.value.draws, 1):
        for at, table in enumerate(drawn.tables, 1):
            order = order_at(to.value, game, table, to.shown_results)
            placed = {each.number: each for each in order}
            for number in table.seats:
                seat, penalty = placed.get(number), fine(to.value, game, number)
                row = [game, int(drawn.knockout), at, number, to.names[number]]
                row += [clubs[number], seat and seat.game_points - penalty]
                row += [seat and seat.exact, seat and seat.bids, penalty]
                rows.append([*row, seat and seat.table_points])
    return to.value.name, _("Results"), head, rows


@_file("standings", "/tournaments/<uuid:tid>")
def tournament_standings(gid: UUID, tid: UUID) -> Table:
    """Return the standings of a tournament."""
    to = tournaments.load(reader(), gid, tid)
    head = [_("Rank"), _("Number"), _("Player"), _("Games"), _("Table points")]
    head += [_("Points"), _("Bids met"), _("Bids")]
    rows = (
        [
            *(each.place, each.number, to.names[each.number], each.games),
            *(each.table_points, each.game_points, each.exact, each.bids),
        ]
        for each in placings(to.value, to.results)
    )
    return to.value.name, _("The standings"), head, rows


@_file("bids", "/players/<uuid:player>")
def bids(gid: UUID, player: UUID) -> Table:
    """Return the outcomes of a player's bids, by cards and bid."""
    overview = players.requested_overview(gid, player, "situations")
    return overview.person.name, _("Bids"), *bids_of([([], overview.career.sums)])


def bids_of(bidders: Iterable[tuple[Sequence[object], predictions.Sums]]) -> Rows:
    """Return the outcomes of bids by cards and bid; rows begin with the bidder."""
    rows: list[Sequence[object]] = []
    for bidder, sums in bidders:
        hands = [(int(part[1]), int(part[2])) for part in sums if part[0] == "hand"]
        for cards, bid in sorted(hands):
            counts = sums["hand", str(cards), str(bid)]
            taken = chart.average_taken(bid, counts)
            rows.append([*bidder, cards, bid, *counts[:COUNTED], taken])
    return [_("Cards"), _("Bid"), *_counted(), _("Avg. tricks")], rows


@_file("situations", "/players/<uuid:player>")
def situations(gid: UUID, player: UUID) -> Table:
    """Return the outcomes of a player's bids, by situation."""
    overview = players.requested_overview(gid, player, "situations")
    names = {
        "first": _("bids first"),
        "middle": _("in the middle"),
        "last": _("deals, bids last"),
        "forced": _("a bid was not allowed (±1)"),
        "trump": _("with trump"),
        "no_trump": _("without trump"),
    }
    rows = (
        [names[key], *counts[:COUNTED]]
        for key, counts in players.situations_of(overview.career).items()
    )
    return overview.person.name, _("By situation"), [_("When"), *_counted()], rows


COUNTED = 6  # how many of the counts have a column


def _counted() -> Sequence[str]:
    over = _("too high"), _("too high by tricks")
    return [_("Bids"), _("met"), *over, _("too low"), _("too low by tricks")]


@_file("rivals", "/players/<uuid:player>")
def rivals(gid: UUID, player: UUID) -> Table:
    """Return a player's results against each other player."""
    overview = players.requested_overview(gid, player, "rivals")
    head = [_("Player"), _("Games"), _("ahead"), _("behind"), _("Average")]
    columns = attrgetter("rival.name", "games", "ahead", "behind", "margin")
    return overview.person.name, _("Rivals"), head, map(columns, overview.career.duels)


@_file("games", "/players/<uuid:player>")
def games(gid: UUID, player: UUID) -> Table:
    """Return the games of a player."""
    overview = players.requested_overview(gid, player, "games", at_most=None)
    head = [_("Date"), _("Rank"), _("Players"), _("Total")]
    rows = map(attrgetter("played_on", "rank", "seats", "total"), overview.games)
    return overview.person.name, _("Games"), head, rows


@_file("records", "", "/players/<uuid:player>")
def best(gid: UUID, player: UUID | None = None, season: int | None = None) -> Table:
    """Return the records of the group, or of one player."""
    overview = players.requested_records(gid, player, season)
    person, tag = overview.person, current_language()
    whose = person.name if person else overview.group_name
    head = [_("Record"), _("Value"), _("Details"), *([] if person else [_("Players")])]
    head += [_("Round"), _("Date"), _("Number of players"), _("Rounds")]
    rows = (
        [
            *(record_name(each.kind, tag), each.value),
            record_feat(each.kind, tag, each.value),
            *([] if person else [", ".join(who.name for who in each.people)]),
            *(each.round_, each.played_on, *(each.table or (None, None))),
        ]
        for each in overview.records
    )
    return whose, _("Personal records") if person else _("Records"), head, rows


@_file("activity", "")
def activity_log(gid: UUID) -> Table:
    """Return the activity log, for owners."""
    log = activity.activity_of(reader(), gid, at_most=activity.MOST_KEPT)
    context: dict[str, Any] = {}
    current_app.update_template_context(context)
    template = current_app.jinja_env.get_template("people/log_entries.html")
    entries: Any = template.make_module(context)
    rows = []
    for each in log.events:
        at = each.at.astimezone(log.zone).isoformat(" ", "seconds")
        said = entries.who(each), entries.what(each, log.days)
        # Without the soft hyphens of names.
        rows.append([at, *(html.striptags().replace("\xad", "") for html in said)])
    return log.group.name, _("Activity log"), [_("Date"), _("Device"), _("Entry")], rows


@_file("rounds", "/games/<uuid:uuid>")
def rounds(gid: UUID, uuid: UUID) -> Table:
    """Return a game round by round, with a row for each player."""
    game = stored_games.stored_game(reader(), GameAddress(gid, uuid)).game
    day = game.played_on.isoformat() if game.played_on else None
    return day, _("The game"), *rounds_of([([], game)])


def rounds_of(games: Iterable[tuple[Sequence[object], Game]]) -> Rows:
    """Return a row for each player of each round that has points, after the game."""
    head = [_("Round"), _("Cards"), _("Trump"), _("Player"), _("Bid")]
    head += [_("Tricks"), _("Points"), _("Total")]
    return head, _rows_of_rounds(games, current_language())


def _rows_of_rounds(
    games: Iterable[tuple[Sequence[object], Game]], tag: str
) -> Iterator[Sequence[object]]:
    for which, game in games:
        for row in sheet_of(game).rows:
            if row.points is None or row.totals is None:
                continue
            trump = row.noted.trump and trump_name(row.noted.trump, tag, game.deck)
            for seat in row.present:
                bid, tricks = row.final_bids[seat], row.tricks[seat]
                scored = game.players[seat], bid, tricks, row.points[seat]
                yield *which, row.number, row.cards, trump, *scored, row.totals[seat]
