"""The sheet of a game: the record with everything derived from it."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from scorepad.games.wizard import Objection, scoring, seating
from scorepad.games.wizard.models import Game, Round
from scorepad.games.wizard.validation import Row, fits_table, objections_to_round

Line = tuple[int, ...]  # a number per seat


class Sheet(NamedTuple):
    """A game with everything derived from it, one of *rows* per round that counts.

    *totals* include all adjustments; an unplayed latecomer has the start total.
    *winners* is empty until a round is closed. *objections* are those not accepted,
    each with its round.
    """

    players: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    gone: frozenset[int]
    finished: bool
    objections: tuple[tuple[int, Objection], ...]

    @property
    def by_rank(self) -> list[int]:
        """Return the seats by rank, winners first; equal ranks in seat order."""
        return sorted(range(len(self.ranks)), key=self.ranks.__getitem__)

    @property
    def closed(self) -> list[Row]:
        """Return the rounds that count."""
        return [row for row in self.rows if row.is_closed]

    def has_played(self, seat: int) -> bool:
        """Return whether a seat played a round, or only final totals are known."""
        closed = self.closed
        return not closed or any(seat in row.present for row in closed)


def sheet_of(game: Game) -> Sheet:
    """Return everything derived from the record of a game.

    An old round written as totals is derived from the total written above it, because
    the writer added to that. A step that no points explain is taken as written.
    """
    pages = tuple(_pages(game))
    rows = tuple(row for row, _ in pages)
    running = pages[-1][1] if pages else seating.start_totals(game)
    only_result = game.final_totals is not None
    later = {each.round_ for each in game.adjustments} - {row.number for row in rows}
    totals = game.final_totals or _plus(running, _adjusted(game, later))
    counts = only_result or any(row.points is not None for row in rows)
    staying = seating.present_in(game, seating.rounds_that_count(game))
    gone = frozenset(range(len(game.players))).difference(staying)
    return Sheet(
        players=game.players,
        rows=rows,
        totals=totals,
        ranks=scoring.ranks(totals, gone),
        winners=scoring.winners(totals, gone) if counts else (),
        gone=gone,
        finished=only_result or all(row.is_closed for row in rows),
        objections=tuple(
            (row.number, objection) for row in rows for objection in row.objections
        ),
    )


def row_of(game: Game, number: int) -> Row:
    """Return the row of a scheduled round."""
    *_, (row, _) = _pages(replace(game, ended_after=number))
    return row


def objections_in(game: Game, number: int) -> tuple[Objection, ...]:
    """Return the objections to the last round, as every save asks; points if needed."""
    noted = game.rounds[number - 1]
    if noted.totals is not None or game.even_bid_rule is not None:
        return row_of(game, number).objections
    *_, (present, dealer) = _turns(game)
    tricks = noted.tricks or (None,) * len(game.players)
    entries = noted.bids, tricks, noted, game.scoring
    row = Row(number, game.cards[number - 1], dealer, present, *entries)
    return objections_to_round(game, row)


def _turns(game: Game) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield who is present and the dealer of each round; a noted one moves the deal."""
    dealer, players = game.first_dealer, len(game.players)
    for number in range(1, seating.rounds_that_count(game) + 1):
        named = game.rounds[number - 1].dealer if number <= len(game.rounds) else None
        present = seating.present_in(game, number)
        turn = dealer if named is None else named
        # Absent seats are skipped.
        dealer = min(present, key=lambda seat: (seat - turn) % players, default=turn)
        yield present, dealer
        dealer = (dealer + 1) % players


def _pages(game: Game) -> Iterator[tuple[Row, Line]]:
    """Yield every row, and the points up to it, adjusted."""
    running = written = seating.start_totals(game)
    joined = {each.seat: each.round_ for each in game.joined}
    blank = Round(bids=(None,) * len(game.players))
    for number, (present, dealer) in enumerate(_turns(game), 1):
        fined = _adjusted(game, {number})
        above = _plus(written, fined)
        is_noted = number <= len(game.rounds)
        noted = game.rounds[number - 1] if is_noted else blank
        if not fits_table(noted, len(game.players)):
            noted = blank
        now = _instead(noted.totals, above)
        steps = tuple(b - a for a, b in zip(above, now, strict=True))
        worked = _worked_out(game, number, noted, steps, present)
        leaders = scoring.winners(running, {*range(len(game.players))} - {*present})
        running = _plus(running, fined)
        totals: tuple[int | None, ...] | None = None
        is_scored = all(worked.points[seat] is not None for seat in present)
        if is_scored or noted.unwritten or noted.totals is not None:
            moved = _instead(worked.points, steps)
            running = _plus(running, moved)
            written = _instead(noted.totals, _plus(above, moved))
            totals = tuple(
                total if number >= joined.get(seat, 1) else None
                for seat, total in enumerate(running)
            )
        row = Row(
            number=number,
            cards=game.cards[number - 1],
            dealer=dealer,
            present=present,
            bid_order=seating.bid_order(dealer, present),
            leaders=leaders,
            bids=noted.bids,
            final_bids=noted.final_bids,
            tricks=worked.tricks,
            points=worked.points if is_scored or noted.totals else None,
            totals=totals,
            noted=noted,
            scoring=game.scored_in(number),
            objections=worked.objections,
        )
        if is_noted:
            row = row._replace(objections=objections_to_round(game, row))
        yield row, running


def _worked_out(
    game: Game, number: int, noted: Round, steps: Line, present: Sequence[int]
) -> scoring.WorkedOut:
    """Return the tricks and points of a round, noted or from *steps* of old totals."""
    if noted.unwritten:
        unknown = (None,) * len(game.players)
        return scoring.WorkedOut(unknown, unknown, ())
    cards, bids = game.cards[number - 1], noted.final_bids
    tricks = noted.tricks or (None,) * len(bids)
    formula = game.scored_in(number)
    if noted.totals is not None:
        worked = scoring.tricks_from_totals(
            bids,
            steps=steps,
            cards=cards,
            void_tricks=noted.void_tricks,
            # Absent seats took nothing.
            known=tuple(t if s in present else 0 for s, t in enumerate(tricks)),
            scoring=formula,
        )
        taken = enumerate(worked.tricks)
        return worked._replace(
            tricks=tuple(t if s in present else None for s, t in taken)
        )
    scored = tuple(
        None
        if bid is None or taken is None or seat not in present
        else scoring.points(formula, bid=bid, tricks=taken, cards=cards)
        for seat, (bid, taken) in enumerate(zip(bids, tricks, strict=True))
    )
    return scoring.WorkedOut(tricks, scored, ())


def _adjusted(game: Game, rounds: Collection[int | None]) -> Line:
    sums = [0] * len(game.players)
    for each in game.adjustments:
        if each.round_ in rounds:
            sums[each.seat] += each.points
    return tuple(sums)


def _plus(one: Line, other: Line) -> Line:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _instead(known: Sequence[int | None] | None, otherwise: Line) -> Line:
    """Return *known*, with *otherwise* for its missing values."""
    if known is None:
        return otherwise
    both = zip(known, otherwise, strict=True)
    return tuple(other if value is None else value for value, other in both)
