"""Tables as CSV, for spreadsheets: nothing in a cell is ever run there."""

import csv
import re
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from io import StringIO

from flask import Response

from scorepad.web.filenames import name_file

Cell = str | int | float | Fraction | date | None

FORMULA = re.compile(
    r"[\t\r\n]|[\s\x00-\x20\x7f\u200b-\u200f\ufeff'\"]*[=+\-@|%＝＋－＠]"
)
"""What makes a spreadsheet work out a text instead of showing it.

It may lie behind blanks and quotes that some of them take away first.
"""

DECIMALS = 4
BYTE_ORDER_MARK = "\ufeff"
"""Without it Excel takes names for another alphabet."""


def cell(value: Cell) -> str:
    """How a value is written: numbers plain, texts harmless, nothing as nothing.

    >>> [cell(value) for value in (-20, Fraction(1, 3), None, "Ute", "=1+1", "-3")]
    ['-20', '0.3333', '', 'Ute', "'=1+1", "'-3"]
    """
    if value is None:
        return ""
    if type(value) is int:  # most are, and asking for a Fraction takes long
        return str(value)
    if isinstance(value, str):
        return f"'{value}" if FORMULA.match(value) else value
    if isinstance(value, Fraction | float):
        return f"{float(value):.{DECIMALS}f}".rstrip("0").rstrip(".")
    return str(value)


def csv_text(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """A whole table (RFC 4180), its *head* first."""
    out = StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out)
    writer.writerow(map(cell, head))
    writer.writerows(map(cell, row) for row in rows)
    return out.getvalue()


def csv_answer(
    plain: str, spoken: str, head: Sequence[str], rows: Iterable[Sequence[Cell]]
) -> Response:
    """A table to keep, as a file of a *plain* name and one in the people's script."""
    answer = Response(csv_text(head, rows), content_type="text/csv; charset=utf-8")
    name_file(answer, "attachment", f"{plain}.csv", spoken)
    return answer
