"""Measure everything, print the table, fail where a figure does not hold."""

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench import books, printing, saving, seasons, stacks, starting, tapping
from bench.clock import Figure

LINE = "{:<20}{:>10}   {:<22}{:>10}{:>9}{:>9}"


def main() -> int:
    print(LINE.format("", "ms", "floor", "ms", "ratio", "most"))
    held = [show(figure) for figure in all_figures()]
    print("All figures hold." if all(held) else "Some figures do not hold.")
    return 0 if all(held) else 1


def all_figures() -> Iterator[Figure]:
    for part in (saving, seasons, printing, stacks, books, starting, tapping):
        with tempfile.TemporaryDirectory() as folder:
            yield from part.figures(Path(folder))


def show(figure: Figure) -> bool:
    ms, floor = f"{figure.seconds * 1000:.1f}", f"{figure.floor * 1000:.1f}"
    ratio, most = f"{figure.ratio:.1f}", f"{figure.most:.1f}"
    words = (figure.what, ms, figure.floor_of, floor, ratio, most)
    print(LINE.format(*words), "" if figure.holds else "  <-- too slow", flush=True)
    return figure.holds


if __name__ == "__main__":
    sys.exit(main())
