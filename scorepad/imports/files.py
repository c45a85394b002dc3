"""What a file contains, told by its bytes: JSON, XML or tables of text.

Every limit holds before a library reads the file.
"""

import csv
import json
import re
import zipfile
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from io import BytesIO, StringIO
from itertools import islice, zip_longest
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import Element

from scorepad.imports.cells import meaning_of
from scorepad.imports.found import FileProblem, UnreadableError

LARGEST: Final = 5 << 20  # bytes
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
_DELIMITERS = ";\t|,"
_MOST_LINES = 10 * MOST_ROWS  # with empty ones
_SAMPLE = 8192


Table: TypeAlias = list[list[str]]


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
    if (problem := _kind_by_bytes(data)) is not None:
        raise UnreadableError(problem)
    text = _text(data).strip("\ufeff \r\n\0")
    if not text.strip():
        raise UnreadableError(FileProblem.EMPTY)
    readers: dict[str, Any] = {"JSON": json.loads, "XML": _xml, "CSV": _csv}
    kind = {"{": "JSON", "[": "JSON", "<": "XML"}.get(text[0], "CSV")
    with _reading(kind):
        return readers[kind](text)


_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"BM")
_PICTURES_IN = {b"WEBP", b"ftyphe", b"ftypmi", b"ftypav"}


def _kind_by_bytes(data: bytes) -> FileProblem | None:
    """Return what a file is that begins like none that can be read."""
    is_binary = b"\0" in data[:_SAMPLE] and _encoding_of(data) is None
    if is_binary and (
        data.startswith(_PICTURES) or any(each in data[:16] for each in _PICTURES_IN)
    ):
        return FileProblem.PICTURE
    if data.startswith(b"\xd0\xcf\x11\xe0"):  # as Excel wrote before 2007
        is_locked = "EncryptedPackage".encode("utf-16-le") in data
        return FileProblem.LOCKED if is_locked else FileProblem.SPREADSHEET
    if data.startswith(b"{\\rtf"):
        return FileProblem.TEXT_DOCUMENT
    return FileProblem.UNKNOWN if is_binary else None


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
    from charset_normalizer import from_bytes  # noqa: PLC0415 - only files need it

    for encoding in (_encoding_of(data) or "utf-8-sig", *_WESTERN):
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            if encoding not in _WESTERN or set(text) <= _USUAL[encoding]:
                return text
    likely = max(_ASIAN, key=partial(_known_words, data))
    if _known_words(data, likely):
        return data.decode(likely)
    found = from_bytes(data, cp_isolation=[*_ENCODINGS]).best()
    if found is None:
        raise UnreadableError(FileProblem.UNKNOWN)
    return str(found)


def _known_words(data: bytes, encoding: str) -> int:
    """Return how many known headings the text begins with in an encoding."""
    try:
        start = data.decode(encoding)[:_SAMPLE].splitlines()[:5]
    except UnicodeDecodeError:
        return 0
    cells = re.split(f"[{_DELIMITERS}]", _DELIMITERS[0].join(start))
    return sum(meaning_of(cell) is not None for cell in cells if not cell.isascii())


_ASIAN = ("cp949", "gb18030", "big5")
_PLAIN = {*map(chr, range(9, 127)), *"äöüÄÖÜßéèêëàâáçîïíôóòúùûñÉÈÀÇÑ’‘“”„–—…€·«»−°\xa0"}
_USUAL = {"cp1252": _PLAIN | {*"åÅøØæÆãõÃÕ"}, "mac_roman": _PLAIN, "cp850": _PLAIN}
"""The letters by which an encoding of Western Europe is recognised."""

_WESTERN = tuple(_USUAL)
_ENCODINGS = ("cp1250", "cp1251", "cp949", "gb18030", "big5", "shift_jis", "cp1252")


