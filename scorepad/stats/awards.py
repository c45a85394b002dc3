"""Awards worth laughing about at the end of a game: what was rare, and whose it was."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorepad.rules.wizard.sheet import Row, Sheet
from scorepad.stats.outcomes import is_met, runs_through
from scorepad.stats.story import totals_of_present


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
    feats: Mapping[Award, Iterable[Feat]] = {
        Award.BOLDEST_BID: _met(closed),
        Award.COMEBACK: _comebacks(closed),
        Award.RELIABLE_ZERO: _counts(closed, seats, lambda feat: feat.value == 0),
        Award.LONGEST_RUN: (_run(closed, seat) for seat in seats),
        Award.SHARPEST_EYE: _counts(closed, seats, lambda _feat: True),
        Award.WILDEST_MISS: _missed(closed),
        Award.SO_CLOSE: _off_by_one(closed, seats),
    }
    prizes = (_prize(award, list(feats[award]), len(seats)) for award in Award)
    return tuple(prize for prize in prizes if prize is not None)


def _prize(award: Award, feats: Sequence[Feat], players: int) -> Prize | None:
    best = max((feat.value for feat in feats), default=0)
    winning = [feat for feat in feats if feat.value == best]
    seats = sorted({feat.seat for feat in winning})
    if best < LEAST[award] or len(seats) > players // 2:
        return None
    rounds = {feat.round_ for feat in winning}
    return Prize(award, tuple(seats), best, rounds.pop() if len(rounds) == 1 else None)


def _met(closed: Sequence[Row]) -> Iterator[Feat]:
    """Every bid that was met."""
    for seat, row, bid, taken in _known(closed):
        if bid == taken:
            yield Feat(seat, bid, row.number)


def _missed(closed: Sequence[Row]) -> Iterator[Feat]:
    """By how much every other bid was missed."""
    for seat, row, bid, taken in _known(closed):
        yield Feat(seat, abs(bid - taken), row.number)


def _off_by_one(closed: Sequence[Row], seats: Iterable[int]) -> list[Feat]:
    """How often each seat missed its bid by a single trick."""
    off = [feat.seat for feat in _missed(closed) if feat.value == 1]
    return [Feat(seat, off.count(seat)) for seat in seats]


def _known(closed: Sequence[Row]) -> Iterator[tuple[int, Row, int, int]]:
    for row in closed:
        for seat, (bid, taken) in enumerate(
            zip(row.final_bids, row.tricks, strict=True)
        ):
            if bid is not None and taken is not None:
                yield seat, row, bid, taken


def _counts(
    closed: Sequence[Row], seats: Iterable[int], counts: Callable[[Feat], bool]
) -> list[Feat]:
    """How many bids each seat met, of those that count."""
    met = [feat.seat for feat in _met(closed) if counts(feat)]
    return [Feat(seat, met.count(seat)) for seat in seats]


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
