"""How a book is put together: parts in order, and bookmarks that lead to them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

LINK = "scorepad:part/"
"""Links between parts are written like this, and become real ones in the binding."""


@dataclass(frozen=True, slots=True)
class BoundPart:
    """Printed pages in a *file*; links and bookmarks lead to its *name*.

    Page numbers end *number_right* points from the right edge, where its text does.
    """

    name: str
    file: str
    pages: int
    number_right: float = 36.0


@dataclass(frozen=True, slots=True)
class Bookmark:
    """A line of the outline that viewers show beside the pages."""

    title: str
    target: str
    under: tuple["Bookmark", ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Everything the binding needs.

    *digits* is a printed page with the digits 0 to 9: page numbers take their font
    from there. They are written on all pages but the first, *number_top* points below
    the upper edge, and lead to the part *back_to*.
    """

    title: str
    language: str
    parts: tuple[BoundPart, ...]
    bookmarks: tuple[Bookmark, ...]
    digits: str
    back_to: str
    number_top: float

    def packed(self) -> str:
        """The plan as it is given to the binding process."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def unpacked(cls, text: str) -> "Plan":
        """The plan that was packed into *text*."""
        told = json.loads(text)
        parts = tuple(BoundPart(**part) for part in told.pop("parts"))
        bookmarks = tuple(map(_bookmark, told.pop("bookmarks")))
        return cls(parts=parts, bookmarks=bookmarks, **told)


def _bookmark(told: Mapping[str, Any]) -> Bookmark:
    under = tuple(map(_bookmark, told["under"]))
    return Bookmark(told["title"], told["target"], under)


def first_pages(parts: Sequence[BoundPart], *, first: int = 1) -> dict[str, int]:
    """The page on which every part begins, where the first of them is *first*.

    >>> first_pages([BoundPart("title", "", 1), BoundPart("games", "", 2)])
    {'title': 1, 'games': 2}
    """
    found: dict[str, int] = {}
    for part in parts:
        found[part.name] = first
        first += part.pages
    return found
