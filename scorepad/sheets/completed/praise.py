"""The awards on a completed sheet: what they say, and where they stand."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.sheets.lettering import lines_in
from scorepad.stats.story import Prize
from scorepad.words.awards import award_name, award_reason
from scorepad.words.translations import translations

PRAISE_SIZE = 8.0
PRAISE_LINE = 4.0
COLUMNS = 3
MOST = 6
"""Two rows of them; the first ones are the rarest."""
BETWEEN = 5.0


@dataclass(frozen=True, slots=True)
class Praise:
    """One award in words, with its place in the block: a *row*, and millimetres."""

    name: str
    seats: tuple[int, ...]
    reason: str
    round_: int | None
    row: int
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Praises:
    """All awards of a sheet, and how high the block is with each further row."""

    each: tuple[Praise, ...]
    width: float
    heights: tuple[float, ...]


def praises_of(
    prizes: Sequence[Prize], names: Sequence[str], language: str, width: float
) -> Praises:
    """Set the awards in columns across *width* millimetres."""
    column = (width - BETWEEN * (COLUMNS - 1)) / COLUMNS
    found: list[Praise] = []
    heights: list[float] = []
    top = 0.0
    for first in range(0, min(len(prizes), MOST), COLUMNS):
        row = prizes[first : first + COLUMNS]
        reasons = [award_reason(each.award, language, each.value) for each in row]
        lines = 1
        for place, (prize, reason) in enumerate(zip(row, reasons, strict=True)):
            left = place * (column + BETWEEN)
            name = award_name(prize.award, language)
            where = len(heights), round(left, 2), top
            found.append(Praise(name, prize.seats, reason, prize.round_, *where))
            winners = " · ".join(names[seat] for seat in prize.seats)
            text = f"{winners}: {reason}{_round(prize, language)}"
            lines = max(lines, lines_in(text, width_mm=column, points=PRAISE_SIZE))
        top = round(top + PRAISE_LINE * (1 + lines) + 1, 2)
        heights.append(top)
    return Praises(tuple(found), round(column, 2), tuple(heights))


def _round(prize: Prize, language: str) -> str:
    """As wide as what says in which round it was."""
    if not prize.round_:
        return ""
    said = translations(language).gettext("round %(number)s")
    whole = (said % {"number": prize.round_}).replace(" ", "\N{NO-BREAK SPACE}")
    return f" ({whole})"
