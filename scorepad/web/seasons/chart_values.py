"""What a line chart says where it is touched: every name with its number there."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorepad.stats.chart import Chart

ISOLATED = "\N{FIRST STRONG ISOLATE}%s\N{POP DIRECTIONAL ISOLATE}"


@dataclass(frozen=True, slots=True)
class Band:
    """An upright part of the chart, as wide as one step, and what stands in it."""

    left: float
    width: float
    text: str


def bands_of(
    chart: Chart,
    rows: Sequence[Sequence[str | None]],
    names: Sequence[str],
    *,
    heads: Sequence[str] = (),
) -> tuple[Band, ...]:
    """One band for each of *rows*, whose numbers are written already.

    The last row is at the right edge of the *chart*; what is before the first one is no
    band. *heads* say which row it is.
    """
    box = chart.box
    span = box.width - box.left - box.right
    corners = max((len(line.corners) for line in chart.lines), default=0)
    step = span / max(corners - 1, 1)
    right = box.width - box.right
    ahead = [f"{head}: " for head in heads] or [""] * len(rows)
    return tuple(
        Band(
            left=round(right - step * (len(rows) - place - 0.5), 1),
            width=round(step, 1),
            text=ahead[place] + _said(names, row),
        )
        for place, row in enumerate(rows)
    )


def _said(names: Sequence[str], row: Sequence[str | None]) -> str:
    pairs = zip(names, row, strict=True)
    return ", ".join(
        f"{ISOLATED % name} {number}" for name, number in pairs if number is not None
    )
