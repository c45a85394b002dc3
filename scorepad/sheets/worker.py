"""The process that makes PDFs: HTML in by one socket, PDF out by the same.

Started by :mod:`scorepad.sheets.press` as a fresh interpreter, never by hand.
"""

import contextlib
import signal
import socket
import sys
from pathlib import Path
from typing import Any

from scorepad.sheets.frames import Kind, receive, send
from scorepad.sheets.picture import picture_of

LAST_WORD = 5
"""Seconds after its allowance at which a worker whose parent is gone ends itself."""


def main(descriptor: int, styles: Path, seconds: int) -> None:
    """Print what comes in over the socket *descriptor* until it closes."""
    with socket.socket(fileno=descriptor) as line:
        try:
            fetcher, fonts = _warm_up(styles)
        except Exception as error:  # whatever it is, the parent must hear it
            send(line, Kind.FAILED, str(error).encode())
            return
        send(line, Kind.READY)
        with contextlib.suppress(EOFError, OSError):
            while True:
                asked = receive(line)
                signal.alarm(seconds + LAST_WORD)
                answer = _printed(asked.body.decode(), fetcher, fonts)
                if asked.kind is Kind.LOOK and answer[0] is Kind.PDF:
                    answer = Kind.PICTURE, picture_of(answer[1])
                signal.alarm(0)
                send(line, *answer)


def _warm_up(styles: Path) -> tuple[Any, Any]:
    """Load WeasyPrint and read the fonts before the first sheet asks for them."""
    from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415  # see above

    from scorepad.sheets.own_files import OwnFiles, style_files  # noqa: PLC0415  # see above

    fetcher, fonts = OwnFiles(style_files(styles)), FontConfiguration()
    _printed("<!doctype html><p>0 王 ★", fetcher, fonts)
    return fetcher, fonts


def _printed(html: str, fetcher: Any, fonts: Any) -> tuple[Kind, bytes]:
    from weasyprint import HTML  # noqa: PLC0415  # loaded by _warm_up already

    try:
        page = HTML(string=html, url_fetcher=fetcher)
        more = _copies(page) - 1
        return Kind.PDF, page.write_pdf(
            font_config=fonts,
            pdf_tags=True,
            finisher=lambda _document, pdf: _repeat(pdf, more),
        )
    except Exception as error:  # one bad page must not end the worker
        return Kind.FAILED, repr(error).encode()


def _copies(page: Any) -> int:
    """How many copies a page asks for in its own head; one where it says nothing."""
    asked = page.etree_element.find("./head/meta[@name='copies']")
    return 1 if asked is None else int(asked.get("content"))


def _repeat(pdf: Any, more: int) -> None:
    """Add every page *more* times: further leaves with the same ink, drawn once."""
    drawn = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    for leaf in drawn * more:
        # Only the first leaf is in the structure that screen readers follow.
        kept = {key: leaf[key] for key in leaf if key != "StructParents"}
        pdf.add_page(type(leaf)(kept))


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
