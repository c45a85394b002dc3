"""Print jobs, their limits, and errors.

Errors can be pickled, since workers raise them.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FONTS, STYLES = ROOT / "static" / "fonts", ROOT / "templates" / "sheets"

SCHEME = "scorepad"
"""The scheme of the addresses of style sheets and drawings."""

PICTURE_WIDTH = 900
"""Pixels: enough to read small text of a whole page on a screen."""
PICTURE_COLOURS = 64
"""Enough for ink on paper, in a small file."""


class Limits(NamedTuple):
    """Limits of a job: wall-clock *seconds*, and *megabytes* of address space."""

    seconds: float = 10.0
    megabytes: int = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """A page of HTML with its files and options.

    *styles* are style sheets that a worker parses once. *drawings* are SVG files by
    name, loaded like ``scorepad:ink-0.svg``. *document* is a game document to attach as
    *document_name*, which makes the PDF a PDF/A-3a. *zoom* scales everything; *copies*
    repeats every page. A picture of the first page is *picture_width* pixels wide, with
    at most *picture_colours*.
    """

    html: str
    styles: tuple[str, ...] = ()
    drawings: Mapping[str, str] = field(default_factory=dict)
    document: str | None = None
    document_name: str = "game.json"
    zoom: float = 1.0
    copies: int = 1
    picture_width: int = PICTURE_WIDTH
    picture_colours: int = PICTURE_COLOURS

    @property
    def content(self) -> str:
        """Return everything that affects the result, as one text."""
        return json.dumps(asdict(self), ensure_ascii=False)


class RenderError(Exception):
    """A page could not be rendered."""


class RenderFailed(RenderError):  # noqa: N818 - says what happened
    """Rendering exceeded its time or memory, or the page cannot be laid out."""


class RendererBusy(RenderError):  # noqa: N818 - says what happened
    """All workers are busy and the queue is full; retry in a moment."""


class RendererUnavailable(RenderError):  # noqa: N818 - says what happened
    """Workers cannot start; the message says what is missing."""
