"""The tables of the pages as CSV, over the same games as the page they belong to.

Nothing in a cell is ever run by a spreadsheet.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from io import StringIO
from itertools import islice
from uuid import UUID

from flask import Blueprint, Response, stream_with_context
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.services.inputs import GameAddress, Person
from scorepad.services.play.retelling import told_game
from scorepad.services.seasons import season_stats
from scorepad.services.seasons.records import Record
from scorepad.stats.maps import average_taken
from scorepad.stats.predictions import Counts
from scorepad.stats.season import Standing
from scorepad.store.db import db
from scorepad.store.tables import ALL_GAMES
from scorepad.web.files.static import name_file
from scorepad.web.middleware.auth import current_device
from scorepad.web.middleware.languages import current_language
from scorepad.web.seasons import players, seasons
from scorepad.web.seasons.pages import wanted_or_404
from scorepad.words.records import record_feat, record_name
from scorepad.words.terms import trump_name

Cell = str | int | float | Fraction | date | None

FORMULA = re.compile(r"[\s\x00-\x20\x7f\u200b-\u200f\ufeff'\"]*[=+\-@|%＝＋－＠\t\r\n]")
"""What makes a spreadsheet work out a text instead of showing it.

It may lie behind blanks and quotes that some of them take away first.
"""

DECIMALS = 4
ROWS_AT_ONCE = 1000
BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel takes names for another alphabet."""


def cell(value: Cell) -> str:
    """How a value is written: numbers plain, texts harmless, nothing as nothing.

    >>> [cell(value) for value in (-20, Fraction(1, 3), None, "Ute", "=1+1", "-3")]
    ['-20', '0.3333', '', 'Ute', "'=1+1", "'-3"]
    """
    if value is None:
        return ""
    if type(value) is int:  # most are, and asking for a Fraction takes long
        return str(value)
    if isinstance(value, str):
        return f"'{value}" if FORMULA.match(value) else value
    if isinstance(value, Fraction | float):
        return f"{float(value):.{DECIMALS}f}".rstrip("0").rstrip(".")
    return str(value)


def csv_pieces(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """A table (RFC 4180), its *head* first, some rows at a time."""
    out = StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out)
    writer.writerow(map(cell, head))
    coming = iter(rows)
    while some := list(islice(coming, ROWS_AT_ONCE)):
        writer.writerows(map(cell, row) for row in some)
        yield out.getvalue()
        out.seek(0)
        out.truncate()
    yield out.getvalue()


bp = Blueprint("exports", __name__, url_prefix="/g/<uuid:gid>")

LONGEST_NAME = 80


@bp.get("/seasons/<int:number>/standings.csv")
def standings(gid: UUID, number: int) -> ResponseReturnValue:
    """Who stands where."""
    overview = seasons.overview_asked_for(gid, number)
    head = [
        *(_("Rank"), _("Player"), _("Games"), _("Wins"), _("shared wins")),
        *(_("Average"), _("Of the possible"), _("League"), _("Best")),
        *(_("Bids met"), _("Bids"), _("Form"), _("Lately")),
    ]
    rows = (_standing(each) for each in overview.standings)
    return _table("standings", overview.group_name, _("The standings"), head, rows)


def _standing(each: Standing[Person]) -> Sequence[Cell]:
    return [
        *(each.rank, each.player.name, each.games, each.wins, each.shared_wins),
        *(each.average, each.share, each.league if each.games else None, each.best),
        *(each.bids_met, each.bids_made, " ".join(map(str, each.form))),
        each.change.difference if each.change else None,
    ]


@bp.get("/seasons/<int:number>/race.csv")
def race(gid: UUID, number: int) -> ResponseReturnValue:
    """How the averages moved."""
    overview = seasons.overview_asked_for(gid, number)
    head = [person.name for person in overview.race.people]
    rows = overview.race.rows
    return _table("race", overview.group_name, _("The race"), head, rows)


@bp.get("/seasons/<int:number>/games.csv")
def season_games(gid: UUID, number: int) -> ResponseReturnValue:
    """Every game, a line for everybody who played it; the first game is game 1."""
    season = None if number == ALL_GAMES else number
    whose, found = season_stats.season_games(
        db.session(), current_device(), gid, season, wanted=wanted_or_404()
    )
    rows: Iterator[Sequence[Cell]] = (
        [
            *(place, game.played_on, game.rounds, seat.person.name, seat.total),
            *(int(seat.won), int(game.finished), int(game.counts)),
        ]
        for place, game in enumerate(found, 1)
        for seat in game.seats
    )
    head = [
        *(_("Game"), _("Date"), _("Rounds"), _("Player"), _("Total")),
        *(_("won"), _("finished"), _("counts")),
    ]
    return _table("games", whose, _("Games"), head, rows, piecemeal=True)


@bp.get("/players/<uuid:player>/bids.csv")
def bids(gid: UUID, player: UUID) -> ResponseReturnValue:
    """What became of every bid, by cards and bid."""
    overview = players.overview_asked_for(gid, player)
    hands = sorted(
        (int(part[1]), int(part[2]), counts)
        for part, counts in overview.career.sums.items()
        if part[0] == "hand"
    )
    rows = (
        [cards, bid, *_counts(counts), average_taken(bid, counts)]
        for cards, bid, counts in hands
    )
    head = [_("Cards"), _("Bid"), *_counted(), _("Ø taken")]
    return _table("bids", overview.person.name, _("Bids"), head, rows)


