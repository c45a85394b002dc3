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
                html = receive(line).body.decode()
                signal.alarm(seconds + LAST_WORD)
                answer = _printed(html, fetcher, fonts)
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
        return Kind.PDF, page.write_pdf(font_config=fonts, pdf_tags=True)
    except Exception as error:  # one bad page must not end the worker
        return Kind.FAILED, repr(error).encode()


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