@contextmanager
def _reading(kind: str) -> Iterator[None]:
    """Say that a file of this *kind* is damaged, if a library cannot read it."""
    try:
        yield
    except UnreadableError:
        raise
    except Exception:
        raise UnreadableError(FileProblem.BROKEN, kind) from None


def _xml(text: str) -> Element:
    from defusedxml.common import DefusedXmlException  # noqa: PLC0415 - see above
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415 - see above

    if re.match(r"<!doctype html|<html", text, re.IGNORECASE):
        raise UnreadableError(FileProblem.WEB_PAGE)
    # Several pages of plays may be in one file, one after the other.
    pages = re.sub(r"<\?xml[^>]*\?>", "", text)
    if "<!DOCTYPE" not in text:
        pages = f"<pages>{pages}</pages>"
    try:
        found: Element = fromstring(pages)
    except DefusedXmlException:
        raise UnreadableError(FileProblem.UNSAFE, "XML") from None
    if found.find(".//plays") is None and found.tag != "plays":
        raise UnreadableError(FileProblem.OTHER_XML)
    return found


def _csv(text: str) -> tuple[Table, ...]:
    said = re.match(r"sep=(.)\r?\n", text)
    text = text[said.end() :] if said else text
    delimiter = said[1] if said else _delimiter(text[:_SAMPLE])
    found = _tables(csv.reader(StringIO(text, newline=""), delimiter=delimiter))
    if all(len(row) == 1 for table in found for row in table):
        raise UnreadableError(FileProblem.TEXT)
    return found


def _delimiter(start: str) -> str:
    lines = [line for line in start.splitlines() if line.strip()]
    with suppress(csv.Error):
        sniffed = csv.Sniffer().sniff(start, _DELIMITERS).delimiter
        if sum(sniffed in line for line in lines) * 2 > len(lines):
            return sniffed
    return max(_DELIMITERS, key=lambda each: sum(each in line for line in lines))


def _tables(rows: Iterable[Iterable[object]]) -> tuple[Table, ...]:
    """Return the tables that empty rows separate, as text."""
    found: list[Table] = [[]]
    filled, written = 0, 0
    for row in rows:
        cells = [_cell(each) for each in islice(row, _MOST_COLUMNS)]
        if any(cells):
            filled, written = filled + 1, written + len(cells)
            found[-1].append(cells)
        elif found[-1]:
            found.append([])
        if filled > MOST_ROWS or written > _MOST_CELLS:
            raise UnreadableError(FileProblem.TOO_MANY_ROWS)
    return tuple(table for table in found if table)


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


def _sheets(data: bytes) -> tuple[Table, ...]:
    """Return the tables of a workbook, and titles; formulas without values as text."""
    from openpyxl import load_workbook  # noqa: PLC0415 - see above

    with _reading("ZIP"), zipfile.ZipFile(BytesIO(data)) as packed:
        unpacked = sum(each.file_size for each in packed.infolist())
        names = {*packed.namelist()}
    if unpacked > _MOST_UNPACKED:
        raise UnreadableError(FileProblem.UNSAFE, "ZIP")
    if "xl/workbook.xml" not in names:
        is_sheet = names & {"content.xml", "Index/Document.iwa", "xl/workbook.bin"}
        other = FileProblem.SPREADSHEET if is_sheet else FileProblem.ARCHIVE
        is_text = "word/document.xml" in names
        raise UnreadableError(FileProblem.TEXT_DOCUMENT if is_text else other)
    found: list[Table] = []
    with _reading("Excel"):
        values, formulas = (
            load_workbook(BytesIO(data), read_only=True, data_only=only).worksheets
            for only in (True, False)
        )
        for pair in zip(values, formulas, strict=True):
            rows = (islice(s.iter_rows(values_only=True), _MOST_LINES) for s in pair)
            both = (zip_longest(*row) for row in zip_longest(*rows, fillvalue=()))
            cells = ([b if a is None else a for a, b in row] for row in both)
            found += [[[pair[0].title]], *_tables(cells)]
    return tuple(found)
