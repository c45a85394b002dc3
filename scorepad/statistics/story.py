"""What one game gives: everybody's outcome, how it went, and awards at its end."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scorepad.games.wizard.scoring import league_points, points, ranks
from scorepad.games.wizard.sheet import Row, Sheet


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


@dataclass(frozen=True, slots=True)
class LeadChange:
    """The round after which nobody of those who led before leads any more.

    *leaders* are the seats that lead from then on, in seat order.
    """

    round_: int
    leaders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tendency:
    """In how many rounds the bids were more, or fewer, than the tricks."""

    over: int
    under: int


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
    """The seats with the highest total; a seat without one does not lead."""
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
    )


def _verdicts(row: Row) -> tuple[bool | None, ...]:
    """Whether each bid of the round was met; ``None`` where nobody can say."""
    return tuple(
        None if taken is None else bid == taken
        for bid, taken in zip(row.final_bids, row.tricks, strict=True)
        if bid is not None
    )


class Award(StrEnum):
    """What somebody can be remembered for after a game."""

    BOLDEST_BID = "boldest_bid"
    COMEBACK = "comeback"
    RELIABLE_ZERO = "reliable_zero"
    LONGEST_RUN = "longest_run"
    SHARPEST_EYE = "sharpest_eye"
    WILDEST_MISS = "wildest_miss"
    SO_CLOSE = "so_close"


LEAST: Mapping[Award, int] = {
    Award.BOLDEST_BID: 2,
    Award.COMEBACK: 30,
    Award.RELIABLE_ZERO: 3,
    Award.LONGEST_RUN: 3,
    Award.SHARPEST_EYE: 3,
    Award.WILDEST_MISS: 2,
    Award.SO_CLOSE: 4,
}
"""From which value on an award is worth a word."""


@dataclass(frozen=True, slots=True)
class Feat:
    """Something a seat did: how great it was, and in, up to or since which round."""

    seat: int
    value: int
    round_: int | None = None


@dataclass(frozen=True, slots=True)
class Prize:
    """An award and who earned it: seats in order, equal in *value*.

    *round_* is where it happened: that of the bid or the miss, the last of a run, the
    one after which the comeback began. ``None`` where it is not one round, or not the
    same for all.
    """

    award: Award
    seats: tuple[int, ...]
    value: int
    round_: int | None


def awards_of(sheet: Sheet) -> tuple[Prize, ...]:
    """The awards of a game, finished or not, from what is known of its closed rounds.

    What more than half the table has in common is nothing special and left out.
    """
    closed = [row for row in sheet.rows if row.totals is not None]
    seats = range(len(sheet.players))
    off = [
        (Feat(seat, bid, row.number), abs(bid - taken))
        for row in closed
        for seat, bid, taken in zip(seats, row.final_bids, row.tricks, strict=True)
        if bid is not None and taken is not None
    ]
    met = [feat for feat, missed in off if not missed]
    feats: Mapping[Award, Iterable[Feat]] = {
        Award.BOLDEST_BID: met,
        Award.COMEBACK: _comebacks(closed),
        Award.RELIABLE_ZERO: _times(feat.seat for feat in met if feat.value == 0),
        Award.LONGEST_RUN: (_run(closed, seat) for seat in seats),
        Award.SHARPEST_EYE: _times(feat.seat for feat in met),
        Award.WILDEST_MISS: (replace(feat, value=missed) for feat, missed in off),
        Award.SO_CLOSE: _times(feat.seat for feat, missed in off if missed == 1),
    }
    prizes = (_prize(award, list(feats[award]), len(seats)) for award in Award)
    return tuple(prize for prize in prizes if prize is not None)


def _times(seats: Iterable[int]) -> list[Feat]:
    """How often each seat is there."""
    return [Feat(seat, times) for seat, times in Counter(seats).items()]


def _prize(award: Award, feats: Sequence[Feat], players: int) -> Prize | None:
    best = max((feat.value for feat in feats), default=0)
    winning = [feat for feat in feats if feat.value == best]
    seats = sorted({feat.seat for feat in winning})
    if best < LEAST[award] or len(seats) > players // 2:
        return None
    rounds = {feat.round_ for feat in winning}
    return Prize(award, tuple(seats), best, rounds.pop() if len(rounds) == 1 else None)


def _run(closed: Sequence[Row], seat: int) -> Feat:
    """The longest run of rounds in which a seat met its bid; the first of equals."""
    runs = runs_through(is_met(row, seat) for row in closed)
    found = [Feat(seat, run, row.number) for row, run in zip(closed, runs, strict=True)]
    return max(found, key=lambda feat: feat.value, default=Feat(seat, 0))


def _comebacks(closed: Sequence[Row]) -> Iterator[Feat]:
    """What seats made up on the leader since they were furthest behind.

    Only for those who also passed somebody: whoever stays last has not come back.
    """
    if not closed:
        return
    for seat, total in enumerate(totals_of_present(closed[-1])):
        behind = {row.number: _behind(row, seat) for row in closed}
        if total is None or not any(behind.values()):
            continue
        worst = max(behind, key=lambda number: behind[number])
        then = next(row for row in closed if row.number == worst)
        if _ahead(closed[-1], seat) < _ahead(then, seat):
            made_up = behind[worst] - behind[closed[-1].number]
            yield Feat(seat, made_up, worst)


def _behind(row: Row, seat: int) -> int:
    totals = totals_of_present(row)
    own = totals[seat]
    known = [total for total in totals if total is not None]
    return 0 if own is None else max(known) - own


def _ahead(row: Row, seat: int) -> int:
    totals = totals_of_present(row)
    own = totals[seat]
    return sum(own is not None and each is not None and each > own for each in totals)
