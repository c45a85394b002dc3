"""One line of Scorepad that is broken, and how."""

from typing import NamedTuple


class Mutant(NamedTuple):
    """One line of Scorepad, *old* as it is and *new* as it must not be."""

    row: str
    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def broken(self, whole: str) -> str:
        """The text of its file with the fault.

        :raises ValueError: the line is not there, or there twice.
        """
        if whole.count(self.old) != 1:
            raise ValueError(f"{self.file}: {self.old!r} is not there once")
        return whole.replace(self.old, self.new)
