"""What a file contains, told by its bytes: JSON, XML or tables of text.

Every limit holds before a library reads the file.
"""

import csv
import json
import re
import zipfile
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from io import BytesIO, StringIO
from itertools import islice
from typing import Any, Final, NamedTuple, TypeAlias
from xml.etree.ElementTree import Element, ParseError

from scorepad.i18n.languages import msgid

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
_MOST_UNPACKED = 60 << 20
_LONGEST_CELL = 400
_DELIMITERS = ";,\t|"
_SAMPLE = 4096


Table: TypeAlias = list[list[str]]


class FileProblem(StrEnum):
    """Why nothing can be imported; the value is the key of the sentence."""

    TOO_LARGE = "too_large"
    TOO_MANY_ROWS = "too_many_rows"
    EMPTY = "empty"
    UNSAFE = "unsafe"
    UNKNOWN = "unknown"
    BROKEN = "broken"
    DAMAGED_GAME = "damaged_game"
    NO_GAMES = "no_games"
    NO_COLUMNS = "no_columns"


SENTENCES: Final = {
    FileProblem.TOO_LARGE: msgid("This file is too large; expected at most 5 MB."),
    FileProblem.TOO_MANY_ROWS: msgid(
        "This table is too long; expected at most 20,000 rows."
    ),
    FileProblem.EMPTY: msgid("This file is empty; expected a table or an export."),
    FileProblem.UNSAFE: msgid(
        "This file would unpack into something far larger, so it was not opened."
    ),
    FileProblem.UNKNOWN: msgid(
        "This kind of file is not known; expected a score sheet (PDF), a game file "
        "(JSON), a table (CSV, Excel) or an export from BG Stats, BoardGameGeek or "
        "Escalier."
    ),
    FileProblem.BROKEN: msgid(
        "This %(kind)s file is damaged; export it again and choose the new file."
    ),
    FileProblem.DAMAGED_GAME: msgid(
        "This Scorepad file is damaged or from a newer version; download it again and "
        "choose the new file."
    ),
    FileProblem.NO_GAMES: msgid("This file contains no games of Wizard."),
    FileProblem.NO_COLUMNS: msgid(
        "This table has no known headings; expected one row per player and round with "
        "the columns Round, Player, Bid and Tricks, or one row per game with a column "
        "for each player."
    ),
}
"""The sentence for each problem; *kind* is what the file seems to be."""


class UnreadableError(ValueError):
    """Nothing can be imported; *found* is what the file seems to be.

    A *detail* is for the author of the program that wrote the file.
    """

    def __init__(self, problem: FileProblem, found: str = "", detail: str = "") -> None:
        super().__init__(SENTENCES[problem] % {"kind": found})
        self.problem, self.found, self.detail = problem, found, detail


class Content(NamedTuple):
    """What a file contains; the fields of other kinds are empty."""

    tree: Any = None
    xml: Element | None = None
    tables: tuple[Table, ...] = ()


def as_text(file: bytes) -> str:
    """Return a file as a short text for forms and links; :func:`file_in` reads it."""
    return urlsafe_b64encode(zlib.compress(file, level=9)).decode()


def file_in(text: str) -> bytes:
    """Return the file in a text, or nothing if there is none."""
    try:
        return zlib.decompressobj().decompress(urlsafe_b64decode(text), LARGEST + 1)
    except (ValueError, zlib.error):
        return b""


def content_of(data: bytes) -> Content:
    """Return what a file contains.

    :raises UnreadableError: it is too large, unsafe, damaged or of another kind.
    """
    if len(data) > LARGEST:
        raise UnreadableError(FileProblem.TOO_LARGE)
    if data.startswith(b"PK\x03\x04"):
        return Content(tables=_sheets(data))
    text = _text(data).strip("\ufeff \t\r\n")
    if not text:
        raise UnreadableError(FileProblem.EMPTY)
    if text[0] in "{[":
        return Content(tree=_json(text))
    if text[0] == "<":
        return Content(xml=_xml(text))
    return Content(tables=_split(_csv(text)))


def _text(data: bytes) -> str:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - only files need it

    for encoding in ("utf-8-sig", *(["utf-16"] if data[:2] in _UTF16 else [])):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            pass
    found = None
    if b"\0" not in data:
        found = from_bytes(data, cp_isolation=[*_ENCODINGS]).best()
    if found is None:
        raise UnreadableError(FileProblem.UNKNOWN)
    return str(found)


_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_ENCODINGS = ("cp1252", "cp1250", "cp949", "gb18030", "big5")


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableError(FileProblem.BROKEN, "JSON") from None


def _xml(text: str) -> Element:
    from defusedxml.common import DefusedXmlException  # noqa: PLC0415 - see above
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415 - see above

    try:
        found: Element = fromstring(re.sub(r"^<\?xml[^>]*\?>", "", text))
    except DefusedXmlException:
        raise UnreadableError(FileProblem.UNSAFE, "XML") from None
    except ParseError:
        raise UnreadableError(FileProblem.BROKEN, "XML") from None
    return found


def _csv(text: str) -> Table:
    try:
        delimiter = csv.Sniffer().sniff(text[:_SAMPLE], _DELIMITERS).delimiter
    except csv.Error:
        first = text.partition("\n")[0]
        delimiter = max(_DELIMITERS, key=first.count)
    try:
        return _checked(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
    except csv.Error:
        raise UnreadableError(FileProblem.BROKEN, "CSV") from None


def _checked(rows: Iterable[Iterable[object]]) -> Table:
    found = [
        [_cell(each) for each in islice(row, _MOST_COLUMNS)]
        for row in islice(rows, MOST_ROWS + 1)
    ]
    if len(found) > MOST_ROWS:
        raise UnreadableError(FileProblem.TOO_MANY_ROWS)
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
    from openpyxl import load_workbook  # noqa: PLC0415 - see above

    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            sizes = [each.file_size for each in packed.infolist()]
            names = packed.namelist()
    except zipfile.BadZipFile:
        raise UnreadableError(FileProblem.BROKEN, "ZIP") from None
    if sum(sizes) > _MOST_UNPACKED:
        raise UnreadableError(FileProblem.UNSAFE, "ZIP")
    if "xl/workbook.xml" not in names:
        raise UnreadableError(FileProblem.UNKNOWN, "ZIP")
    try:
        book = load_workbook(BytesIO(data), read_only=True, data_only=True)
        return tuple(
            table
            for sheet in book.worksheets
            for table in _split(_checked(sheet.iter_rows(values_only=True)))
        )
    except UnreadableError:
        raise
    except Exception:
        raise UnreadableError(FileProblem.BROKEN, "XLSX") from None
