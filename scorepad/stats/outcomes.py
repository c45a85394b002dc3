"""What every seat has from one finished game."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from scorepad.rules.wizard.scoring import points
from scorepad.rules.wizard.sheet import Row, Sheet
from scorepad.rules.wizard.standings import league_points, ranks


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one seat has from one game.

    *bids_made* counts the rounds of which it is known whether the bid was met; a
    game known by its final totals alone has none. *winners* is how many won the game
    with this seat, 0 if it lost; only whoever has *played* a round takes part at all.
    *possible* is the best total there could have been: every trick of every round, all
    of them foreseen; it makes tables and schedules of different sizes comparable.
    *league* are the league's points for the place, :func:`league_points`.
    """

    total: int
    bids_met: int = 0
    bids_made: int = 0
    winners: int = 0
    played: bool = True
    rank: int = 1
    possible: int = 0
    league: int = 0


def outcomes_of(sheet: Sheet) -> tuple[Outcome, ...]:
    """What every seat has from a finished game, in seat order.

    Empty where no round was ever closed: such a game has no result.
    """
    if not sheet.winners:
        return ()
    outcomes = [_outcome(sheet, seat) for seat in range(len(sheet.players))]
    # A latecomer may win by what the table gave, although no round with them closed.
    placed = [n for n, each in enumerate(outcomes) if each.played or each.winners]
    # By rank, so that whoever left is beaten by all who stayed.
    merits = [-sheet.ranks[seat] for seat in placed]
    places = zip(placed, ranks(merits), league_points(merits), strict=True)
    for seat, rank, league in places:
        outcomes[seat] = replace(outcomes[seat], rank=rank, league=league)
    return tuple(outcomes)


def _outcome(sheet: Sheet, seat: int) -> Outcome:
    met = [is_met(row, seat) for row in sheet.rows]
    closed = [row for row in sheet.rows if row.is_closed]
    return Outcome(
        total=sheet.totals[seat],
        bids_met=met.count(True),
        bids_made=len(met) - met.count(None),
        winners=len(sheet.winners) if seat in sheet.winners else 0,
        played=has_played(sheet, seat),
        possible=_possible(sheet, closed or sheet.rows, seat),
    )


def has_played(sheet: Sheet, seat: int) -> bool:
    """Whether a seat of a finished game has a result from it.

    Where only the final totals are known, everybody has one.
    """
    closed = [row for row in sheet.rows if row.is_closed]
    return not closed or any(seat in row.present for row in closed)


def _possible(sheet: Sheet, rows: Sequence[Row], seat: int) -> int:
    hands = [row.cards for row in rows if seat in row.present]
    return sum(points(sheet.scoring, bid=n, tricks=n, cards=n) for n in hands)


def is_met(row: Row, seat: int) -> bool | None:
    """Whether the bid was met; ``None`` where nobody can say."""
    if row.points is None or row.points[seat] is None:
        return None
    # An old sheet may tell that a bid was missed, but not by which tricks.
    tricks = row.tricks[seat]
    return tricks is not None and row.final_bids[seat] == tricks


def runs_through(met: Iterable[bool | None], *, before: int = 0) -> Iterator[int]:
    """How many bids in a row were met after each, *before* of them until then.

    A bid of which nobody knows (``None``) neither goes on nor ends a run.

    >>> list(runs_through([True, None, True, False, True], before=2))
    [3, 3, 4, 0, 1]
    """
    run = before
    for is_met in met:
        if is_met is not None:
            run = run + 1 if is_met else 0
        yield run
