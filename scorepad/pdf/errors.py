"""Why there is no PDF. Every one of them can be pickled, since workers raise them."""


class RenderError(Exception):
    """A page that did not become a PDF; nothing else was harmed."""


class RenderFailed(RenderError):  # noqa: N818 - says what happened
    """Rendering took too long or too much memory, or the page cannot be laid out."""


class RendererBusy(RenderError):  # noqa: N818 - says what happened
    """All workers are busy and enough others wait; try again in a moment."""


class RendererUnavailable(RenderError):  # noqa: N818 - says what happened
    """Workers cannot start here; the message says what is missing."""
