"""The row of names on a blank sheet: as high as the longest of them needs."""

from collections.abc import Sequence

from scorepad.sheets.lettering import lines_for, size_for
from scorepad.sheets.room import MM_PER_POINT, Room

LEADING = 1.15
POINTS = (12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.2)


def names_row(
    names: Sequence[str], player: float, room: Room
) -> tuple[float, tuple[float, ...]]:
    """The height of the row of names, grown for the longest, and each one's size."""
    usual = room.between(10, 19)
    width = player - 2
    lines_at = {points: int((usual - 1.5) / _name_line(points)) for points in POINTS}
    sizes = tuple(size_for(name, width_mm=width, sizes=lines_at) for name in names)
    needed = [
        lines_for(name, width=width / MM_PER_POINT / size) * _name_line(size) + 1.5
        for name, size in zip(names, sizes, strict=True)
    ]
    return round(max([usual, *needed]), 2), sizes


def _name_line(points: float) -> float:
    return points * LEADING * MM_PER_POINT
