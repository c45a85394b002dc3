"""How a game went: who led, when it was decided, and what the table is like."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.rules.wizard.sheet import Row, Sheet


@dataclass(frozen=True, slots=True)
class LeadChange:
    """The round after which nobody of those who led before leads any more.

    *leaders* are the seats that lead from then on, in seat order.
    """

    round_: int
    leaders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tendency:
    """In how many rounds the bids were more, fewer or as many as the tricks.

    *surplus* is the sum of all bids less the sum of all tricks there were.
    """

    over: int
    under: int
    even: int
    surplus: int


@dataclass(frozen=True, slots=True)
class Story:
    """What can be told of a game from its closed rounds.

    *decided_in* is the round since whose end only the winners have led; ``None`` while
    nothing is closed, and where points outside the rounds made the winner.
    *all_right* and *none_right* list the rounds in which everybody's bid was met, and
    nobody's.
    """

    lead_changes: tuple[LeadChange, ...]
    decided_in: int | None
    tendency: Tendency
    all_right: tuple[int, ...]
    none_right: tuple[int, ...]


def story_of(sheet: Sheet) -> Story:
    """Tell the story of a game, finished or not."""
    closed = [row for row in sheet.rows if row.is_closed]
    known = [row for row in closed if None not in _verdicts(row)]
    return Story(
        lead_changes=_lead_changes(closed),
        decided_in=_decided_in(closed, sheet.winners),
        tendency=_tendency(closed),
        all_right=tuple(row.number for row in known if all(_verdicts(row))),
        none_right=tuple(row.number for row in known if not any(_verdicts(row))),
    )


def totals_of_present(row: Row) -> tuple[int | None, ...]:
    """The totals after a closed round of those who played it.

    Whoever went home keeps a total, but is not ahead of anybody any more.
    """
    totals = enumerate(row.totals or ())
    return tuple(total if seat in row.present else None for seat, total in totals)


def leaders(totals: Sequence[int | None]) -> tuple[int, ...]:
    """The seats with the highest total; a seat without one does not lead.

    >>> leaders([30, None, 30, 10])
    (0, 2)
    """
    known = [total for total in totals if total is not None]
    return tuple(
        seat for seat, total in enumerate(totals) if known and total == max(known)
    )


def _lead_changes(closed: Sequence[Row]) -> tuple[LeadChange, ...]:
    changes: list[LeadChange] = []
    holding: tuple[int, ...] = ()
    for row in closed:
        leading = leaders(totals_of_present(row))
        staying = tuple(seat for seat in holding if seat in leading)
        if holding and not staying:
            changes.append(LeadChange(row.number, leading))
        # Whoever catches up shares the lead, but takes it only by going past.
        holding = staying or leading
    return tuple(changes)


def _decided_in(closed: Sequence[Row], winning: Sequence[int]) -> int | None:
    decided = None
    for row in reversed(closed):
        if not set(leaders(totals_of_present(row))) <= set(winning):
            break
        decided = row.number
    return decided


def _tendency(closed: Sequence[Row]) -> Tendency:
    surpluses = [
        sum(bid for bid in row.bids if bid is not None) - row.cards
        for row in closed
        if any(bid is not None for bid in row.bids)
    ]
    return Tendency(
        over=sum(surplus > 0 for surplus in surpluses),
        under=sum(surplus < 0 for surplus in surpluses),
        even=surpluses.count(0),
        surplus=sum(surpluses),
    )


def _verdicts(row: Row) -> tuple[bool | None, ...]:
    """Whether each bid of the round was met; ``None`` where nobody can say."""
    return tuple(
        None if taken is None else bid == taken
        for bid, taken in zip(row.final_bids, row.tricks, strict=True)
        if bid is not None
    )
