"""Why a sheet was not printed."""


class NotPrintedError(Exception):
    """A sheet that did not become a PDF; nothing else was harmed."""


class SheetTooHard(NotPrintedError):  # noqa: N818 - says what happened
    """Printing took too long, too much memory, or failed; the process was stopped."""


class SheetsBusy(NotPrintedError):  # noqa: N818 - says what happened
    """All workers are printing; try again in a moment."""


class SheetsUnavailable(NotPrintedError):  # noqa: N818 - says what happened
    """The printing process cannot start here; the message says what is missing."""
