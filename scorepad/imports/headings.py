"""The headings of tables: which column holds what."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scorepad.imports.cells import OF_A_PLAYER, day_of, meaning_of, whole
from scorepad.imports.files import Table
from scorepad.imports.found import FoundColumn

_LETTERS = {**dict.fromkeys("abv", "bid"), **dict.fromkeys("st", "tricks")}
_LETTERS |= {"p": "points", "g": "total"}
"""What single letters after a name stand for: Ansage, bid, Vorhersage, Stiche …"""

_MOST_ROWS = 10  # in which a header is looked for
PAIR = re.compile(
    r"(\d{1,2})\s*/\s*([-\u2212]?\d{1,4})(?:\s*=\s*([-+\u2212]?\d{1,4}))?", re.ASCII
)
"""Two figures in a cell, perhaps with the points: bid and tricks, or bid and total."""

_FIGURE = re.compile(rf"=|{PAIR.pattern}$", re.ASCII)
"""A formula without a value, or a pair."""

_NUMBERED = re.compile(r"(\D+)(\d{1,2})")
_PART = re.compile(r"[^\s:_()\[\]/,.–-]+")


class Heading(NamedTuple):
    """What a column holds: a *meaning*, of one *player* in the wide layouts."""

    meaning: str
    player: str = ""

    def __str__(self) -> str:
        """Return it as text, such as ``round`` or ``bid:Ann``."""
        return f"{self.meaning}:{self.player}" if self.player else self.meaning


Columns = list[Heading | None]


@dataclass
class Block:
    """The columns of a table, and the rows below its header.

    *title* is the text above the header, which may contain a date. *labels* are the
    cells of the header as they are.
    """

    columns: Columns
    labels: list[str]
    rows: Table
    title: str

    @property
    def found_columns(self) -> tuple[FoundColumn, ...]:
        """Return the columns with some of their cells."""
        headings = zip(self.labels, self.columns, strict=True)
        return tuple(
            FoundColumn(label, tuple(_cells(self.rows, at)[:3]), str(heading or ""))
            for at, (label, heading) in enumerate(headings)
        )

    def choose(self, holds: Sequence[str]) -> None:
        """Set what the columns hold, as texts such as ``bid:Ann``."""
        parts = (each.partition(":") for each in holds)
        columns = [Heading(said, name) if said else None for said, _, name in parts]
        self.columns = [*columns, *[None] * len(self.labels)][: len(self.labels)]

    def column(self, meaning: str) -> list[str]:
        """Return the label and the cells of a column, one empty text without it."""
        if not self.has(meaning):
            return [""]
        at = self.columns.index(Heading(meaning))
        return [self.labels[at], *_cells(self.rows, at)]

    def has(self, meaning: str, player: str = "") -> bool:
        """Return whether there is such a column."""
        return Heading(meaning, player) in self.columns

    @property
    def seats(self) -> list[str]:
        """Return the names of the players in the header, in order.

        Where each row names them, they are seats such as ``#1``.
        """
        names = dict.fromkeys(each.player for each in self.columns if each)
        return [
            name
            for name in names
            if name and (name[0] != "#" or self.has("player", name))
        ]


def block_of(table: Table) -> Block | None:
    """Return the columns of a *table* and its rows, if a row looks like a header."""
    found = []
    for at in _rows_of_text(table):
        columns = _named_columns(table, at)
        named = len(columns) - columns.count(None)
        columns = _with_names(columns, table[at], table[at + 1 :])
        known = len(columns) - columns.count(None)
        block = Block(columns, table[at], table[at + 1 :], text_in(table[:at]))
        if known > 1 and not _names_nothing(block):
            found.append((named, known, block))
    return max(found, key=lambda each: each[:2], default=(0, 0, None))[2]


def unknown_block(table: Table) -> Block:
    """Return a *table* of which no column is known, with what may be its header."""
    at = next(_rows_of_text(table), -1)
    labels = table[at] if at >= 0 else [""] * len(table[0])
    return Block(
        [None] * len(labels), labels, table[at + 1 :], text_in(table[: max(at, 0)])
    )


def text_in(rows: Table) -> str:
    """Return all text in some rows."""
    return " ".join(cell for row in rows for cell in row if cell)


def _rows_of_text(table: Table) -> Iterator[int]:
    for at, row in enumerate(table[:_MOST_ROWS]):
        cells = [cell for cell in row if cell]
        numbers = any(whole(cell) is not None or day_of(cell) for cell in cells)
        if len(cells) > 1 and not numbers:
            yield at


def _names_nothing(block: Block) -> bool:
    """Return whether no word of the header is known, with words below: no totals."""
    if any(each and each.meaning != "total" for each in block.columns):
        return False
    unnamed = (at for at, each in enumerate(block.columns) if each is None)
    texts = (_cells(block.rows, at) for at in unnamed)
    return any(cells and not any(map(day_of, cells)) for cells in texts)


def _named_columns(table: Table, at: int) -> Columns:
    """Return the columns that the words in a row name, and those in the row above."""
    row = table[at]
    above = [*(table[at - 1] if at else []), *[""] * len(row)][: len(row)]
    names = {cell for cell in above if cell and meaning_of(cell) is None}
    meanings = {*map(meaning_of, filter(None, above))} & {*OF_A_PLAYER, "made"}
    last, over = "", [""] * len(row)
    if len(names) > 1 or len(meanings) > 1:  # one is a title
        for place, cell in enumerate(above):  # each is over all its columns
            over[place] = last = cell or last
    columns = [*map(_column, row, above, over)]
    if Heading("player") in columns:
        columns = [_column(cell) for cell in row]  # what is above is a title
    columns = _with_letters(columns, row)
    has_bids = any(each and each.meaning == "bid" for each in columns)
    if has_bids and not any(each and each.meaning == "tricks" for each in columns):
        made, tricks = Heading("made"), Heading("tricks")
        columns = [tricks if each == made else each for each in columns]
    return columns


def _column(cell: str, above: str = "", over: str = "") -> Heading | None:
    """Return what a header cell says, perhaps below a name or a meaning."""
    meaning, other = meaning_of(cell or above), meaning_of(over)
    if meaning:
        return (None if other else _under(over, meaning)) or Heading(meaning)
    numbered = _NUMBERED.fullmatch(cell)
    if numbered and (meaning := meaning_of(numbered[1])) in {"player", *OF_A_PLAYER}:
        return Heading(meaning or "", f"#{numbered[2]}")
    spans = [part.span() for part in _PART.finditer(cell)]
    for cut in range(1, len(spans)):  # in two, such as "Ann (bid)" or "Bid of Ann"
        after, before = spans[cut][0], spans[-cut][0]
        for known, name in (
            (cell[after:], cell[: spans[cut - 1][1]]),
            (cell[:before], cell[before : spans[-1][1]]),
        ):
            if found := _under(re.sub("['’]s$", "", name), meaning_of(known)):
                return found
    return _under(cell, other)


def _under(name: str, meaning: str | None) -> Heading | None:
    """Return what a column of a player holds; what was made are tricks."""
    if name and meaning in {*OF_A_PLAYER, "made"}:
        return Heading("tricks" if meaning == "made" else str(meaning), name)
    return None


def _with_letters(columns: Columns, row: Sequence[str]) -> Columns:
    """Add columns such as ``Ann A`` and ``Ann P``, if several players have them."""
    found: dict[int, Heading] = {}
    for at, cell in enumerate(row):
        name, _, letter = re.sub(r"[\s_.:-]+", " ", cell).rpartition(" ")
        if columns[at] is None and name and letter.casefold() in _LETTERS:
            found[at] = Heading(_LETTERS[letter.casefold()], name)
    several = len({each.player for each in found.values()}) > 1
    return [found.get(at, c) if several else c for at, c in enumerate(columns)]


def _with_names(columns: Columns, row: Sequence[str], rows: Table) -> Columns:
    """Add the columns that are headed by a name alone, with numbers below."""
    figures = [_is_figures(rows, at) for at in range(len(row))]
    found = [
        None if each and each.meaning == "player" and each.player and number else each
        for each, number in zip(columns, figures, strict=True)  # "Player 1" is a name
    ]
    days = [at for at, each in enumerate(found) if not each and _is_days(rows, at)]
    if days and Heading("date") not in found:
        found[days[0]] = Heading("date")
    if any(each and (each.player or each.meaning == "player") for each in found):
        return found
    if not row[0] and [whole(line[0]) for line in rows[:2] if line] == [1, 2]:
        found[0] = Heading("round")
    name, under = "", dict[str, list[int]]()
    for at, cell in enumerate(row):
        name = cell if cell or found[at] else name
        if found[at] is None and name and figures[at]:
            under.setdefault(name, []).append(at)
    same = len(under) > 1 and len({*map(len, under.values())}) == 1
    for name, places in under.items():
        meanings = _UNDER_NAMES.get(len(places), ()) if same else ("total",)
        for at, meaning in zip(places, meanings, strict=False):
            found[at] = Heading(meaning, name)
    return found


_UNDER_NAMES = {1: ("total",), 2: ("bid", "total"), 3: ("bid", "tricks", "points")}
"""What one, two or three columns below each name hold."""


def _cells(rows: Table, at: int) -> list[str]:
    """Return what is written in a column."""
    return [row[at] for row in rows if at < len(row) and row[at]]


def _is_days(rows: Table, at: int) -> bool:
    cells = _cells(rows, at)
    return bool(cells) and all(map(day_of, cells)) and not all(map(str.isdigit, cells))


def _is_figures(rows: Table, at: int) -> bool:
    cells = _cells(rows, at)
    numbers = [c for c in cells if whole(c) is not None or _FIGURE.match(c)]
    return bool(numbers) and len(numbers) * 2 >= len(cells)
