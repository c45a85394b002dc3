"""The process that makes PDFs: HTML in by one socket, PDF out by the same.

Started by :mod:`scorepad.sheets.press.press` as a fresh interpreter, never by hand.
"""

import contextlib
import gc
import os
import signal
import socket
import sys
from pathlib import Path
from typing import Any

from scorepad.sheets.press.frames import Kind, receive, send
from scorepad.sheets.press.job import PrintJob
from scorepad.sheets.press.picture import picture_of

NICENESS = 10
"""Saving a round goes before printing a sheet."""

LAST_WORD = 5
"""Seconds after its allowance at which a worker whose parent is gone ends itself."""


def main(descriptor: int, styles: Path, seconds: int) -> None:
    """Print what comes in over the socket *descriptor* until it closes."""
    os.nice(NICENESS)
    with socket.socket(fileno=descriptor) as line:
        try:
            fetcher, fonts = _warm_up(styles)
        except Exception as error:  # whatever it is, the parent must hear it
            send(line, Kind.FAILED, str(error).encode())
            return
        # What is loaded now stays; the rest is swept up after each sheet, not in it.
        gc.freeze()
        gc.disable()
        send(line, Kind.READY)
        with contextlib.suppress(EOFError, OSError):
            while True:
                asked = receive(line)
                signal.alarm(seconds + LAST_WORD)
                job = PrintJob.unpacked(asked.body)
                answer = _printed(job, fetcher, fonts)
                if asked.kind is Kind.LOOK and answer[0] is Kind.PDF:
                    drawn = picture_of(
                        answer[1],
                        width=job.picture_width,
                        colours=job.picture_colours,
                    )
                    answer = Kind.PICTURE, drawn
                signal.alarm(0)
                send(line, *answer)
                gc.collect()


def _warm_up(styles: Path) -> tuple[Any, Any]:
    """Load WeasyPrint and read the fonts before the first sheet asks for them."""
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415  # see above

    from scorepad.sheets.press.own_files import OwnFiles, style_files  # noqa: PLC0415  # see above

    fetcher, fonts = OwnFiles(style_files(styles)), FontConfiguration()
    _printed(PrintJob(html="<!doctype html><p>0 王 ★"), fetcher, fonts)
    return fetcher, fonts


def _printed(job: PrintJob, fetcher: Any, fonts: Any) -> tuple[Kind, bytes]:
    from weasyprint import HTML  # noqa: PLC0415  # loaded by _warm_up already

    from scorepad.sheets.press.finishing import finish, to_be_kept  # noqa: PLC0415  # it loads WeasyPrint

    try:
        fetcher.lay_out(job.drawings)
        page = HTML(string=job.html, url_fetcher=fetcher)
        more = _copies(page) - 1
        return Kind.PDF, page.write_pdf(
            zoom=job.zoom,
            font_config=fonts,
            pdf_tags=True,
            finisher=lambda _document, pdf: finish(pdf, more, job.zoom),
            **to_be_kept(job),
        )
    except Exception as error:  # one bad page must not end the worker
        return Kind.FAILED, repr(error).encode()


def _copies(page: Any) -> int:
    """How many copies a page asks for in its own head; one where it says nothing."""
    asked = page.etree_element.find("./head/meta[@name='copies']")
    return 1 if asked is None else int(asked.get("content"))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
