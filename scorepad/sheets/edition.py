"""The edition of our paper: changes with everything that shapes a page."""

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_SHAPING = ("rules", "stats", "sheets", "words")
_SUFFIXES = frozenset((".py", ".mo", ".html", ".svg", ".css", ".ttf", ".otf", ".conf"))


@cache
def edition_of(*folders: Path) -> str:
    """A name for how sheets look: of our code, and the files in these *folders*.

    Fonts are told by name and size, all others by what is in them.
    """
    told = sha256(version("weasyprint").encode())
    for file in _files((*(_PACKAGE / room for room in _SHAPING), *folders)):
        told.update(file.name.encode())
        is_font = file.suffix in {".ttf", ".otf"}
        told.update(str(file.stat().st_size).encode() if is_font else file.read_bytes())
    return told.hexdigest()


def _files(folders: tuple[Path, ...]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(
            file for file in folder.rglob("*") if file.suffix in _SUFFIXES
        )
