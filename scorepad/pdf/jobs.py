"""What a worker renders, within which limits, and why there may be no PDF.

Errors can be pickled, since workers raise them.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

PICTURE_WIDTH = 900
"""Pixels: enough to read the small words of a whole page on a screen."""
PICTURE_COLOURS = 64
"""Enough for ink on paper, and small."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one job may cost: wall-clock *seconds*, and *megabytes* of address space."""

    seconds: float = 10.0
    megabytes: int = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """A page of HTML and what goes with it.

    *drawings* are SVG files by name; the page loads them like ``scorepad:ink-0.svg``.
    *document* is the text of a game document to attach as *document_name*; with one the
    PDF is made to be kept (PDF/A-3a). All of it is drawn larger or smaller by *zoom*.
    Every page is there *copies* times. A picture of the first one is *picture_width*
    pixels wide and has *picture_colours* at most.
    """

    html: str
    drawings: Mapping[str, str] = field(default_factory=dict)
    document: str | None = None
    document_name: str = "game.json"
    zoom: float = 1.0
    copies: int = 1
    picture_width: int = PICTURE_WIDTH
    picture_colours: int = PICTURE_COLOURS

    @property
    def content(self) -> str:
        """Everything that shapes the result, as one text."""
        return json.dumps(asdict(self), ensure_ascii=False)


class RenderError(Exception):
    """A page that did not become a PDF; nothing else was harmed."""


class RenderFailed(RenderError):  # noqa: N818 - says what happened
    """Rendering took too long or too much memory, or the page cannot be laid out."""


class RendererBusy(RenderError):  # noqa: N818 - says what happened
    """All workers are busy and enough others wait; try again in a moment."""


class RendererUnavailable(RenderError):  # noqa: N818 - says what happened
    """Workers cannot start here; the message says what is missing."""
