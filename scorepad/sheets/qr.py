"""QR codes for paper."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

MOST_MODULES = 57
"""A phone reads no more from a small code on cheap paper (version 10)."""


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code as the outline of its dark modules, one unit each, without margin."""

    text: str
    modules: int
    path: str


def code_for(texts: Sequence[str]) -> Code | None:
    """The code of the first of *texts* that is not too dense; ``None``: all are."""
    import segno  # noqa: PLC0415 - only some pages have a code

    for text in texts:
        with suppress(segno.DataOverflowError):  # more than any code can hold
            matrix = segno.make(text, micro=False, error="m", boost_error=False).matrix
            if len(matrix) <= MOST_MODULES:
                return Code(text, len(matrix), "".join(_runs(matrix)))
    return None


def _runs(matrix: Sequence[bytearray]) -> Iterator[str]:
    for y, row in enumerate(matrix):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                yield f"M{x} {y}h{length}v1h-{length}z"
            x += length
