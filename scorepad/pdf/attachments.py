"""Extraction of the game document from an untrusted PDF, by a process with limits."""

import os
import resource
import subprocess
import sys
from threading import BoundedSemaphore

MOST_PDF = 5 << 20  # largest PDF in bytes; a sheet has 40 to 190 kB
LARGEST_DOCUMENT = 64 << 10
MOST_ATTACHMENTS = 20
SECONDS = 5
MEGABYTES = 96  # address space of the process: a sheet takes 38, the largest file 44
_PLACES = BoundedSemaphore(2)  # files at once: other cores stay free for games
NO_PDF = "This PDF is damaged, locked or too large to be read."
NO_GAME = "This PDF carries no game; the sheets that Scorepad prints do."
EMPTY = 3  # the status of a process that found no game


class NotASheetError(ValueError):
    """The PDF contains no game; the message is one sentence."""


class UnpackersBusy(Exception):  # noqa: N818 - says what happened
    """Too many files are being parsed; retry in a moment."""


def document_in(pdf: bytes) -> bytes:
    """Return the game document in a PDF, not yet validated.

    :raises NotASheetError: there is none, or the PDF cannot be read within the limits.
    """
    if len(pdf) > MOST_PDF:
        raise NotASheetError(NO_PDF)
    if not _PLACES.acquire(blocking=False):
        raise UnpackersBusy
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
    finally:
        _PLACES.release()
    if done.returncode:
        raise NotASheetError(NO_GAME if done.returncode == EMPTY else NO_PDF)
    return done.stdout


def main() -> int:
    """Read a PDF from standard input and write its game document."""
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    from pypdfium2 import PdfDocument  # noqa: PLC0415  # only the process that reads PDFs loads it

    opened = PdfDocument(sys.stdin.buffer.read(MOST_PDF + 1))
    for number in range(min(opened.count_attachments(), MOST_ATTACHMENTS)):
        attachment = opened.get_attachment(number)
        if attachment.get_name().endswith(".json"):
            content = bytes(attachment.get_data())
            if len(content) <= LARGEST_DOCUMENT and b'"scorepad/game"' in content:
                sys.stdout.buffer.write(content)
                return 0
    return EMPTY


if __name__ == "__main__":
    sys.exit(main())
