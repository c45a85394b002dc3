"""Print jobs, and the worker processes that do them; only these load WeasyPrint."""

import gc
import os
import resource
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

_PACKAGE = Path(__file__).resolve().parents[1]
IS_CHECKOUT = not (_PACKAGE / "templates").is_dir()  # a wheel has them in the package
ROOT = _PACKAGE.parent if IS_CHECKOUT else _PACKAGE  # of templates and static files
FONTS = ROOT / "static" / "fonts"
STYLES = {file.name: file for file in (ROOT / "templates" / "sheets").glob("*.css")}
PICTURE_WIDTH = 900  # pixels: enough to read small text of a whole page on a screen


class Limits(NamedTuple):
    """Limits of a job: wall-clock *seconds*, and *megabytes* of address space."""

    seconds: float = 10.0
    megabytes: int = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """A page of HTML with its files and options.

    *drawings* are SVG files by name. *document* is a game document to attach, which
    makes the PDF a PDF/A-3a. *copies* repeats every page. With a *picture_width*, the
    file is a picture of the first page.
    """

    html: str
    drawings: Mapping[str, str] = field(default_factory=dict)
    document: str | None = None
    document_name: str = "game.json"
    zoom: float = 1.0
    copies: int = 1
    picture_width: int | None = None


class RenderError(Exception):
    """A page could not be rendered."""


class RenderFailed(RenderError):  # noqa: N818 - says what happened
    """Rendering exceeded its time or memory, or the page cannot be laid out."""


class RendererBusy(RenderError):  # noqa: N818 - says what happened
    """All workers are busy and the queue is full; retry in a moment."""


class RendererUnavailable(RenderError):  # noqa: N818 - says what happened
    """Workers cannot start; the message says what is missing."""


class LibrariesMissing(RendererUnavailable):
    """WeasyPrint finds no Pango; the message says how to install it."""


HOW_TO_INSTALL = (
    "Printing needs Pango and HarfBuzz: install them with"
    " 'sudo apt-get install --no-install-recommends libpangoft2-1.0-0"
    " libharfbuzz-subset0' (Debian, Ubuntu), 'sudo dnf install pango' (Fedora) or"
    " 'brew install pango' (macOS), then start Scorepad again."
)
GRACE = 5  # seconds after its limit when a worker ends itself: its parent may be gone
OUT_OF_MEMORY = 3
BY_OCTREE = 2  # Pillow's method; the default loses the colours of small suits
PIXEL = 0.75  # points per pixel
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)  # the same sheet is the same file
_KEPT = ("PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")

# What start() prepares for the jobs of this process.
_tools = SimpleNamespace(
    fonts=None, seconds=0, missing=RendererUnavailable("not started")
)


def start(scratch: Path, limits: Limits) -> None:
    """Load WeasyPrint and fonts, cached in *scratch*; every job reports a failure."""
    os.nice(10)  # saving a round has priority over printing
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # immediately, also inside Pango
    # Forget the surroundings: secrets, and open streams.
    scratch.mkdir(parents=True, exist_ok=True)
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    kept |= {"FONTCONFIG_FILE": f"{FONTS}/fonts.conf", "XDG_CACHE_HOME": str(scratch)}
    os.environ.clear()
    os.environ.update(kept)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.close(nowhere)
    most = limits.megabytes << 20
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _tools.seconds = int(limits.seconds) + 1 + GRACE
    try:
        _load()
    except Exception as error:
        _tools.missing = RendererUnavailable(str(error))
    # What is loaded now stays; everything else is collected after each job.
    gc.freeze()
    gc.disable()


def ready() -> None:
    """Raise ``RendererUnavailable`` if this process cannot render."""
    if _tools.missing is not None:
        raise _tools.missing.with_traceback(None)


def render(job: PrintJob) -> bytes:
    """Return the PDF or picture; raise ``RenderFailed`` or ``RendererUnavailable``."""
    ready()
    signal.alarm(_tools.seconds)
    try:
        pdf = _written(job)
        return picture_of(pdf, job.picture_width) if job.picture_width else pdf
    except (MemoryError, SystemError):  # either; the process is unreliable then
        os._exit(OUT_OF_MEMORY)
    except Exception as error:
        raise RenderFailed(repr(error)) from None
    finally:
        signal.alarm(0)
        gc.collect()


