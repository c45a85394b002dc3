"""The whole sheet of a game: what was written, and everything that follows from it."""

from dataclasses import dataclass, replace

from scorepad.rules.problems import Objection
from scorepad.rules.wizard.checks import (
    fits_table,
    objections_to_round,
    without_accepted,
)
from scorepad.rules.wizard.game import Game, Round, Trump
from scorepad.rules.wizard.old_sheets import WorkedOut, tricks_from_totals
from scorepad.rules.wizard.scoring import final_bids, points_for
from scorepad.rules.wizard.seating import bid_order, dealers
from scorepad.rules.wizard.standings import ranks, winners


@dataclass(frozen=True, slots=True)
class Row:
    """One scheduled round, played or not; every tuple has one place per seat.

    *bids* are as made, *final_bids* after bid changes. *tricks* are those noted or,
    on an old sheet, worked out. *points* and *totals* are ``None`` until the round
    is closed: all bids and tricks there, or the totals of an old sheet. There a
    seat may have points without tricks (it missed, over or under is unknown), or
    neither, and then its total moves by what was written. *totals* include the
    adjustments of this round and earlier ones; adjustments without a round count
    at the end only. Where the rows noted do not fit the table, nothing is shown.
    """

    number: int
    cards: int
    dealer: int
    bid_order: tuple[int, ...]
    bids: tuple[int | None, ...]
    final_bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...]
    points: tuple[int | None, ...] | None
    totals: tuple[int, ...] | None
    trump: Trump | None = None
    void_tricks: int = 0
    note: str | None = None
    objections: tuple[Objection, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether the round counts: everything is in, or its old totals are."""
        return self.totals is not None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game with everything derived from it.

    *rows* has one row per scheduled round (up to *ended_after*). *totals* include
    all adjustments; *ranks* are competition ranks (1, 1, 3); *winners* are seats
    and empty until a round is closed. *objections* pairs the round number with an
    objection, accepted ones left out.
    """

    players: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    finished: bool
    objections: tuple[tuple[int, Objection], ...]


@dataclass(frozen=True, slots=True)
class _Book:
    """The pages before a round, per seat.

    *points* are added up without adjustments; *written* is the line above on paper.
    """

    points: tuple[int, ...]
    written: tuple[int, ...]


def sheet_of(game: Game) -> Sheet:
    """Work out everything that follows from the record of a game.

    An old round written as totals is worked out against the total written above
    it, because that is what the writer added to. The sheet's own totals follow the
    worked-out points: where the writer added wrong, ``total_mismatch`` says so and
    the two part. A step that no points explain is taken as it was written.
    """
    nothing = (0,) * len(game.players)
    book = _Book(nothing, nothing)
    rows = []
    for number, dealer in enumerate(dealers(game)[: game.ended_after], 1):
        row, book = _next_row(game, number, dealer, book)
        rows.append(row)
    return _sheet(game, tuple(rows), book)


def _sheet(game: Game, rows: tuple[Row, ...], book: _Book) -> Sheet:
    only_result = game.final_totals is not None
    totals = game.final_totals or _plus(book.points, _adjusted(game))
    counts = only_result or any(row.is_closed for row in rows)
    return Sheet(
        players=game.players,
        rows=rows,
        totals=totals,
        ranks=ranks(totals),
        winners=winners(totals) if counts else (),
        finished=only_result or all(row.is_closed for row in rows),
        objections=tuple(
            (row.number, objection) for row in rows for objection in row.objections
        ),
    )


def _next_row(game: Game, number: int, dealer: int, book: _Book) -> tuple[Row, _Book]:
    """Draw one row and turn the page."""
    noted = _noted(game, number)
    adjusted = _adjusted(game, since=number, until=number)
    above = _plus(book.written, adjusted)
    worked = _worked_out(noted, game.cards[number - 1], above)
    row = Row(
        number=number,
        cards=game.cards[number - 1],
        dealer=dealer,
        bid_order=bid_order(dealer, len(game.players)),
        bids=noted.bids,
        final_bids=final_bids(noted.bids, noted.bid_changes),
        tricks=worked.tricks,
        points=None,
        totals=None,
        trump=noted.trump,
        void_tricks=noted.void_tricks,
        note=noted.note,
        objections=_objections(game, number, dealer, book, worked),
    )
    moved = _moved(noted, worked, above)
    if moved is None:
        return row, book
    turned = _Book(_plus(book.points, moved), noted.totals or _plus(above, moved))
    totals = _plus(turned.points, _adjusted(game, since=1, until=number))
    return replace(row, points=worked.points, totals=totals), turned


def _objections(
    game: Game, number: int, dealer: int, book: _Book, worked: WorkedOut
) -> tuple[Objection, ...]:
    if number > len(game.rounds):
        return ()
    round_ = game.rounds[number - 1]
    if round_.totals is not None and fits_table(round_, len(game.players)):
        round_ = replace(round_, tricks=worked.tricks)
    earlier = _plus(book.points, _adjusted(game, since=1, until=number - 1))
    found = objections_to_round(
        round_,
        cards=game.cards[number - 1],
        players=len(game.players),
        dealer=dealer,
        rule=game.even_bid_rule,
        leaders=winners(earlier),
        followed=any(
            later.bids.count(None) < len(later.bids) for later in game.rounds[number:]
        ),
    )
    return (*found, *without_accepted(worked.objections, round_))


def _noted(game: Game, number: int) -> Round:
    """What was noted of a round; empty where nothing usable was."""
    blank = Round(bids=(None,) * len(game.players))
    if number > len(game.rounds):
        return blank
    round_ = game.rounds[number - 1]
    return round_ if fits_table(round_, len(game.players)) else blank


def _worked_out(noted: Round, cards: int, above: tuple[int, ...]) -> WorkedOut:
    bids = final_bids(noted.bids, noted.bid_changes)
    if noted.totals is not None:
        return tricks_from_totals(
            bids,
            steps=_minus(noted.totals, above),
            cards=cards,
            void_tricks=noted.void_tricks,
            known=noted.tricks,
        )
    tricks = noted.tricks or (None,) * len(bids)
    points = tuple(
        None if bid is None or taken is None else points_for(bid, taken)
        for bid, taken in zip(bids, tricks, strict=True)
    )
    return WorkedOut(tricks, points, ())


def _moved(
    noted: Round, worked: WorkedOut, above: tuple[int, ...]
) -> tuple[int, ...] | None:
    """How far the round moves every total; ``None`` while it is not closed."""
    if noted.totals is None:
        known = tuple(points for points in worked.points if points is not None)
        return known if len(known) == len(worked.points) else None
    steps = _minus(noted.totals, above)
    return tuple(
        step if points is None else points
        for points, step in zip(worked.points, steps, strict=True)
    )


def _adjusted(
    game: Game, *, since: int | None = None, until: int | None = None
) -> tuple[int, ...]:
    """Adjustments per seat: those of the rounds named, or all of them."""
    sums = [0] * len(game.players)
    for each in game.adjustments:
        if (
            since is None
            or until is None
            or (each.round_ is not None and since <= each.round_ <= until)
        ):
            sums[each.seat] += each.points
    return tuple(sums)


def _plus(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(one, other, strict=True))
