"""Everything that the page of a blank sheet says and draws."""

from typing import Any

from scorepad.rules.wizard.tricks import FOUR_SUITS
from scorepad.sheets.blank.foot import Words
from scorepad.sheets.blank.grid import boxes_of, dealers_of, strokes_of
from scorepad.sheets.blank.layout import BlankLayout, blank_layout
from scorepad.sheets.blank.ruling import Line, ruling_of
from scorepad.sheets.blank.wanted import Blank
from scorepad.sheets.cutting import cut_marks
from scorepad.sheets.lettering import ems
from scorepad.sheets.room import MM_PER_POINT
from scorepad.sheets.strokes import Pen, path_of
from scorepad.sheets.suits import SUITS_OF
from scorepad.words.terms import trump_name
from scorepad.words.translations import msgid, translations

SCORING = msgid(
    "Bid met: 20 points, and 10 more for each trick."
    " Missed: −10 for each trick too many or too few."
)
SMALLER = 0.68
"""Words that would have to be even smaller are left away."""

BOMB = msgid("Bomb: tricks that nobody gets.")
CLOUD = msgid("Cloud: whose bid changed, and by +1 or −1.")

CODE = msgid("The code opens a page to type this sheet in.")


def layout_in(blank: Blank, language: str) -> BlankLayout:
    """How a blank sheet lies on its paper in a *language*."""
    return blank_layout(blank, _words(blank, language))


def page_values(blank: Blank, language: str) -> dict[str, Any]:
    """What the template of blank sheets needs."""
    words = _words(blank, language)
    layout = blank_layout(blank, words)
    ruling = ruling_of(blank)
    return {
        "blank": blank,
        "ruling": ruling,
        "layout": layout,
        "room": layout.room,
        "words": words,
        "suits": FOUR_SUITS,
        "deck": blank.deck,
        "suit_shapes": SUITS_OF[blank.deck],
        "size_within": _size_within,
        "pages": layout.pages(blank.copies) // len(layout.parts),
        "parts": [_part(blank, layout, ruling.lines[part]) for part in layout.parts],
        "cuts": path_of(cut_marks(layout.page, layout.per_page), Pen.HAIR),
    }


def _part(blank: Blank, layout: BlankLayout, lines: tuple[Line, ...]) -> dict[str, Any]:
    strokes = strokes_of(layout, lines)
    return {
        "lines": lines,
        "is_first": lines[0].number == 1,
        "is_last": lines[-1].number == layout.parts[-1].stop,
        "paths": {pen: path_of(strokes, pen) for pen in Pen},
        "boxes": tuple(boxes_of(layout, lines)),
        "dealers": tuple(dealers_of(layout, lines, blank)),
    }


def _size_within(width: float, largest: float, *lines: str) -> float:
    """The size in points at which *lines* stay in a width; 0 where none does."""
    widest = max(map(ems, lines)) * MM_PER_POINT
    size = min(largest, width / widest)
    return round(size, 1) if size >= largest * SMALLER else 0.0


def _words(blank: Blank, language: str) -> Words:
    say = translations(language).gettext
    extras = [BOMB] * blank.bomb + [CLOUD] * blank.cloud
    return Words(
        suits=tuple(trump_name(suit, language, blank.deck) for suit in FOUR_SUITS),
        reminder=(say(SCORING), *([" ".join(map(say, extras))] if extras else ())),
        code=say(CODE),
    )
