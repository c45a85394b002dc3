"""How far a long command is: a bar on a terminal, a line now and then elsewhere."""

import sys
from typing import TextIO

WIDTH = 40
LINE_EVERY = 1000


class Progress:
    """So many of so many *things*, told on standard error."""

    def __init__(self, things: str, out: TextIO | None = None) -> None:
        """Nothing is shown before something is done."""
        self._things = things
        self._out = out or sys.stderr
        self._done = 0
        self._drawn = ""

    def show(self, done: int, whole: int) -> None:
        """Tell that so many are *done*, of the *whole*."""
        words = f"{done} of {whole} {self._things}"
        if self._out.isatty():
            self._draw(f"{_bar(done, whole)} {words}")
        elif done // LINE_EVERY > self._done // LINE_EVERY:
            print(words, file=self._out, flush=True)
        self._done = done

    def advance(self, more: int) -> None:
        """Tell that some *more* are done, of nobody knows how many."""
        done = self._done + more
        words = f"{done} {self._things}"
        if self._out.isatty():
            self._draw(words)
        elif done // LINE_EVERY > self._done // LINE_EVERY:
            print(words, file=self._out, flush=True)
        self._done = done

    def end(self) -> None:
        """Leave the last line as it is."""
        if self._drawn:
            print(file=self._out, flush=True)
        self._drawn = ""

    def _draw(self, line: str) -> None:
        print(f"\r{line:<{len(self._drawn)}}", end="", file=self._out, flush=True)
        self._drawn = line


def _bar(done: int, whole: int) -> str:
    """A bar that is as full as the work is done.

    >>> _bar(1, 4)
    '[##########..............................]'
    """
    full = WIDTH * done // whole if whole else WIDTH
    return f"[{'#' * full}{'.' * (WIDTH - full)}]"
