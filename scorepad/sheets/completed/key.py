"""The key of a completed sheet: what the signs that are on it mean."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from scorepad.rules.wizard.game import Trump
from scorepad.sheets.completed.record import Mark, Record
from scorepad.sheets.lettering import mm_of
from scorepad.words.terms import trump_name
from scorepad.words.translations import msgid, translations

KEY_SIZE = 7.5
KEY_LINE = 4.4
DRAWN = 3.6
"""Width of a sign that is drawn and not written."""
AFTER_SIGN, AFTER_SUIT = 1.4, 1.0
BETWEEN = 5.0

SIGNS: dict[Mark, str] = {
    Mark.MET: "2",
    Mark.MISSED: "2 ×1",
    Mark.UNKNOWN: "?",
    Mark.DEALER: "•",
    Mark.BID_CHANGED: "2→3",
    Mark.LATE_BID: "2°",
    Mark.BIDS_EVEN: "=",
    Mark.TRICKS_SUM: "≠",
    Mark.TOTAL_MISMATCH: "Σ",
    Mark.VOID: "∅1",
    Mark.ADJUSTED: "*",
    Mark.STARTED: "↦40",
    Mark.ABSENT: "–",
}
MEANINGS: dict[Mark, str] = {
    Mark.MET: msgid("bid met"),
    Mark.MISSED: msgid("bid 2, took 1"),
    Mark.UNKNOWN: msgid("tricks not known"),
    Mark.DEALER: msgid("dealer"),
    Mark.BID_CHANGED: msgid("bid changed after bidding"),
    Mark.LATE_BID: msgid("hidden bid noted late"),
    Mark.BIDS_EVEN: msgid("bids add up to the cards, in spite of ±1"),
    Mark.TRICKS_SUM: msgid("tricks do not add up to the cards"),
    Mark.TOTAL_MISMATCH: msgid("added wrong on the old sheet"),
    Mark.VOID: msgid("1 trick nobody got"),
    Mark.ADJUSTED: msgid("points besides the rounds"),
    Mark.STARTED: msgid("joined later, began with 40"),
    Mark.ABSENT: msgid("not at the table"),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One sign with its meaning; it stands *left* millimetres from the line's start.

    A *trump* is drawn, and so is the ring around the sign of a bid that was met.
    """

    sign: str
    meaning: str
    trump: Trump | None = None
    is_drawn: bool = False
    left: float = 0.0

    @property
    def sign_width(self) -> float:
        """Room for the sign."""
        if self.trump or self.is_drawn:
            return DRAWN
        return mm_of(self.sign, KEY_SIZE, bold=True)

    @property
    def width(self) -> float:
        """Room for the sign, the meaning and the space before the next entry."""
        meaning = mm_of(self.meaning, KEY_SIZE)
        after = AFTER_SIGN if self.sign else AFTER_SUIT
        return round(self.sign_width + after + meaning + BETWEEN, 2)


def key_of(
    record: Record, language: str, width: float
) -> tuple[tuple[Entry, ...], ...]:
    """The lines of the key in *width* millimetres: only signs that are on the sheet.

    The suits begin a line of their own where that takes no further one.
    """
    entries = tuple(_entries(record, language))
    marks = tuple(each for each in entries if not each.trump)
    suits = tuple(each for each in entries if each.trump)
    together, apart = _set(entries, width), (*_set(marks, width), *_set(suits, width))
    return apart if len(apart) == len(together) else together


def _set(entries: Iterable[Entry], width: float) -> tuple[tuple[Entry, ...], ...]:
    lines: list[list[Entry]] = []
    left = width
    for entry in entries:
        if left + entry.width - BETWEEN > width:
            lines.append([])
            left = 0.0
        lines[-1].append(replace(entry, left=round(left, 2)))
        left += entry.width
    return tuple(tuple(line) for line in lines)


def _entries(record: Record, language: str) -> Iterator[Entry]:
    say = translations(language).gettext
    for mark in record.marks:
        drawn = mark is Mark.MET
        yield Entry(SIGNS[mark], say(MEANINGS[mark]), is_drawn=drawn)
    for trump in record.trumps:
        sign = "–" if trump is Trump.NONE else ""
        yield Entry(sign, trump_name(trump, language, record.deck), trump=trump)
