"""Games from tables as people and programs write them.

A row may be of a player and a round, of a round with columns for each player, of a
game, or of a player in a game. Whatever the layout, it tells figures of some people.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from scorepad.imports.cells import (
    OF_A_PLAYER,
    day_of,
    is_month_first,
    is_wizard,
    meaning_of,
    trump_of,
    whole,
)
from scorepad.imports.files import Table
from scorepad.imports.found import (
    Document,
    FileProblem,
    Found,
    Skipped,
    UnreadableError,
)
from scorepad.imports.games import Noted, about, from_rounds, from_totals
from scorepad.imports.headings import PAIR, Block, block_of, text_in, unknown_block


def from_tables(
    tables: Sequence[Table],
    *,
    month_first: bool | None = None,
    holds: Sequence[str] = (),
) -> Found:
    """Return the games in tables.

    What the columns of the largest one hold may be chosen by hand: *holds*. Beside a
    table of rounds by player, others are figures of the same games.
    """
    upright = [*map(_upright, tables)]
    most = max(upright, key=lambda table: (len(table[0]) > 1, len(table)))
    blocks = _blocks(upright) or [unknown_block(most)]

    def is_by_player(block: Block) -> bool:
        return all(map(block.has, ("player", "round", "bid")))

    shown = max(blocks, key=lambda block: (is_by_player(block), len(block.rows)))
    for block in blocks:
        if any(holds) and block.labels == shown.labels:
            block.choose(holds)
    blocks = [*filter(is_by_player, blocks)] or blocks
    found = Found("table", shown.found_columns)
    is_read = [_add_games(found, each, month_first=month_first) for each in blocks]
    if not any(is_read):
        raise UnreadableError(FileProblem.NO_COLUMNS, columns=found.columns)
    return found


def _upright(table: Table) -> Table:
    """Return a table with players as rows and days or rounds as columns, turned."""
    head = table[0]
    above = [cell for cell in head[1:] if cell]
    days = all(map(day_of, above))
    rounds = [whole(cell) for cell in above] == [*range(1, len(above) + 1)]
    names = {"player", "players", None}
    if not above or not (days or rounds) or meaning_of(head[0]) not in names:
        return table
    turned = [list(line) for line in zip_longest(*table, fillvalue="")]
    turned[0][0] = "date" if days else "round"
    return [line for line in turned if any(line)]


def _blocks(tables: Sequence[Table]) -> list[Block]:
    """Return the blocks; rows of a table without a header belong to the one before."""
    found: list[Block] = []
    title: list[str] = []
    for table in tables:
        if block := block_of(table):
            block.title = " ".join([*title, block.title])
            found.append(block)
            title = []
        elif found and len(table[0]) >= len(found[-1].columns):
            found[-1].rows.extend(table)
        else:
            title.append(text_in(table))
    return found


Cells = dict[str, str]  # what they say, by the meanings of their columns


class TableRow(NamedTuple):
    """What the *text* of a row says of a game and round, and of each player."""

    text: str
    day: date | None
    said: Cells
    people: dict[str, Cells]


def _rows(block: Block, *, month_first: bool) -> Iterator[TableRow]:
    """Yield the rows of a block; what they leave out is that of the row above."""
    seats, by_player = block.seats, block.has("player")
    above = {"game": "", "date": ""}
    above |= {each: "" for each in ("round", "cards") if by_player and block.has(each)}
    for row in block.rows:
        cells: dict[str, Cells] = {"": {}}
        whole_row = [*row, *[""] * len(block.columns)]
        for heading, cell in zip(block.columns, whole_row, strict=False):
            if heading:
                cells.setdefault(heading.player, {}).setdefault(heading.meaning, cell)
        said = cells[""]
        for each in above:
            said[each] = above[each] = said.get(each) or above[each]
        if by_player:
            people = {said["player"]: said}
        elif seats:
            people = {cells[seat].get("player", seat): cells[seat] for seat in seats}
        else:
            people = _listed(said)
        day = day_of(said["date"], month_first=month_first)
        yield TableRow(text_in([row]), day, said, people)


_NAME_AND_TOTAL = re.compile(r"([^\W\d][^\d,;/|]{0,40}?)[ :=]{1,3}([-\u2212]?\d{1,4})")
_SEPARATORS = re.compile(r"[;/&|\n]|,\s|\s[–-]\s")


def _listed(said: Cells) -> dict[str, Cells]:
    """Return the names and totals in a row such as ``Ann 120, Ben 80``."""
    names, totals = (
        [part.strip() for part in _SEPARATORS.split(cell)]
        for cell in (said.get("players", ""), _total(said))
    )
    if len(names) == 1:  # one is no list
        return {n: {"total": t} for n, t in _NAME_AND_TOTAL.findall(_total(said))}
    known = totals if len(totals) == len(names) else ["?"] * len(names)
    return {n: {"total": t} for n, t in zip(names, known, strict=True)}


def _total(cells: Cells) -> str:
    return cells.get("total") or cells.get("points", "")


def _add_games(found: Found, block: Block, *, month_first: bool | None) -> bool:
    """Add the games of a block; return whether it has the columns of one.

    Without a hint, English dates are American.
    """
    label, *days = block.column("date")
    likely = "date" in label.casefold() if month_first is None else month_first
    month_first = is_month_first(days, likely=likely)
    seats, by_player = block.seats, block.has("player")
    rows = [*_rows(block, month_first=month_first)]
    rows = _of_wizard(found, rows, by_player=by_player)
    second = _second_of_pairs(rows)
    meanings = {each.meaning for each in block.columns if each}
    by_round = bool(second or meanings & {"round", "cards", "bid"})
    most = max([len(seats), *(len(row.people) for row in rows)])
    if not by_player and most < (1 if by_round else 2):
        return False
    if by_player:
        rows = [row for row in rows if row.said["player"]]
    elif seats and seats[0][0] != "#" and not by_round:
        rows = _without_sums(rows)
    games = _games(rows, by_round=by_round, by_player=by_player)
    if rows and not games:
        found.skip("incomplete")
    make = partial(_by_rounds, second=second) if by_round else _result
    for game in games:
        _, first = game[0]
        place = first.said.get("place", "")
        beside = about(
            first.day or day_of(block.title, month_first=month_first),
            whole(first.said.get("minutes")),
            place="" if place.isdigit() else place,  # a rank
            remark=first.said.get("remark"),
        )
        counts = False if first.said.get("counts") == "0" else None
        with found.skipping():
            found.add(make(game, beside, by_player=by_player), counts=counts)
    return True


def _of_wizard(
    found: Found, rows: list[TableRow], *, by_player: bool
) -> list[TableRow]:
    """Return the rows of Wizard, if the column of the game has titles of games."""
    titles = {row.said["game"] for row in rows}
    if not any(map(is_wizard, titles)):
        return rows
    others = {title for title in titles if title and not is_wizard(title)}
    plays = dict.fromkeys(
        (row.said["game"], row.said["date"] if by_player else str(at))
        for at, row in enumerate(rows)
        if row.said["game"] in others
    )
    for title, _ in plays:
        found.skip("other_game", title)
    return [row for row in rows if row.said["game"] not in others]


def _second_of_pairs(rows: Sequence[TableRow]) -> str:
    """Return what cells such as 1/30 have beside the bid: tricks or a total, if any."""
    cells = [each.get("total", "") for row in rows for each in row.people.values()]
    pairs = {whole(pair[2]) for pair in map(PAIR.fullmatch, cells) if pair}
    return "total" if pairs - {*range(21)} else "tricks" if pairs else ""


def _without_sums(rows: Sequence[TableRow]) -> list[TableRow]:
    """Return rows without those below all games, that say no day or add all up."""
    is_dated = any(row.day for row in rows)
    sums: dict[str, int] = {}
    found: list[TableRow] = []
    for row in rows:
        own = {name: whole(_total(cells)) or 0 for name, cells in row.people.items()}
        adds_up = len(found) > 1 and own == sums
        is_empty = not any(map(str.isdigit, row.text))
        said = row.said["date"]
        says_no_day = said and said in row.text and not row.day
        if not is_empty and not adds_up and not (is_dated and says_no_day):
            found.append(row)
            sums = {name: sums.get(name, 0) + own[name] for name in own}
    return found


_OPEN = {"pending", "in_progress", "skipped"}  # unfinished rounds of Escalier
Game = list[tuple[int, TableRow]]  # rows with the number of their round
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)


def _games(rows: Sequence[TableRow], *, by_round: bool, by_player: bool) -> list[Game]:
    """Split rows into games: by game, by date, or where rounds begin again."""
    games: dict[tuple[str, ...], list[Game]] = {}
    seen: dict[tuple[str, ...], set[tuple[int, str]]] = {}
    for at, row in enumerate(rows):
        counted = str(at + 1) if by_round and not by_player else "0"
        said = row.said.get("round", row.said.get("cards", counted))
        number = _NUMBER.search(said)
        if number is None or row.said.get("status") in _OPEN:
            continue
        own = "" if by_round or by_player else str(at)
        key = row.said["game"], row.said["date"], own
        these = {(int(number[0]), name) for name in row.people}
        if key not in games or these & seen[key]:
            games.setdefault(key, []).append([])
            seen[key] = set()
        games[key][-1].append((int(number[0]), row))
        seen[key] |= these
    return [game for found in games.values() for game in found]


def _result(game: Game, beside: Document, *, by_player: bool) -> Document:
    """Return a game of which only totals are known; absent players have none."""
    totals, (_, first) = {}, game[0]
    if first.said.get("finished") == "0":
        raise Skipped("incomplete")
    for _, row in game:
        for name, cells in row.people.items():
            said = _total(cells)
            if not by_player and (not name or said.casefold() in _ABSENT):
                continue
            if (total := whole(said)) is None:
                raise Skipped("no_totals", row.text[:_QUOTED])
            totals[name] = total
    if not totals:
        raise Skipped("no_totals", first.text[:_QUOTED])
    return from_totals(totals, beside)


_ABSENT = {"", "-", "–", "—", "−", "x", "/", ".", "n/a", "na", "none"}
_QUOTED = 40  # characters of a row


def _by_rounds(
    game: Game, beside: Document, *, second: str, by_player: bool
) -> Document:
    noted = []
    for number, row in game:
        trump, dealer = trump_of(row.said.get("trump", "")), row.said.get("dealer")
        cards = whole(row.said.get("cards"))
        for name, cells in row.people.items():
            each = {key: whole(cells.get(key)) for key in OF_A_PLAYER}
            if pair := PAIR.fullmatch(cells.get("total", "")):
                each["bid"], each[second] = int(pair[1]), whole(pair[2])
                each["points"] = whole(pair[3])
            bid, tricks, points, total, more = (each[key] for key in OF_A_PLAYER)
            known = cards, bid, tricks, points, more or 0, total, trump, dealer
            noted.append(Noted(number, name, *known))
    if "round" in game[0][1].said:
        noted.sort(key=lambda each: each.round_)
    by_heading = by_player or second == "tricks"
    return from_rounds(noted, beside, by_heading=by_heading)
