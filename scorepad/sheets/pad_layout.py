"""How large everything on a blank pad is, in millimetres."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.sheets.layout import GAP, HEAD, HEIGHT

PAD_ROW_MOST = 15.0
PAD_NAMES = 16
PAD_SUM = 13
PAD_FOOT = 9
PAD_LINE = 9
"""Height of a ruled line for remarks on a blank pad."""


@dataclass(frozen=True, slots=True)
class PadLayout:
    """A blank pad: how many columns each row has, and how high the rows are.

    *columns* lists one number per row; in a staircase it falls.
    """

    columns: tuple[int, ...]
    row: float
    has_sum: bool
    remark_lines: int

    @property
    def seats(self) -> int:
        """Columns of the widest row."""
        return self.columns[0]


def pad_layout(columns: Sequence[int]) -> PadLayout:
    """Share out a blank page with these *columns* per row."""
    has_sum = len(set(columns)) == 1
    room = HEIGHT - HEAD - PAD_NAMES - PAD_SUM * has_sum - PAD_FOOT
    row = min(PAD_ROW_MOST, room / len(columns))
    return PadLayout(
        columns=tuple(columns),
        row=round(row - 0.005, 2),
        has_sum=has_sum,
        remark_lines=max(int((room - row * len(columns) - GAP) // PAD_LINE), 0),
    )


def staircase(rounds: Sequence[int]) -> tuple[int, ...]:
    """Columns per row of a pad for all, from the *rounds* of 3, 4, 5 and 6 players.

    >>> staircase((20, 15, 12, 10))[9:16]
    (6, 5, 5, 4, 4, 4, 3)
    """
    return tuple(
        2 + sum(last >= number for last in rounds) for number in range(1, rounds[0] + 1)
    )
