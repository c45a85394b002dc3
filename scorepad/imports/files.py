"""What a file contains, told by its bytes: JSON, XML or tables of text.

Every limit holds before a library reads the file.
"""

import csv
import json
import re
import zipfile
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from io import BytesIO, StringIO
from itertools import islice, zip_longest
from typing import Any, Final, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element, ParseError

from scorepad.i18n.languages import msgid
from scorepad.imports.cells import meaning_of

LARGEST: Final = 5 << 20
"""Bytes of the largest file."""

ACCEPTED: Final = {
    ".pdf": "application/pdf",
    ".json": "application/json",
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".txt": "text/plain",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".xml": "application/xml",
}
"""The names and types of the files that pages and phones offer to import."""

MOST_ROWS: Final = 20_000
_MOST_COLUMNS = 100
_MOST_CELLS = 20 * MOST_ROWS
_MOST_UNPACKED = 60 << 20
_LONGEST_CELL = 400
_DELIMITERS = ";,\t|"
_MOST_LINES = 10 * MOST_ROWS  # with empty ones
_SAMPLE = 8192

Table: TypeAlias = list[list[str]]


class FileProblem(StrEnum):
    """Why nothing can be imported, as a sentence."""

    TOO_LARGE = msgid("This file is too large; expected at most 5 MB.")
    TOO_MANY_ROWS = msgid("This table is too long; expected at most 20,000 rows.")
    TOO_MANY_GAMES = msgid("This file has too many games; expected at most 2,000.")
    EMPTY = msgid("This file is empty; expected a table or an export.")
    UNSAFE = msgid(
        "This file would unpack into something far larger, so it was not opened."
    )
    UNKNOWN = msgid(
        "This kind of file is not known; expected a score sheet (PDF), a game file "
        "(JSON), a table (CSV, Excel) or an export from BG Stats, BoardGameGeek or "
        "Escalier."
    )
    BROKEN = msgid(
        "This file is damaged or from a newer version; export it again and choose the "
        "new file."
    )
    SPREADSHEET = msgid(
        "This spreadsheet cannot be read; save it as Excel (xlsx) without a password, "
        "or as CSV."
    )
    NO_GAMES = msgid("This file contains no games of Wizard.")
    NO_COLUMNS = msgid(
        "This table has no known headings; expected one row per player and round with "
        "the columns Round, Player, Bid and Tricks, or one row per game with a column "
        "for each player."
    )


class FoundColumn(NamedTuple):
    """A column of a table, with some of its cells, and what it is taken for.

    *holds* is a meaning such as ``round``, or ``bid:Ann`` with a player's name.
    """

    label: str
    cells: tuple[str, ...]
    holds: str


class UnreadableError(ValueError):
    """Nothing can be imported; *columns* are those of a table without known headings.

    A *detail* is for the author of the program that wrote the file.
    """

    def __init__(
        self,
        problem: FileProblem,
        *,
        detail: str = "",
        columns: Sequence[FoundColumn] = (),
    ) -> None:
        super().__init__(problem)
        self.problem, self.detail, self.columns = problem, detail, columns


def as_text(file: bytes) -> str:
    """Return a file as a short text for forms and links; :func:`file_in` reads it."""
    return urlsafe_b64encode(zlib.compress(file, level=9)).decode()


def file_in(text: str) -> bytes:
    """Return the file in a text, or nothing if there is none."""
    try:
        return zlib.decompressobj().decompress(urlsafe_b64decode(text), LARGEST + 1)
    except (ValueError, zlib.error):
        return b""


def content_of(data: bytes) -> Element | tuple[Table, ...] | Any:
    """Return what a file contains: XML, tables or the tree of its JSON.

    :raises UnreadableError: it is too large, unsafe, damaged or of another kind.
    """
    if len(data) > LARGEST:
        raise UnreadableError(FileProblem.TOO_LARGE)
    if data.startswith(b"PK\x03\x04"):
        return _sheets(data)
    if data.startswith(_OLD_EXCEL):
        raise UnreadableError(FileProblem.SPREADSHEET)
    is_binary = b"\0" in data[:_SAMPLE] and _encoding_of(data) is None
    if is_binary or data.startswith(b"{\\rtf"):
        raise UnreadableError(FileProblem.UNKNOWN)
    text = _text(data).strip("\ufeff \r\n\0")
    if not text.strip():
        raise UnreadableError(FileProblem.EMPTY)
    if text[0] in "{[":
        return _json(text)
    if text[0] == "<":
        return _xml(text)
    return _split(_csv(text))


_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
"""Of Excel before 2007, and of any with a password."""


def _encoding_of(data: bytes) -> str | None:
    """Return the encoding that the bytes tell: of UTF-16, one byte in two is zero."""
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return "utf-16"
    start = data[:_SAMPLE]
    zeros = start[::2].count(0), start[1::2].count(0)
    if max(zeros) * 3 < len(start) or min(zeros) * 10 > max(zeros):
        return None
    return "utf-16-be" if zeros[0] > zeros[1] else "utf-16-le"


def _text(data: bytes) -> str:
    with suppress(UnicodeDecodeError):
        return data.decode(_encoding_of(data) or "utf-8-sig")
    start = data[:_SAMPLE]
    encoding = max(_LETTERS, key=lambda each: _likelihood(start, each))
    return data.decode(encoding, "replace")


