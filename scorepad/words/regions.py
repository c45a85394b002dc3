"""What readers in different parts of the world are used to."""

from scorepad.words.languages import LONGEST_HEADER

_LETTER = frozenset(
    {"BZ", "CA", "CL", "CO", "CR", "DO", "GT", "MX", "NI", "PA", "PH", "PR"}
    | {"SV", "US", "VE"}
)
"""Where printers hold Letter paper (CLDR), and not A4 as everywhere else."""


def uses_letter(header: str | None) -> bool:
    """Whether a reader's printer holds Letter paper, by their ``Accept-Language``.

    >>> [uses_letter(header) for header in ("en-US,en;q=0.9", "de-AT,en-US", "en")]
    [True, False, False]
    """
    for part in (header or "")[:LONGEST_HEADER].split(","):
        _, _, region = part.partition(";")[0].strip().rpartition("-")
        if len(region) == 2:  # noqa: PLR2004 - as in en-US; scripts have four letters
            return region.upper() in _LETTER
    return False
