"""Tables made ready: with headers, upright, a cell for each figure, of Wizard alone."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import NamedTuple

from scorepad.imports.dates import day_of
from scorepad.imports.files import Table
from scorepad.imports.found import Found, Omission
from scorepad.imports.games import whole
from scorepad.imports.headings import Header, Heading, header_of, header_with
from scorepad.imports.plays import is_wizard
from scorepad.imports.problems import FileProblem, UnreadableError
from scorepad.imports.words import meaning_of


class Block(NamedTuple):
    """Rows below a header; rows of further tables without one belong to it."""

    header: Header
    rows: Table


def blocks_of(
    tables: Sequence[Table],
    *,
    month_first: bool | None = None,
    holds: Sequence[str] = (),
) -> list[Block]:
    """Return the tables with their headers.

    What the columns of the largest one hold may be chosen by hand: *holds*.

    :raises UnreadableError: no table has a header that is understood.
    """
    found: list[Block] = []
    title: list[str] = []
    upright = [*map(_upright, tables)]
    largest = max(upright, key=lambda table: (len(table[0]) > 1, len(table)))
    chosen = header_with(largest, holds, month_first=month_first)
    for table in upright:
        try:
            header = _header_of(table, chosen, month_first)
        except UnreadableError:
            if found and len(table[0]) >= len(found[-1].header.columns):
                found[-1].rows.extend(table)
            else:
                title += [cell for row in table for cell in row if cell]
            continue
        above = " ".join([*title, header.title])
        found.append(Block(replace(header, title=above), table[header.rows :]))
        title = []
    if not found:
        columns = chosen.columns_above(largest[chosen.rows :])
        raise UnreadableError(FileProblem.NO_COLUMNS, columns=columns)
    return found


def _header_of(table: Table, chosen: Header, month_first: bool | None) -> Header:  # noqa: FBT001 - three values
    """Return the header of a table, or that *chosen* by hand if it has its labels."""
    by_hand = any(chosen.columns)
    labels = table[chosen.rows - 1] if 0 < chosen.rows <= len(table) else []
    if by_hand and (tuple(labels) == chosen.labels):
        return chosen
    return header_of(table, month_first=month_first)


def _upright(table: Table) -> Table:
    """Return a table with players as rows and days or rounds as columns, turned."""
    head = table[0]
    above = [cell for cell in head[1:] if cell]
    days = all(map(day_of, above))
    rounds = [whole(cell) for cell in above] == [*range(1, len(above) + 1)]
    if not above or not (days or rounds) or meaning_of(head[0]) not in _NAMES:
        return table
    turned = [list(line) for line in zip_longest(*table, fillvalue="")]
    turned[0][0] = "date" if days else "round"
    return [line for line in turned if any(line)]


_NAMES = {"player", "players", None}


def of_wizard(found: Found, header: Header, rows: Table) -> Table:
    """Return the rows of Wizard, if the column of the game has titles of games."""
    titles = [header.text(row, "game") for row in rows]
    if not any(map(is_wizard, titles)):
        return rows
    others = {title for title in titles if title and not is_wizard(title)}
    plays = (
        (title, header.text(row, "date") if header.has("player") else str(at))
        for at, (title, row) in enumerate(zip(titles, rows, strict=True))
    )
    for title, _ in {play for play in plays if play[0] in others}:
        found.skip(Omission.OTHER_GAME, title)
    return [row for row in rows if header.text(row, "game") not in others]


def split_pairs(header: Header, rows: Table) -> tuple[Header, Table]:
    """Return a table in which cells such as 1/30, bid and total, are two cells."""
    cells = [header.text(row, "total", name) for row in rows for name in header.players]
    pairs = [each for each in map(_BID_AND_TOTAL.fullmatch, cells) if each]
    if not any(int(pair[2].replace("\u2212", "-")) not in range(21) for pair in pairs):
        return header, rows
    columns = [*header.columns, *(Heading("bid", name) for name in header.players)]
    found = []
    for row in rows:
        padded = [*row, *[""] * len(header.columns)][: len(header.columns)]
        cells = [header.text(row, "total", name) for name in header.players]
        both = [cell.partition("/") for cell in cells]
        for name, (_, _, total) in zip(header.players, both, strict=True):
            padded[header.columns.index(Heading("total", name))] = total
        found.append([*padded, *(bid for bid, _, _ in both)])
    return replace(header, columns=tuple(columns)), found


_BID_AND_TOTAL = re.compile(r"(\d{1,2}) ?/ ?([-\u2212]?\d{1,4})", re.ASCII)