def picture_of(pdf: bytes, width: int = PICTURE_WIDTH) -> bytes:
    """Render the first page of a PDF as PNG with 256 colours."""
    from pypdfium2 import PdfDocument  # noqa: PLC0415  # not every worker needs it

    with PdfDocument(pdf) as document:
        page = document[0]
        drawn = page.render(scale=width / page.get_width()).to_pil()
    out = BytesIO()
    drawn.convert("RGB").quantize(method=BY_OCTREE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _load() -> None:
    try:
        from weasyprint.text.fonts import FontConfiguration  # noqa: PLC0415 - only workers load it
    except OSError:  # as ctypes and cffi say that a library is missing
        _tools.missing = LibrariesMissing(HOW_TO_INSTALL)
        return
    _tools.fonts = FontConfiguration()
    _written(PrintJob(html="<!doctype html><p>0 王 ★"))
    _tools.missing = None


def _written(job: PrintJob) -> bytes:
    from weasyprint import HTML, Attachment  # noqa: PLC0415  # loaded by start already

    to_be_kept: dict[str, Any] = {}
    if job.document:
        attachment = Attachment(
            string=job.document,
            name=job.document_name,
            description="scorepad/game",
            created=LONG_AGO,
            modified=LONG_AGO,
            relationship="Source",
        )
        to_be_kept = {"pdf_variant": "pdf/a-3a", "attachments": [attachment]}
    page = HTML(string=job.html, url_fetcher=_OwnFiles(job.drawings))
    written: bytes = page.write_pdf(
        zoom=job.zoom,
        font_config=_tools.fonts,
        pdf_tags=True,
        finisher=lambda _, pdf: _finish(pdf, zoom=job.zoom, copies=job.copies),
        **to_be_kept,
    )
    return written


class _OwnFiles:
    """A fetcher that returns our style sheets and drawings, and rejects all else.

    It derives from none of WeasyPrint's: no address in a name or a remark opens a
    socket or a file. Templates escape such text already; this is the second barrier.
    """

    _fail_on_errors = False  # WeasyPrint asks for it

    def __init__(self, drawings: Mapping[str, str]) -> None:
        self._drawings = drawings

    def __call__(self, url: str) -> Any:
        from weasyprint.urls import URLFetcherResponse  # noqa: PLC0415  # loaded by start already

        name = url.removeprefix("scorepad:")
        if name in self._drawings:
            content, kind = self._drawings[name].encode(), "image/svg+xml"
        elif name in STYLES:
            content, kind = STYLES[name].read_bytes(), "text/css"
        else:
            raise ValueError("a sheet may load its own files only")
        return URLFetcherResponse(url, content, {"Content-Type": kind})


def _finish(pdf: Any, *, zoom: float, copies: int) -> None:
    """Correct the output of WeasyPrint, and repeat all pages for *copies*."""
    leaves = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    heights = {leaf.reference: leaf["MediaBox"][3] for leaf in leaves}
    headers: list[Any] = []
    for each in pdf.objects:
        if isinstance(each, dict) and "A" in each:
            _mend(each, heights, zoom)
        if isinstance(each, dict) and each.get("S") == "/TD":
            found = each["A"]["Headers"]
            if found == headers[:1]:  # the second column of a header
                found[:] = headers
            headers = found
    if "Outlines" in pdf.catalog:  # a book: show its bookmarks
        pdf.catalog["PageMode"] = "/UseOutlines"
    if "AF" in pdf.catalog:  # WeasyPrint lists every attachment twice
        pdf.catalog["AF"][:] = dict.fromkeys(pdf.catalog["AF"])
    for leaf in leaves * (copies - 1):
        # Copies share the content. Only the first is in the structure for screen
        # readers.
        kept = {key: leaf[key] for key in leaf if key != "StructParents"}
        pdf.add_page(type(leaf)(kept))


def _mend(element: Any, heights: Mapping[bytes, float], zoom: float) -> None:
    if element.get("S") == "/Figure" and "Alt" not in element:
        element["S"] = "/NonStruct"
        del element["A"]
    if element.get("S") == "/TH":
        row = element["ID"].string.split("-")[1]
        element["A"]["Scope"] = "/Column" if row == "0" else "/Row"
    if element.get("S") == "/Figure":
        edges = (edge * PIXEL * zoom for edge in element["A"]["BBox"])
        left, top, right, bottom = edges
        height = heights[element["Pg"]]
        box = left, height - bottom, right, height - top
        element["A"]["BBox"][:] = (round(edge, 2) for edge in box)
