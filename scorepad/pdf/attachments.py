"""Taking the game document out of a PDF that anybody may have made.

A PDF is a program of sorts: it is opened in a fresh process of its own, which may use
little time and memory, knows nothing secret and ends with its one task. Nothing that
a PDF refers to is fetched.
"""

import os
import resource
import subprocess
import sys
from threading import BoundedSemaphore

MOST_PDF = 5 << 20
"""Bytes; a sheet has some 40 kB."""
LARGEST_DOCUMENT = 64 << 10
MOST_ATTACHMENTS = 20

SECONDS = 5
MEGABYTES = 96
"""Of addresses: a sheet takes 38, the largest file 44."""

_PLACES = BoundedSemaphore(2)
"""As many are opened at once: the other cores are for those who play."""

NO_PDF = "This PDF is damaged, locked or too large to be read."
NO_GAME = "This PDF carries no game; the sheets that Scorepad prints do."
CARRIED = 0
EMPTY = 3


class NotASheetError(ValueError):
    """No game can be taken out of the PDF; the message is one sentence."""


class UnpackersBusy(Exception):  # noqa: N818 - says what happened
    """As many files are being opened as may be; try again in a moment."""


def is_pdf(start: bytes) -> bool:
    """Whether a file that starts like this claims to be a PDF."""
    return start.startswith(b"%PDF-")


def document_in(pdf: bytes) -> bytes:
    """The game document that a sheet carries, as it stands there: not yet trusted.

    :raises NotASheetError: there is none, or the PDF cannot be read within bounds.
    :raises UnpackersBusy: others are being opened; nothing was begun.
    """
    if len(pdf) > MOST_PDF:
        raise NotASheetError(NO_PDF)
    if not _PLACES.acquire(blocking=False):
        raise UnpackersBusy
    try:
        return _unpacked(pdf)
    finally:
        _PLACES.release()


def _unpacked(pdf: bytes) -> bytes:
    try:
        done = subprocess.run(  # our own module, no user text
            [sys.executable, "-m", "scorepad.pdf.attachments"],
            input=pdf,
            capture_output=True,
            timeout=SECONDS,
            check=False,
            env={"PATH": os.environ.get("PATH", ""), "PYTHONUTF8": "1"},
        )
    except subprocess.TimeoutExpired:
        raise NotASheetError(NO_PDF) from None
    if done.returncode != CARRIED:
        raise NotASheetError(NO_GAME if done.returncode == EMPTY else NO_PDF)
    return done.stdout


def main() -> int:
    """Read a PDF from standard input and write the document it carries."""
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    found = _found(sys.stdin.buffer.read(MOST_PDF + 1))
    if found is None:
        return EMPTY
    sys.stdout.buffer.write(found)
    return CARRIED


def _found(pdf: bytes) -> bytes | None:
    from pypdfium2 import PdfDocument  # noqa: PLC0415  # only the process that reads PDFs loads it

    opened = PdfDocument(pdf)
    for number in range(min(opened.count_attachments(), MOST_ATTACHMENTS)):
        attachment = opened.get_attachment(number)
        if attachment.get_name().endswith(".json"):
            held = bytes(attachment.get_data())
            if len(held) <= LARGEST_DOCUMENT and b'"scorepad/game"' in held:
                return held
    return None


if __name__ == "__main__":
    sys.exit(main())
