"""What the press is given to print."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from scorepad.sheets.press.picture import COLOURS, WIDTH


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintJob:
    """A page of HTML and what goes with it.

    *drawings* are SVG files by name; the page loads them like ``scorepad:ink-0.svg``.
    *document* is the text of a game document to attach as *document_name*; with one the
    PDF is made to be kept (PDF/A-3a). All of it is drawn larger or smaller by *zoom*.
    A picture of it is *picture_width* pixels wide and has *picture_colours* at most.
    """

    html: str
    drawings: Mapping[str, str] = field(default_factory=dict)
    document: str | None = None
    document_name: str = "game.json"
    zoom: float = 1.0
    picture_width: int = WIDTH
    picture_colours: int = COLOURS

    def packed(self) -> bytes:
        """The job as it is sent to a worker."""
        return json.dumps(asdict(self), ensure_ascii=False).encode()

    @classmethod
    def unpacked(cls, body: bytes) -> "PrintJob":
        """The job that was packed into *body*."""
        return cls(**json.loads(body))
