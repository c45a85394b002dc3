"""The headings of tables: which column holds what."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property
from itertools import product
from typing import NamedTuple

from scorepad.games.wizard.models import Deck
from scorepad.games.wizard.schedule import Trump
from scorepad.i18n.languages import LANGUAGES
from scorepad.i18n.terms import trump_name
from scorepad.imports.cells import (
    OF_A_PLAYER,
    day_of,
    is_month_first,
    meaning_of,
    whole,
    words_in,
)
from scorepad.imports.files import Table
from scorepad.imports.found import Document, FoundColumn, about

_LETTERS = {
    **dict.fromkeys("abv", "bid"),
    **dict.fromkeys("st", "tricks"),
    "p": "points",
    "g": "total",
}
"""What single letters after a name stand for: Ansage, bid, Vorhersage, Stiche …"""

_MOST_ROWS = 10  # in which a header is looked for
PAIR = re.compile(
    r"(\d{1,2})\s*/\s*([-\u2212]?\d{1,4})(?:\s*=\s*([-+\u2212]?\d{1,4}))?", re.ASCII
)
"""Two figures in a cell, perhaps with the points: bid and tricks, or bid and total."""

_FIGURE = re.compile(rf"=|{PAIR.pattern}$", re.ASCII)
"""A formula without a value, or a pair."""

_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
_NUMBERED = re.compile(r"(\D+)(\d{1,2})")
_PART = re.compile(r"[^\s:_()\[\]/,.–-]+")
_COLOURS = {
    Trump.BLUE: "blue blau bleu azul blu clubs kreuz ♣",
    Trump.GREEN: "green grün grun vert verde hearts herz ♥",
    Trump.RED: "red rot rouge rojo rosso diamonds karo ♦",
    Trump.YELLOW: "yellow gelb jaune amarillo giallo spades pik ♠",
    Trump.NONE: "none kein keine keiner aucun no -",
}


@cache
def _trumps() -> dict[str, Trump]:
    """Return all trumps by their names, those of Scorepad in all its languages too."""
    found = {word: trump for trump, said in _COLOURS.items() for word in said.split()}
    for language, deck, trump in product(LANGUAGES, Deck, Trump):
        found[trump_name(trump, language.tag, deck).casefold()] = trump
    return found


class Heading(NamedTuple):
    """What a column holds: a *meaning*, of one *player* in the wide layouts."""

    meaning: str
    player: str = ""

    def __str__(self) -> str:
        """Return it as text, such as ``round`` or ``bid:Ann``."""
        return f"{self.meaning}:{self.player}" if self.player else self.meaning


Columns = list[Heading | None]


@dataclass(frozen=True)
class Header:
    """The columns of a table, and the number of its first row of data.

    *title* is the text above the header, which may contain a date. *labels* are the
    cells of the header as they are.
    """

    columns: Columns
    rows: int
    title: str = ""
    labels: Sequence[str] = ()
    month_first: bool = False

    def columns_above(self, rows: Table) -> tuple[FoundColumn, ...]:
        """Return the columns with some cells of the *rows* below."""
        labels = [*self.labels, *[""] * len(self.columns)]
        return tuple(
            FoundColumn(labels[at], tuple(_cells(rows, at)[:3]), str(held or ""))
            for at, held in enumerate(self.columns)
        )

    def has(self, meaning: str, player: str = "") -> bool:
        """Return whether there is such a column."""
        return Heading(meaning, player) in self._places

    @cached_property
    def _places(self) -> Mapping[Heading | None, int]:
        return {each: at for at, each in reversed([*enumerate(self.columns)])}

    @cached_property
    def players(self) -> list[str]:
        """Return the names of the players in the header, in order.

        Where each row names them, they are seats such as ``#1``.
        """
        names = dict.fromkeys(each.player for each in self.columns if each)
        return [
            name
            for name in names
            if name and (name[0] != "#" or self.has("player", name))
        ]

    def day(self, row: Sequence[str]) -> date | None:
        """Return the date of a row."""
        return day_of(self.text(row, "date"), month_first=self.month_first)

    def text(self, row: Sequence[str], meaning: str, player: str = "") -> str:
        """Return the text of a row in a column, empty if there is none."""
        at = self._places.get(Heading(meaning, player), len(row))
        return row[at] if at < len(row) else ""

    def number(self, row: Sequence[str], meaning: str, player: str = "") -> int | None:
        """Return the whole number of a row in a column; a round may be "Round 1"."""
        text = self.text(row, meaning, player)
        if meaning == "round" and (found := _NUMBER.search(text)):
            return int(found[0])
        return whole(text)

    def trump(self, row: Sequence[str]) -> Trump | None:
        """Return the trump that a row names."""
        said = self.text(row, "trump").casefold()
        first = re.split(r"[/·\s]", said, maxsplit=1)[0]
        return _trumps().get(said) or _trumps().get(first)

    def occasion(self, row: Sequence[str]) -> Document:
        """Return the date, place and remark of a row, as keys of a document."""
        place = self.text(row, "place")
        return about(
            self.day(row) or day_of(self.title, month_first=self.month_first),
            self.number(row, "minutes"),
            place="" if place.isdigit() else place,  # a rank
            remark=self.text(row, "remark"),
        )


def header_of(table: Table, *, month_first: bool | None = None) -> Header | None:
    """Return the columns of a *table*, if a row looks like a header.

    Without a hint, English dates are American.
    """
    best: tuple[tuple[int, int], Header] | None = None
    for at in _rows_of_text(table):
        header, said = _header_at(table, at)
        known = len(header.columns) - header.columns.count(None)
        is_better = best is None or (said, known) > best[0]
        if known > 1 and is_better and not _names_nothing(header, table[at + 1 :]):
            best = (said, known), header
    return best and _with_dates(best[1], table, month_first)


def header_with(
    table: Table, holds: Sequence[str], *, month_first: bool | None = None
) -> Header:
    """Return the header of a *table* whose columns were chosen by hand."""
    parts = (each.partition(":") for each in holds)
    columns = [Heading(said, name) if said else None for said, _, name in parts]
    own = header_of(table)
    at = own.rows - 1 if own else next(_rows_of_text(table), -1)
    labels = table[at] if at >= 0 else ()
    width = len(table[max(at, 0)])
    columns = [*columns, *[None] * width][:width]
    header = Header(columns, at + 1, _title(table[: max(at, 0)]), labels)
    return _with_dates(header, table, month_first)


def _rows_of_text(table: Table) -> Iterator[int]:
    for at, row in enumerate(table[:_MOST_ROWS]):
        cells = [cell for cell in row if cell]
        numbers = any(whole(cell) is not None or day_of(cell) for cell in cells)
        if len(cells) > 1 and not numbers:
            yield at


def _title(rows: Table) -> str:
    return " ".join(cell for row in rows for cell in row if cell)


def _names_nothing(header: Header, rows: Table) -> bool:
    """Return whether no heading is a known word, and a column has words below.

    Its numbers are then hardly totals of players.
    """
    if any(each and each.meaning != "total" for each in header.columns):
        return False
    unnamed = (at for at, each in enumerate(header.columns) if each is None)
    texts = (_cells(rows, at) for at in unnamed)
    return any(cells and not any(map(day_of, cells)) for cells in texts)


def _with_dates(header: Header, table: Table, month_first: bool | None) -> Header:  # noqa: FBT001 - three values
    """Return a header that knows which number of its dates is the month."""
    labels = zip(header.columns, header.labels, strict=False)
    label = next((label for held, label in labels if held == Heading("date")), "")
    likely = "date" in words_in(label) if month_first is None else month_first
    texts = [header.text(row, "date") for row in table[header.rows :]]
    return replace(header, month_first=is_month_first(texts, likely=likely))


def _header_at(table: Table, at: int) -> tuple[Header, int]:
    """Return the header in a row, and how many of its columns words name."""
    row, rows = table[at], table[at + 1 :]
    above = [*(table[at - 1] if at else []), *[""] * len(row)][: len(row)]
    over = _over_columns(above)
    columns = [*map(_column, row, above, over)]
    if Heading("player") in columns:
        columns = [_column(cell) for cell in row]  # what is above is a title
    columns = _with_made(_with_letters(columns, row))
    said = len(columns) - columns.count(None)
    columns = _with_names(columns, row, rows)
    return Header(columns, at + 1, _title(table[:at]), row), said


def _over_columns(row: Sequence[str]) -> list[str]:
    """Return the cells of a row above the header, each over all its columns.

    Only several names, or several meanings, are no title.
    """
    names = {cell for cell in row if cell and meaning_of(cell) is None}
    meanings = {*map(meaning_of, filter(None, row))} & {*OF_A_PLAYER, "made"}
    if len(names) < 2 and len(meanings) < 2:  # noqa: PLR2004 - one is a title
        return [""] * len(row)
    over = ""
    return [over := cell or over for cell in row]


def _column(cell: str, above: str = "", over: str = "") -> Heading | None:
    """Return what a header cell says, perhaps below a name or a meaning."""
    meaning, other = meaning_of(cell or above), meaning_of(over)
    if meaning:
        return (None if other else _under(over, meaning)) or Heading(meaning)
    numbered = _NUMBERED.fullmatch(cell)
    if numbered and (meaning := meaning_of(numbered[1])) in {"player", *OF_A_PLAYER}:
        return Heading(meaning or "", f"#{numbered[2]}")
    return _of_player(cell) or _under(cell, other)


def _of_player(cell: str) -> Heading | None:
    """Return the player and the meaning in a heading such as ``Ann (bid)``."""
    spans = [part.span() for part in _PART.finditer(cell)]
    for cut in range(1, len(spans)):
        after, before = spans[cut][0], spans[-cut][0]
        for known, name in (
            (cell[after:], cell[: spans[cut - 1][1]]),
            (cell[:before], cell[before : spans[-1][1]]),
        ):
            if found := _under(re.sub("['’]s$", "", name), meaning_of(known)):
                return found
    return None


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


def _with_made(columns: Columns) -> Columns:
    """Take what was made for tricks, if bids are there and tricks are not."""
    meanings = {each.meaning for each in columns if each}
    is_tricks = "bid" in meanings and "tricks" not in meanings
    made, tricks = Heading("made"), Heading("tricks")
    return [tricks if is_tricks and each == made else each for each in columns]


def _with_names(columns: Columns, row: Sequence[str], rows: Table) -> Columns:
    """Add the columns that are headed by a name alone, with numbers below."""
    figures = [_is_figures(rows, at) for at in range(len(row))]
    found = [
        None if each and each.meaning == "player" and each.player and number else each
        for each, number in zip(columns, figures, strict=True)  # "Player 1" is a name
    ]
    if Heading("date") not in found:
        days = (at for at, each in enumerate(found) if not each and _is_days(rows, at))
        if (day := next(days, None)) is not None:
            found[day] = Heading("date")
    if any(each and (each.player or each.meaning == "player") for each in found):
        return found
    if not row[0] and [whole(line[0]) for line in rows[:2] if line] == [1, 2]:
        found[0] = Heading("round")
    return _with_figures(found, row, figures)


def _with_figures(
    columns: Columns, row: Sequence[str], figures: Sequence[bool]
) -> Columns:
    """Add the columns of *figures*, by how many each name has."""
    found, name = [*columns], ""
    under: dict[str, list[int]] = {}
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
