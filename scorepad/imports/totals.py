"""Results in tables: games of which only players and totals are known."""

import re
from collections.abc import Iterable, Sequence

from scorepad.imports.files import Table
from scorepad.imports.found import Document, Omission, Skipped
from scorepad.imports.games import result_document, whole
from scorepad.imports.headings import Header


def long_result(header: Header, rows: Table) -> Document:
    """Return a game from a row for each player."""
    if header.text(rows[0], "finished") == "0":
        raise Skipped(Omission.INCOMPLETE)
    totals = {}
    for row in rows:
        total = header.number(row, "total")
        total = header.number(row, "points") if total is None else total
        if total is None:
            raise Skipped(Omission.NO_TOTALS, header.text(row, "date"))
        totals[header.text(row, "player")] = total
    return result_document(totals, header.occasion(rows[0]))


_ABSENT = frozenset({"", "-", "–", "—", "−", "x", "/", ".", "n/a", "na", "none"})


def _totals(cells: Iterable[tuple[str, str]], row: Sequence[str]) -> dict[str, int]:
    """Return the totals of those who played; others have no cell, or a dash."""
    totals = {}
    for name, cell in cells:
        if not name or cell.casefold() in _ABSENT:
            continue
        total = whole(cell)
        if total is None:
            raise Skipped(Omission.NO_TOTALS, " ".join(row)[:40])
        totals[name] = total
    if not totals:
        raise Skipped(Omission.NO_TOTALS, " ".join(row)[:40])
    return totals


def wide_result(header: Header, rows: Table) -> Document:
    """Return a game from a row with a column for each player."""
    (row,) = rows
    cells = [(name, _total(header, row, name)) for name in header.players]
    return result_document(_totals(cells, row), header.occasion(row))


def without_sums(header: Header, rows: Table) -> Table:
    """Return rows without those below all games, that say no day or add all up."""
    is_dated = any(map(header.day, rows))
    sums = dict.fromkeys(header.players, 0)
    found: Table = []
    for row in rows:
        own = {name: header.number(row, "total", name) or 0 for name in sums}
        adds_up = len(found) > 1 and own == sums
        is_empty = not any(map(str.isdigit, "".join(row)))
        if (
            is_empty
            or adds_up
            or (is_dated and header.text(row, "date") and not header.day(row))
        ):
            continue
        found.append(row)
        sums = {name: sums[name] + own[name] for name in sums}
    return found


def numbered_result(header: Header, rows: Table) -> Document:
    """Return a game from columns such as Player 1, Score 1 and Player 2."""
    (row,) = rows
    cells = [
        (header.text(row, "player", seat), _total(header, row, seat))
        for seat in header.seats
    ]
    return result_document(_totals(cells, row), header.occasion(row))


def _total(header: Header, row: Sequence[str], player: str = "") -> str:
    return header.text(row, "total", player) or header.text(row, "points", player)


_NAME_AND_TOTAL = re.compile(r"([^\W\d][^\d,;/|]{0,40}?)[ :=]{1,3}([-\u2212]?\d{1,4})")
_SEPARATORS = re.compile(r"[;/&|\n]|,\s|\s[–-]\s")


def has_lists(header: Header, rows: Table) -> bool:
    """Return whether each row has all players in one cell, perhaps with totals."""
    if not rows or header.players:
        return False
    players, said = header.text(rows[0], "players"), _total(header, rows[0])
    return len(_parts(players)) > 1 or len(_NAME_AND_TOTAL.findall(said)) > 1


def _parts(cell: str) -> list[str]:
    return [part.strip() for part in _SEPARATORS.split(cell)]


def listed_result(header: Header, rows: Table) -> Document:
    """Return a game from a cell with all players and one with all totals."""
    (row,) = rows
    names, said = _parts(header.text(row, "players")), _total(header, row)
    if len(names) < 2:  # noqa: PLR2004 - "Ann 120, Ben 80"
        both = _NAME_AND_TOTAL.findall(said)
        return result_document(_totals(both, row), header.occasion(row))
    totals = _parts(said)
    if len(names) != len(totals):
        raise Skipped(Omission.NO_TOTALS, " ".join(row)[:40])
    cells = zip(names, totals, strict=True)
    return result_document(_totals(cells, row), header.occasion(row))
