"""The whole sheet of a game: what was written, and everything that follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorepad.rules.problems import Objection
from scorepad.rules.wizard.checks import (
    WorkedOut,
    fits_table,
    objections_to_round,
    tricks_from_totals,
    without_accepted,
)
from scorepad.rules.wizard.game import AnyScoring, Game, Round, Scoring, Trump
from scorepad.rules.wizard.presence import (
    gone_at_end,
    has_arrived,
    present_in,
    start_totals,
)
from scorepad.rules.wizard.scoring import final_bids, points, ranks, winners
from scorepad.rules.wizard.seating import bid_order, dealer_in, dealers


@dataclass(frozen=True, slots=True)
class Book:
    """The pages before a round, per seat.

    *points* are added up without adjustments; *written* is the line above on paper.
    """

    points: tuple[int, ...]
    written: tuple[int, ...]


def opened_book(game: Game) -> Book:
    """The book before the first round: what latecomers start with, and nothing else."""
    start = start_totals(game)
    return Book(start, start)


def book_before(game: Game, number: int) -> Book:
    """The book as it lies when a round begins."""
    book = opened_book(game)
    for earlier in range(1, number):
        noted, above = noted_in(game, earlier), above_on_paper(game, earlier, book)
        worked = worked_out(game, earlier, noted, above)
        moved = moved_by(noted, present_in(game, earlier), worked, above)
        book = book if moved is None else turned(book, noted, above, moved)
    return book


def above_on_paper(game: Game, number: int, book: Book) -> tuple[int, ...]:
    """What the totals of a round are added to on paper."""
    return plus(book.written, adjusted(game, since=number, until=number))


def turned(
    book: Book, noted: Round, above: tuple[int, ...], moved: tuple[int, ...]
) -> Book:
    """The next page: what was written there, or else what comes of it."""
    written = _instead(noted.totals, plus(above, moved))
    return Book(plus(book.points, moved), written)


def noted_in(game: Game, number: int) -> Round:
    """What was noted of a round; empty where nothing usable was."""
    blank = Round(bids=(None,) * len(game.players))
    if number > len(game.rounds):
        return blank
    round_ = game.rounds[number - 1]
    return round_ if fits_table(round_, len(game.players)) else blank


def worked_out(
    game: Game, number: int, noted: Round, above: tuple[int, ...]
) -> WorkedOut:
    """The tricks and points of a round, noted or worked out from old totals."""
    present, cards = present_in(game, number), game.cards[number - 1]
    bids = final_bids(noted.bids, noted.bid_changes)
    tricks = noted.tricks or (None,) * len(bids)
    if noted.totals is not None:
        worked = tricks_from_totals(
            bids,
            steps=_minus(_instead(noted.totals, above), above),
            cards=cards,
            void_tricks=noted.void_tricks,
            # Who is not there took nothing, and nobody need ask.
            known=tuple(t if s in present else 0 for s, t in enumerate(tricks)),
            scoring=game.scoring,
        )
        taken = enumerate(worked.tricks)
        return replace(
            worked, tricks=tuple(t if s in present else None for s, t in taken)
        )
    scored = tuple(
        None
        if bid is None or taken is None or seat not in present
        else points(game.scoring, bid=bid, tricks=taken, cards=cards)
        for seat, (bid, taken) in enumerate(zip(bids, tricks, strict=True))
    )
    return WorkedOut(tricks, scored, ())


def moved_by(
    noted: Round, present: Sequence[int], worked: WorkedOut, above: tuple[int, ...]
) -> tuple[int, ...] | None:
    """How far the round moves every total; ``None`` while it is not closed."""
    if noted.totals is None and any(worked.points[seat] is None for seat in present):
        return None
    steps = _minus(_instead(noted.totals, above), above)
    return _instead(worked.points, steps)


def adjusted(
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


def plus(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """One and the other, seat by seat."""
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _minus(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _instead(
    known: Sequence[int | None] | None, otherwise: tuple[int, ...]
) -> tuple[int, ...]:
    """What is *known*, and *otherwise* where nothing is."""
    if known is None:
        return otherwise
    return tuple(
        other if value is None else value
        for value, other in zip(known, otherwise, strict=True)
    )


@dataclass(frozen=True, slots=True)
class Row:
    """One scheduled round, played or not; every tuple has one place per seat.

    But *present*, the seats that play it, and *bid_order*. *bids* are as made,
    *final_bids* after bid changes. *tricks* are those noted or, on an old sheet,
    worked out. *points* and *totals* are ``None`` until the round is closed: all bids
    and tricks of those present there, or the totals of an old sheet. There a seat may
    have points without tricks (it missed, over or under is unknown), or neither, and
    then its total moves by what was written. *totals* include the adjustments of this
    round and earlier ones; adjustments without a round count at the end only. An absent
    seat has no points; its total is ``None`` before it joins and stays where it left.
    Where the rows noted do not fit the table, nothing is shown.
    """

    number: int
    cards: int
    dealer: int
    present: tuple[int, ...]
    bid_order: tuple[int, ...]
    bids: tuple[int | None, ...]
    final_bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...]
    points: tuple[int | None, ...] | None
    totals: tuple[int | None, ...] | None
    trump: Trump | None = None
    void_tricks: int = 0
    note: str | None = None
    named_by: int | None = None
    later_trump: Trump | None = None
    objections: tuple[Objection, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether the round counts: everything is in, or its old totals are."""
        return self.totals is not None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game with everything derived from it.

    *rows* has one row per scheduled round (up to *ended_after*). *totals* include
    all adjustments; a latecomer who has not played yet has the start total. *ranks* are
    competition ranks (1, 1, 3), those *gone* before the last round after all others;
    *winners* are seats and empty until a round is closed. *objections* pairs the
    round number with an objection, accepted ones left out.
    """

    players: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    gone: frozenset[int]
    finished: bool
    objections: tuple[tuple[int, Objection], ...]
    scoring: AnyScoring = Scoring.CLASSIC


def sheet_of(game: Game) -> Sheet:
    """Work out everything that follows from the record of a game.

    An old round written as totals is worked out against the total written above
    it, because that is what the writer added to. The sheet's own totals follow the
    worked-out points: where the writer added wrong, ``total_mismatch`` says so and
    the two part. A step that no points explain is taken as it was written.
    """
    book = opened_book(game)
    rows = []
    for number, dealer in enumerate(dealers(game)[: game.ended_after], 1):
        row, book = _next_row(game, number, dealer, book)
        rows.append(row)
    return _sheet(game, tuple(rows), book)


def row_of(game: Game, number: int) -> Row:
    """Work out one row, of a round that is scheduled, as :func:`sheet_of` does.

    The rounds before it are added up, but not judged again.
    """
    book = book_before(game, number)
    return _next_row(game, number, dealer_in(game, number), book)[0]


def objections_in(game: Game, number: int) -> tuple[Objection, ...]:
    """What :func:`row_of` objects to.

    Nothing is added up unless something asks for totals.
    """
    if number > len(game.rounds):
        return ()
    if _asks_for_totals(game, number):
        return row_of(game, number).objections
    return _judged(game, number, game.rounds[number - 1], dealer_in(game, number))


def _asks_for_totals(game: Game, number: int) -> bool:
    rule, written = game.even_bid_rule, game.rounds[number - 1].totals
    return written is not None or (rule is not None and rule.asks_who_leads)


def _sheet(game: Game, rows: tuple[Row, ...], book: Book) -> Sheet:
    only_result = game.final_totals is not None
    totals = game.final_totals or plus(book.points, adjusted(game))
    counts = only_result or any(row.is_closed for row in rows)
    gone = gone_at_end(game)
    return Sheet(
        players=game.players,
        rows=rows,
        totals=totals,
        ranks=ranks(totals, gone),
        winners=winners(totals, gone) if counts else (),
        gone=gone,
        finished=only_result or all(row.is_closed for row in rows),
        objections=tuple(
            (row.number, objection) for row in rows for objection in row.objections
        ),
        scoring=game.scoring,
    )


def _next_row(game: Game, number: int, dealer: int, book: Book) -> tuple[Row, Book]:
    """Draw one row and turn the page."""
    noted, above = noted_in(game, number), above_on_paper(game, number, book)
    present = present_in(game, number)
    worked = worked_out(game, number, noted, above)
    row = Row(
        number=number,
        cards=game.cards[number - 1],
        dealer=dealer,
        present=present,
        bid_order=bid_order(dealer, present),
        bids=noted.bids,
        final_bids=final_bids(noted.bids, noted.bid_changes),
        tricks=worked.tricks,
        points=None,
        totals=None,
        trump=noted.trump,
        void_tricks=noted.void_tricks,
        note=noted.note,
        named_by=noted.named_by,
        later_trump=noted.later_trump,
        objections=_objections(game, number, dealer, book, worked),
    )
    moved = moved_by(noted, present, worked, above)
    if moved is None:
        return row, book
    after = turned(book, noted, above, moved)
    totals = plus(after.points, adjusted(game, since=1, until=number))
    shown = tuple(
        total if has_arrived(game, seat, number) else None
        for seat, total in enumerate(totals)
    )
    return replace(row, points=worked.points, totals=shown), after


def _objections(
    game: Game, number: int, dealer: int, book: Book, worked: WorkedOut
) -> tuple[Objection, ...]:
    if number > len(game.rounds):
        return ()
    round_ = game.rounds[number - 1]
    if round_.totals is not None and fits_table(round_, len(game.players)):
        round_ = replace(round_, tricks=worked.tricks)
    earlier = plus(book.points, adjusted(game, since=1, until=number - 1))
    absent = set(range(len(game.players))).difference(present_in(game, number))
    found = _judged(game, number, round_, dealer, winners(earlier, absent))
    return (*found, *without_accepted(worked.objections, round_))


def _judged(
    game: Game, number: int, round_: Round, dealer: int, leaders: Sequence[int] = ()
) -> tuple[Objection, ...]:
    return objections_to_round(
        round_,
        cards=game.cards[number - 1],
        players=len(game.players),
        dealer=dealer,
        rule=game.even_bid_rule,
        leaders=leaders,
        present=present_in(game, number),
        followed=any(
            later.bids.count(None) < len(later.bids) for later in game.rounds[number:]
        ),
    )
