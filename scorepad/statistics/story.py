"""The story of one game: outcomes, course and awards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from scorepad.games.wizard.scoring import AnyScoring, league_points, points, ranks
from scorepad.games.wizard.sheet import Row, Sheet


class Outcome(NamedTuple):
    """The outcome of a game for one seat.

    *bids_made* counts rounds in which it is known whether the bid was met. *winners* is
    the number of winners, 0 for losers. *possible* is the best possible total. *hands*
    are the scoring, number of players and cards of each round of the seat that counts.
    """

    total: int
    bids_met: int = 0
    bids_made: int = 0
    winners: int = 0
    played: bool = True
    rank: int = 1
    possible: int = 0
    league: int = 0
    hands: tuple[tuple[AnyScoring, int, int], ...] = ()


def outcomes_of(sheet: Sheet) -> tuple[Outcome, ...]:
    """Return the outcome of every seat of a finished game; none without rounds."""
    if not sheet.winners:
        return ()
    outcomes = [_outcome(sheet, seat) for seat in range(len(sheet.players))]
    # A latecomer may win by the start total, without any closed round.
    placed = [n for n, each in enumerate(outcomes) if each.played or each.winners]
    # By rank, so that all who stayed beat those who left.
    merits = [-sheet.ranks[seat] for seat in placed]
    places = zip(placed, ranks(merits), league_points(merits), strict=True)
    for seat, rank, league in places:
        outcomes[seat] = outcomes[seat]._replace(rank=rank, league=league)
    return tuple(outcomes)


def _outcome(sheet: Sheet, seat: int) -> Outcome:
    met = [is_met(row, seat) for row in sheet.rows]
    rows = [row for row in sheet.rows if row.is_closed] or sheet.rows
    # A closed round without points was not written down.
    scored = [row for row in rows if row.points is not None or not row.is_closed]
    own = (row for row in scored if seat in row.present)
    hands = tuple((row.scoring, len(row.present), row.cards) for row in own)
    return Outcome(
        total=sheet.totals[seat],
        bids_met=met.count(True),
        bids_made=len(met) - met.count(None),
        winners=len(sheet.winners) if seat in sheet.winners else 0,
        played=has_played(sheet, seat),
        possible=sum(points(how, bid=n, tricks=n, cards=n) for how, _, n in hands),
        hands=hands,
    )


def has_played(sheet: Sheet, seat: int) -> bool:
    """Return whether a seat played a round, or only final totals are known."""
    closed = [row for row in sheet.rows if row.is_closed]
    return not closed or any(seat in row.present for row in closed)


def is_met(row: Row, seat: int) -> bool | None:
    """Return whether the bid was met; ``None`` if unknown."""
    if row.points is None or row.points[seat] is None:
        return None
    # An old sheet may show a miss without its tricks.
    tricks = row.tricks[seat]
    return tricks is not None and row.final_bids[seat] == tricks


def runs_through(met: Iterable[bool | None]) -> Iterator[int]:
    """Yield the length of the run of met bids after each; an unknown one ends none."""
    run = 0
    for is_met in met:
        if is_met is not None:
            run = run + 1 if is_met else 0
        yield run


class Story(NamedTuple):
    """The story of a game, by its closed rounds.

    *decided_in* is the round since whose end only winners have led; ``None`` if nothing
    is closed, or points outside the rounds decided. *overbid* and *underbid* count
    rounds with more, or fewer, tricks bid than there are.
    """

    lead_changes: tuple[int, ...]
    decided_in: int | None
    overbid: int
    underbid: int
    all_right: tuple[int, ...]
    none_right: tuple[int, ...]


def story_of(sheet: Sheet) -> Story:
    """Return the story of a game, finished or not."""
    closed = [row for row in sheet.rows if row.is_closed]
    known = [row for row in closed if None not in (_verdicts(row) or (None,))]
    surpluses = [
        sum(bid for bid in row.bids if bid is not None) - row.cards
        for row in closed
        if any(bid is not None for bid in row.bids)
    ]
    return Story(
        lead_changes=_lead_changes(closed),
        decided_in=_decided_in(closed, sheet.winners),
        overbid=sum(surplus > 0 for surplus in surpluses),
        underbid=sum(surplus < 0 for surplus in surpluses),
        all_right=tuple(row.number for row in known if all(_verdicts(row))),
        none_right=tuple(row.number for row in known if not any(_verdicts(row))),
    )


def totals_of_present(row: Row) -> dict[int, int]:
    """Return the totals after a closed round by seat, of those that played it."""
    totals = enumerate(row.totals or ())
    return {seat: t for seat, t in totals if t is not None and seat in row.present}


def leaders(totals: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seats with the highest total."""
    most = max(totals.values(), default=None)
    return tuple(seat for seat, total in totals.items() if total == most)


