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
from scorepad.imports.files import FoundColumn, Table
from scorepad.imports.games import Document, about

_MOST_ROWS = 10  # in which a header is looked for
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
class Block:
    """Rows of a table, and what its *columns* hold; *labels* are the cells above them.

    *title* is the text above all, which may contain a date. So many columns are *named*
    by known words.
    """

    columns: Columns
    labels: Sequence[str]
    rows: Table
    title: str = ""
    named: int = 0
    month_first: bool = False

    @property
    def known(self) -> int:
        """Return how many columns hold something known."""
        return len(self.columns) - self.columns.count(None)

    @property
    def found(self) -> tuple[FoundColumn, ...]:
        """Return the columns with some of their cells."""
        labels = [*self.labels, *[""] * len(self.columns)]
        return tuple(
            FoundColumn(labels[at], tuple(_cells(self.rows, at)[:3]), str(held or ""))
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

    def trump(self, row: Sequence[str]) -> str | None:
        """Return the trump that a row names."""
        said = self.text(row, "trump").casefold()
        first = re.split(r"[/·\s]", said, maxsplit=1)[0]
        trump = _trumps().get(said) or _trumps().get(first)
        return trump.value if trump else None

    def occasion(self, row: Sequence[str]) -> Document:
        """Return the date, place and remark of a row, as keys of a document."""
        place = self.text(row, "place")
        return about(
            self.day(row) or day_of(self.title, month_first=self.month_first),
            self.number(row, "minutes"),
            place="" if place.isdigit() else place,  # a rank
            remark=self.text(row, "remark"),
        )


def block_of(table: Table) -> Block:
    """Return a *table* below the likeliest header; without one, no column is known."""
    rows = [*_rows_of_text(table)]
    found = [_block_below(table, at) for at in rows]
    found = [each for each in found if each.known > 1 and not _names_nothing(each)]
    if found:
        return max(found, key=lambda each: (each.named, each.known))
    at = rows[0] if rows else -1
    labels = table[at] if rows else ()
    unknown: Columns = [None] * len(labels or table[0])
    return Block(unknown, labels, table[at + 1 :], _title(table[: max(at, 0)]))


def _block_below(table: Table, at: int) -> Block:
    row, rows = table[at], table[at + 1 :]
    above = [*(table[at - 1] if at else []), *[""] * len(row)][: len(row)]
    over = _over_columns(above)
    columns = [*map(_column, row, above, over)]
    if Heading("player") in columns:
        columns = [_column(cell) for cell in row]  # what is above is a title
    named = len(columns) - columns.count(None)
    columns = _with_names(columns, row, rows)
    return Block(columns, row, rows, _title(table[:at]), named)


def _rows_of_text(table: Table) -> Iterator[int]:
    for at, row in enumerate(table[:_MOST_ROWS]):
        cells = [cell for cell in row if cell]
        numbers = any(whole(cell) is not None or day_of(cell) for cell in cells)
        if len(cells) > 1 and not numbers:
            yield at


def _title(rows: Table) -> str:
    return " ".join(cell for row in rows for cell in row if cell)


def _names_nothing(block: Block) -> bool:
    """Return whether no heading is a known word, and a column has words below.

    Its numbers are then hardly totals of players.
    """
    if any(each and each.meaning != "total" for each in block.columns):
        return False
    unnamed = (at for at, each in enumerate(block.columns) if each is None)
    texts = (_cells(block.rows, at) for at in unnamed)
    return any(cells and not any(map(day_of, cells)) for cells in texts)


def dated(block: Block, *, month_first: bool | None) -> Block:
    """Return a block that knows which number of its dates is the month.

    Without a hint, English dates are American.
    """
    labels = zip(block.columns, block.labels, strict=False)
    label = next((label for held, label in labels if held == Heading("date")), "")
    likely = "date" in words_in(label) if month_first is None else month_first
    texts = [block.text(row, "date") for row in block.rows]
    return replace(block, month_first=is_month_first(texts, likely=likely))


def _over_columns(row: Sequence[str]) -> list[str]:
    """Return the cells of a row above the header, each over all its columns.

    Only several names, or several meanings, are no title.
    """
    names = {cell for cell in row if cell and meaning_of(cell) is None}
    meanings = {*map(meaning_of, filter(None, row))} & {*OF_A_PLAYER}
    if len(names) < 2 and len(meanings) < 2:  # noqa: PLR2004 - one is a title
        return [""] * len(row)
    over = [""]
    for cell in row:
        over.append(cell or over[-1])
    return over[1:]


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
    """Return what a column of a player holds, if it is one."""
    is_one = name and meaning in OF_A_PLAYER
    return Heading(str(meaning), name) if is_one else None


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
    return [
        Heading("total", cell) if not each and cell and number else each
        for each, cell, number in zip(found, row, figures, strict=True)
    ]


def _cells(rows: Table, at: int) -> list[str]:
    """Return what is written in a column."""
    return [row[at] for row in rows if at < len(row) and row[at]]


def _is_days(rows: Table, at: int) -> bool:
    cells = _cells(rows, at)
    return bool(cells) and all(map(day_of, cells)) and not all(map(str.isdigit, cells))


def _is_figures(rows: Table, at: int) -> bool:
    cells = _cells(rows, at)
    numbers = [each for each in cells if whole(each) is not None or each[0] == "="]
    return bool(numbers) and len(numbers) * 2 >= len(cells)
