"""What a sheet may load while it is printed: a list of our own and nothing else."""

from collections.abc import Mapping
from pathlib import Path

from weasyprint.urls import URLFetcher, URLFetcherResponse

SCHEME = "scorepad"
STYLES = (
    *("paper.css", "sheet.css", "sheet_page.css", "blank.css", "book.css"),
    *("leaflet.css", "towers.css"),
)


def style_files(folder: Path) -> dict[str, Path]:
    """The addresses of our style sheets in *folder*, as the templates write them."""
    return {f"{SCHEME}:{name}": folder / name for name in STYLES}


class OwnFiles(URLFetcher):  # type: ignore[misc]  # WeasyPrint has no types
    """A fetcher that hands out *files* (address to path) and refuses all else.

    It overrides ``fetch``, through which everything goes, and never calls the
    parent's: no address in a name or a remark opens a socket or a file. The
    templates escape such text already; this is the second lock.
    """

    def __init__(self, files: Mapping[str, Path]) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False)
        self._files = files
        self._drawings: dict[str, str] = {}

    def lay_out(self, drawings: Mapping[str, str]) -> None:
        """Have these *drawings* ready for the next sheet, and none of the last one."""
        self._drawings = {f"{SCHEME}:{name}": svg for name, svg in drawings.items()}

    def fetch(
        self,
        url: str,
        headers: Mapping[str, str] | None = None,  # noqa: ARG002  # the parent's signature
    ) -> URLFetcherResponse:
        """Hand out one of our own files.

        :raises ValueError: *url* is none of ours; WeasyPrint goes on without it.
        """
        if url in self._drawings:
            svg = {"Content-Type": "image/svg+xml"}
            return URLFetcherResponse(url, self._drawings[url].encode(), svg)
        if url not in self._files:
            raise ValueError("a sheet may load its own files only")
        css = {"Content-Type": "text/css"}
        return URLFetcherResponse(url, self._files[url].read_bytes(), css)