def _lead_changes(closed: Sequence[Row]) -> tuple[int, ...]:
    changes: list[int] = []
    holding: tuple[int, ...] = ()
    for row in closed:
        leading = leaders(totals_of_present(row))
        staying = tuple(seat for seat in holding if seat in leading)
        if holding and not staying:
            changes.append(row.number)
        # Catching up shares the lead; only passing takes it.
        holding = staying or leading
    return tuple(changes)


def _decided_in(closed: Sequence[Row], winning: Sequence[int]) -> int | None:
    decided = None
    for row in reversed(closed):
        if not set(leaders(totals_of_present(row))) <= set(winning):
            break
        decided = row.number
    return decided


def _verdicts(row: Row) -> tuple[bool | None, ...]:
    return tuple(
        None if taken is None else bid == taken
        for bid, taken in zip(row.final_bids, row.tricks, strict=True)
        if bid is not None
    )


class Award(StrEnum):
    """An award at the end of a game."""

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
"""Smallest value worth an award."""


class Feat(NamedTuple):
    """A feat of a seat: its value, and its round if it has one."""

    seat: int
    value: int
    round_: int | None = None


class Prize(NamedTuple):
    """An award, the seats that share it, its *value*, and its round if it has one."""

    award: Award
    seats: tuple[int, ...]
    value: int
    round_: int | None


def awards_of(sheet: Sheet) -> tuple[Prize, ...]:
    """Return the awards of a game, none shared by more than half the table."""
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
        Award.LONGEST_RUN: (run_of(closed, seat) for seat in seats),
        Award.SHARPEST_EYE: _times(feat.seat for feat in met),
        Award.WILDEST_MISS: (feat._replace(value=missed) for feat, missed in off),
        Award.SO_CLOSE: _times(feat.seat for feat, missed in off if missed == 1),
    }
    prizes = (_prize(award, list(feats[award]), len(seats)) for award in Award)
    return tuple(prize for prize in prizes if prize is not None)


def _times(seats: Iterable[int]) -> list[Feat]:
    return [Feat(seat, times) for seat, times in Counter(seats).items()]


def _prize(award: Award, feats: Sequence[Feat], players: int) -> Prize | None:
    best = max((feat.value for feat in feats), default=0)
    winning = [feat for feat in feats if feat.value == best]
    seats = sorted({feat.seat for feat in winning})
    if best < LEAST[award] or len(seats) > players // 2:
        return None
    rounds = {feat.round_ for feat in winning}
    return Prize(award, tuple(seats), best, rounds.pop() if len(rounds) == 1 else None)


def run_of(closed: Sequence[Row], seat: int) -> Feat:
    """Return the longest run of met bids of a seat, the first of equals."""
    runs = runs_through(is_met(row, seat) for row in closed)
    found = [Feat(seat, run, row.number) for row, run in zip(closed, runs, strict=True)]
    return max(found, key=lambda feat: feat.value, default=Feat(seat, 0))


def _comebacks(closed: Sequence[Row]) -> Iterator[Feat]:
    """Yield what seats that passed somebody made up since they were furthest behind."""
    course = {row.number: totals_of_present(row) for row in closed}
    last = course[closed[-1].number] if closed else {}
    for seat, total in last.items():
        behind = {
            number: max(totals.values()) - totals[seat]
            for number, totals in course.items()
            if seat in totals
        }
        worst = max(behind, key=behind.__getitem__)
        if behind[worst] and _ahead(last, total) < _ahead(
            course[worst], course[worst][seat]
        ):
            yield Feat(seat, behind[worst] - behind[closed[-1].number], worst)


def _ahead(totals: Mapping[int, int], own: int) -> int:
    return sum(each > own for each in totals.values())
