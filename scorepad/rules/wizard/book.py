"""What the writer of a sheet adds to: the totals up to a round, and what it moves.

Every tuple has one place per seat, in points.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorepad.rules.wizard.checks import fits_table
from scorepad.rules.wizard.game import Game, Round
from scorepad.rules.wizard.old_sheets import WorkedOut, tricks_from_totals
from scorepad.rules.wizard.presence import present_in, start_totals
from scorepad.rules.wizard.scoring import final_bids, points


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