@bp.get("/players/<uuid:player>/situations.csv")
def situations(gid: UUID, player: UUID) -> ResponseReturnValue:
    """What became of bids in the situations of a round."""
    overview = players.overview_asked_for(gid, player)
    found: Mapping[str, Counts] = players.situations_of(overview.career)
    names = {
        "first": _("bids first"),
        "middle": _("in the middle"),
        "last": _("deals, bids last"),
        "forced": _("a bid was not allowed (±1)"),
        "trump": _("with trump"),
        "no_trump": _("without trump"),
    }
    rows = ([names[key], *_counts(counts)] for key, counts in found.items())
    head = [_("When"), *_counted()]
    return _table("situations", overview.person.name, _("By situation"), head, rows)


def _counted() -> Sequence[str]:
    over = _("too high"), _("too high by tricks")
    return [_("Bids"), _("met"), *over, _("too low"), _("too low by tricks")]


def _counts(of: Counts) -> Sequence[Cell]:
    return [of.made, of.met, of.over, of.over_by, of.under, of.under_by]


@bp.get("/players/<uuid:player>/rivals.csv")
def rivals(gid: UUID, player: UUID) -> ResponseReturnValue:
    """Who is ahead of whom."""
    overview = players.overview_asked_for(gid, player)
    rows: Iterator[Sequence[Cell]] = (
        [duel.rival.name, duel.games, duel.ahead, duel.behind, duel.margin]
        for duel in overview.career.duels
    )
    head = [_("Player"), _("Games"), _("ahead"), _("behind"), _("Average")]
    return _table("rivals", overview.person.name, _("Rivals"), head, rows)


@bp.get("/players/<uuid:player>/games.csv")
def games(gid: UUID, player: UUID) -> ResponseReturnValue:
    """The games of a player."""
    overview = players.overview_asked_for(gid, player, at_most=None)
    rows: Iterator[Sequence[Cell]] = (
        [game.played_on, game.rank, game.seats, game.total] for game in overview.games
    )
    head = [_("Date"), _("Rank"), _("Players"), _("Total")]
    return _table("games", overview.person.name, _("Games"), head, rows)


@bp.get("/records.csv")
def best(gid: UUID) -> ResponseReturnValue:
    """The records of the group."""
    overview = players.records_asked_for(gid)
    head = [
        *(_("Record"), _("Value"), _("What was done"), _("Players")),
        *(_("Round"), _("Date")),
    ]

    def row(each: Record) -> Sequence[Cell]:
        *what, round_, day = _record(each)
        return [*what, ", ".join(person.name for person in each.people), round_, day]

    rows = map(row, overview.records)
    return _table("records", overview.group_name, _("Records"), head, rows)


@bp.get("/players/<uuid:player>/records.csv")
def own(gid: UUID, player: UUID) -> ResponseReturnValue:
    """A player's own records."""
    overview = players.records_asked_for(gid, player)
    rows = map(_record, overview.records)
    head = [_("Record"), _("Value"), _("What was done"), _("Round"), _("Date")]
    whose = overview.person.name if overview.person else None
    return _table("records", whose, _("Personal records"), head, rows)


def _record(each: Record) -> Sequence[Cell]:
    tag = current_language().tag
    feat = record_feat(each.kind, tag, each.value)
    return [record_name(each.kind, tag), each.value, feat, each.round_, each.played_on]


@bp.get("/games/<uuid:uuid>/rounds.csv")
def rounds(gid: UUID, uuid: UUID) -> ResponseReturnValue:
    """A game round by round, a line for everybody who played it."""
    told = told_game(db.session(), current_device(), GameAddress(gid, uuid))
    tag = current_language().tag
    head = [
        *(_("Round"), _("Cards"), _("Trump"), _("Player"), _("Bid")),
        *(_("Tricks"), _("Points"), _("Total")),
    ]

    deck = told.stored.game.deck

    def lines() -> Iterator[Sequence[Cell]]:
        for row in told.sheet.rows:
            if row.points is None or row.totals is None:
                continue
            trump = None if row.trump is None else trump_name(row.trump, tag, deck)
            for seat in row.present:
                played = row.final_bids[seat], row.tricks[seat], row.points[seat]
                name = told.sheet.players[seat]
                yield [row.number, row.cards, trump, name, *played, row.totals[seat]]

    played_on = told.stored.game.played_on
    day = played_on.isoformat() if played_on else None
    return _table("rounds", day, _("The game"), head, lines())


def _table(  # noqa: PLR0913 - a table, its names, and how to send it
    plain: str,
    whose: str | None,
    what: str,
    head: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    piecemeal: bool = False,
) -> Response:
    """A table to keep, as a file of a *plain* name and one in the people's script.

    *piecemeal*, it is never in memory as a whole.
    """
    spoken = f"{whose} {what}" if whose else what
    pieces = csv_pieces(head, rows)
    body = stream_with_context(pieces) if piecemeal else "".join(pieces)
    answer = Response(body, content_type="text/csv; charset=utf-8")
    name_file(answer, "attachment", f"{plain}.csv", spoken[:LONGEST_NAME])
    answer.headers["Cache-Control"] = "no-store"
    return answer