_MARKS = "’‘“”„–—…€·«»−°\xa0"
_WESTERN = "äöüÄÖÜßéèêëàâáçîïíôóòúùûñÉÈÀÇÑ" + _MARKS
_LETTERS: Final = {
    "cp1252": _WESTERN + "åÅøØæÆãõÃÕ",
    "mac_roman": _WESTERN,
    "cp850": _WESTERN,
    "cp1250": "äöüÄÖÜßąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽőűŐŰ" + _MARKS,
    "cp1251": "",
    "cp949": "",
    "gb18030": "",
    "big5": "",
}
"""Older encodings, the likely ones first, and the letters to expect (empty: any)."""


def _likelihood(start: bytes, encoding: str) -> tuple[int, float]:
    """Return how many known headings a text has in an encoding, and usual letters."""
    text, usual = start.decode(encoding, "replace"), _LETTERS[encoding]
    cells = re.split(r"[;,\t|\n]", text)
    known = sum(meaning_of(cell) is not None for cell in cells if not cell.isascii())
    told = [
        each in usual if usual else each.isalpha()
        for each in text
        if not each.isascii()
    ]
    return known, sum(told) / max(len(told), 1)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableError(FileProblem.BROKEN) from None


def _xml(text: str) -> Element:
    from defusedxml.common import DefusedXmlException  # noqa: PLC0415 - only files need it
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415 - see above

    if re.match(r"<!doctype html|<html", text, re.IGNORECASE):
        raise UnreadableError(FileProblem.UNKNOWN)
    # Several pages of plays may be in one file, one after the other.
    pages = re.sub(r"<\?xml[^>]*\?>", "", text)
    try:
        if "<!DOCTYPE" not in text:
            pages = f"<pages>{pages}</pages>"
        found: Element = fromstring(pages)
    except DefusedXmlException:
        raise UnreadableError(FileProblem.UNSAFE) from None
    except ParseError:
        raise UnreadableError(FileProblem.BROKEN) from None
    return found


def _csv(text: str) -> Table:
    said = re.match(r"sep=(.)\r?\n", text)
    text = text[said.end() :] if said else text
    lines = text[:_SAMPLE].splitlines()
    delimiter = max(_DELIMITERS, key=lambda each: sum(each in line for line in lines))
    rows = csv.reader(
        StringIO(text, newline=""), delimiter=said[1] if said else delimiter
    )
    try:
        return _checked(rows)
    except csv.Error:
        raise UnreadableError(FileProblem.BROKEN) from None


def _checked(rows: Iterable[Iterable[object]]) -> Table:
    """Return rows as text; of many empty ones, some are kept."""
    found: Table = []
    filled, written = 0, 0
    for row in rows:
        cells = [_cell(each) for each in islice(row, _MOST_COLUMNS)]
        if any(cells):
            filled, written = filled + 1, written + len(cells)
        elif found and not any(found[-1]):
            continue
        if filled > MOST_ROWS or written > _MOST_CELLS:
            raise UnreadableError(FileProblem.TOO_MANY_ROWS)
        found.append(cells)
    return found


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    text = str(value)[:_LONGEST_CELL].strip()
    # Spreadsheets are kept from running text as a formula by an apostrophe.
    return text[1:] if text[:1] == "'" and text[1:2] in {*"=+-@"} else text


def _split(rows: Table) -> tuple[Table, ...]:
    """Return the tables that empty lines separate."""
    tables: list[Table] = [[]]
    for row in rows:
        if any(row):
            tables[-1].append(row)
        elif tables[-1]:
            tables.append([])
    return tuple(table for table in tables if table)


def _sheets(data: bytes) -> tuple[Table, ...]:
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            sizes = [each.file_size for each in packed.infolist()]
            names = packed.namelist()
    except zipfile.BadZipFile:
        raise UnreadableError(FileProblem.BROKEN) from None
    if sum(sizes) > _MOST_UNPACKED:
        raise UnreadableError(FileProblem.UNSAFE)
    if "xl/workbook.xml" not in names:
        is_known = {"content.xml", "Index/Document.iwa", "xl/workbook.bin"} & {*names}
        problem = FileProblem.SPREADSHEET if is_known else FileProblem.UNKNOWN
        raise UnreadableError(problem)
    try:
        return tuple(
            table
            for title, rows in _rows_of_sheets(data)
            for table in [[[title]], *_split(_checked(rows))]
        )
    except UnreadableError:
        raise
    except Exception:
        raise UnreadableError(FileProblem.BROKEN) from None


def _rows_of_sheets(data: bytes) -> Iterator[tuple[str, Iterator[list[object]]]]:
    """Yield the title of each sheet and its rows; a formula without a value as text."""
    from openpyxl import load_workbook  # noqa: PLC0415 - see above

    books = (
        load_workbook(BytesIO(data), read_only=True, data_only=only)
        for only in (True, False)
    )
    for sheets in zip(*books, strict=True):
        lines = (
            islice(each.iter_rows(values_only=True), _MOST_LINES) for each in sheets
        )
        rows = (
            [said if value is None else value for value, said in zip_longest(*pair)]
            for pair in zip_longest(*lines, fillvalue=())
        )
        yield sheets[0].title, rows
