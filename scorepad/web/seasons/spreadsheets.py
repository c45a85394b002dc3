"""Tables as CSV, for spreadsheets: nothing in a cell is ever run there."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from io import StringIO
from itertools import islice

from flask import Response, stream_with_context

from scorepad.web.files.filenames import name_file

Cell = str | int | float | Fraction | date | None

FORMULA = re.compile(r"[\s\x00-\x20\x7f\u200b-\u200f\ufeff'\"]*[=+\-@|%＝＋－＠\t\r\n]")
"""What makes a spreadsheet work out a text instead of showing it.

It may lie behind blanks and quotes that some of them take away first.
"""

DECIMALS = 4
ROWS_AT_ONCE = 1000
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
    return "".join(csv_pieces(head, rows))


def csv_pieces(head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """The same, some rows at a time."""
    out = StringIO()
    out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out)
    writer.writerow(map(cell, head))
    coming = iter(rows)
    while some := list(islice(coming, ROWS_AT_ONCE)):
        writer.writerows(map(cell, row) for row in some)
        yield out.getvalue()
        out.seek(0)
        out.truncate()
    yield out.getvalue()


def csv_answer(
    plain: str,
    spoken: str,
    head: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    *,
    piecemeal: bool = False,
) -> Response:
    """A table to keep, as a file of a *plain* name and one in the people's script.

    *piecemeal*, it is never in memory as a whole.
    """
    pieces = csv_pieces(head, rows)
    body = stream_with_context(pieces) if piecemeal else "".join(pieces)
    answer = Response(body, content_type="text/csv; charset=utf-8")
    name_file(answer, "attachment", f"{plain}.csv", spoken)
    answer.headers["Cache-Control"] = "no-store"
    return answer
