"""The sheet of a game: the record with everything derived from it, and objections."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from scorepad.games.wizard import ASKABLE, Objection, Problem, scoring, seating
from scorepad.games.wizard.models import EvenBidMode, EvenBidRule, Game, Round
from scorepad.games.wizard.schedule import Trump

Line = tuple[int, ...]  # a number per seat


class Row(NamedTuple):
    """A scheduled round, played or not; tuples have one entry per seat.

    *leaders* are those before it. *bids* are as made, *final_bids* after changes.
    *points* and *totals* are ``None`` until the round is closed: by bids and tricks of
    all present, or by old totals. On an old sheet a seat may have points without tricks
    (a miss, over or under unknown), or neither: its total then moves as written.
    *totals* include adjustments up to this round; that of an absent seat is ``None``
    before it joins. If the entries do not fit the table, all are blank, also *noted*.
    """

    number: int
    cards: int
    dealer: int
    present: tuple[int, ...]
    bids: tuple[int | None, ...]
    tricks: tuple[int | None, ...]
    noted: Round
    scoring: scoring.AnyScoring
    bid_order: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()
    final_bids: tuple[int | None, ...] = ()
    points: tuple[int | None, ...] | None = None
    totals: tuple[int | None, ...] | None = None
    objections: tuple[Objection, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Return whether the round counts."""
        return self.totals is not None

    def is_met(self, seat: int) -> bool | None:
        """Return whether the bid of a *seat* was met; ``None`` if unknown."""
        if self.points is None or self.points[seat] is None:
            return None
        # An old sheet may show a miss without its tricks.
        tricks = self.tricks[seat]
        return tricks is not None and self.final_bids[seat] == tricks


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


def objections_to_round(game: Game, row: Row) -> tuple[Objection, ...]:
    """Return every objection to a noted round that the table has not accepted.

    Bids may be missing as long as tricks are; with tricks, old totals, or a later round
    the round must be complete, unless it is *unwritten*. Only the seats present may
    have entries. The *row* already has the objections to old totals.
    """
    round_, present = game.rounds[row.number - 1], row.present
    if not fits_table(round_, len(game.players)):
        return (Objection(Problem.BID_COUNT),)
    if round_.totals is not None:
        round_ = replace(round_, tricks=row.tricks)
    absent = set(range(len(game.players))).difference(present)
    away = [Objection(Problem.NOT_AT_TABLE, s) for s in absent if round_.names(s)]
    if round_.unwritten:
        entries = {*round_.bids, *(round_.tricks or ())} != {None}
        return (*away, *([Objection(Problem.UNWRITTEN_ENTRIES)] * entries))
    later = (bid for each in game.rounds[row.number :] for bid in each.bids)
    followed = any(bid is not None for bid in later)
    is_done = seating.has_all_tricks(round_, present) or round_.totals is not None
    forbidden = forbidden_bid(game.even_bid_rule, row, row.bids)
    is_even = forbidden is not None and row.bids[row.dealer] == forbidden
    has_trump = round_.trump not in {None, Trump.NONE}
    is_wrong = has_trump and seating.trump_without_card(game, row.number) is Trump.NONE
    found = (
        *away,
        *_to_bids(row, needed=is_done or followed),
        *([Objection(Problem.BIDS_EVEN, row.dealer)] * is_even),
        *_to_bid_changes(row),
        *_to_tricks(row, followed=followed),
        *([Objection(Problem.NO_TURN_UP)] * is_wrong),
        *row.objections,
    )
    # Impossible entries cannot be accepted.
    accepted = ASKABLE.intersection(round_.accepted)
    return tuple(each for each in found if each.problem not in accepted)


def fits_table(round_: Round, players: int, winners: Collection[int] = ()) -> bool:
    """Return whether every row has one entry per seat, and no seat is out of range."""
    rows = (round_.bids, round_.tricks, round_.totals)
    changed = (change.seat for change in round_.bid_changes)
    named = {round_.named_by, round_.dealer} - {None}
    seats = (*changed, *round_.late_bids, *named, *winners)
    return all(row is None or len(row) == players for row in rows) and all(
        seat in range(players) for seat in seats
    )


def _to_bids(row: Row, *, needed: bool) -> Iterator[Objection]:
    changed = {change.seat for change in row.noted.bid_changes}
    for seat in row.present:
        bid = row.bids[seat]
        if bid is None and (needed or seat in changed):
            yield Objection(Problem.BID_MISSING, seat)
        if bid is not None and not 0 <= bid <= row.cards:
            yield Objection(Problem.BID_RANGE, seat)


def forbidden_bid(
    rule: EvenBidRule | None, row: Row, bids: Sequence[int | None]
) -> int | None:
    """Return the bid that the last bidder, the dealer, may not make, if any.

    Under the ±1 rule the *bids* of a round must not add up to its cards; the Canadian
    rules restrict the dealer only if leading (alone) before the round.
    """
    others = [bids[seat] for seat in row.present if seat != row.dealer]
    known = [bid for bid in others if bid is not None]
    if rule is None or len(known) < len(others) or row.cards < rule.min_cards:
        return None
    restricted = {
        EvenBidMode.LAST_BIDDER: True,
        EvenBidMode.LEADING_DEALER: row.dealer in row.leaders,
        EvenBidMode.SOLE_LEADING_DEALER: row.leaders == (row.dealer,),
    }[rule.mode]
    even = row.cards - sum(known)
    if not restricted or not 0 <= even <= row.cards:
        return None
    return None if even == 0 and rule.zero_always_allowed else even


def _to_bid_changes(row: Row) -> Iterator[Objection]:
    changes = row.noted.bid_changes
    if changes and any(row.bids[seat] is None for seat in row.present):
        yield Objection(Problem.BID_CHANGE_EARLY)
    for seat in row.present if changes else ():
        bid = row.bids[seat]
        steps = [change.by for change in changes if change.seat == seat]
        if any(step not in {-1, 1} for step in steps):
            yield Objection(Problem.BID_CHANGE_STEP, seat)
        elif bid is not None and 0 <= bid <= row.cards:
            after = accumulate(steps, initial=bid)
            if not all(0 <= each <= row.cards for each in after):
                yield Objection(Problem.BID_CHANGE_RANGE, seat)


def _to_tricks(row: Row, *, followed: bool) -> Iterator[Objection]:
    tricks = [row.tricks[seat] for seat in row.present]
    begun = followed or any(taken is not None for taken in tricks)
    for seat, taken in zip(row.present, tricks, strict=True):
        # Old sheets have no tricks; unknown ones are another objection.
        if taken is None and begun and row.noted.totals is None:
            yield Objection(Problem.TRICKS_MISSING, seat)
        if taken is not None and not 0 <= taken <= row.cards:
            yield Objection(Problem.TRICKS_RANGE, seat)
    void = row.noted.void_tricks
    if not 0 <= void <= row.cards:
        yield Objection(Problem.VOID_RANGE)
    known = [taken for taken in tricks if taken is not None]
    if len(known) == len(tricks) and sum(known) + void != row.cards:
        yield Objection(Problem.TRICKS_SUM)
