"""Games from tables as people and programs write them.

A row may be of a player and a round, of a round with columns for each player, of a
game, or of a player in a game. Whatever the layout, it tells figures of some people.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from scorepad.imports.cells import OF_A_PLAYER, whole
from scorepad.imports.files import FileProblem, FoundColumn, Table, UnreadableError
from scorepad.imports.games import (
    Document,
    NotedGame,
    NotedRound,
    NotedSeat,
    Omission,
    Skipped,
    left_out,
    result_document,
    round_document,
    with_points,
)
from scorepad.imports.headings import Block, Heading, block_of, dated
from scorepad.imports.plays import is_wizard


def from_tables(
    tables: Sequence[Table],
    *,
    month_first: bool | None = None,
    holds: Sequence[str] = (),
) -> tuple[Sequence[FoundColumn], Sequence[NotedGame]]:
    """Return what the columns of the largest table hold, and the games in all.

    The columns may be chosen by hand: *holds*. Beside a table of rounds by player,
    others are figures of the same games.
    """
    most = max(tables, key=lambda table: (len(table[0]) > 1, len(table)))
    chosen = block_of(most)
    if any(holds):
        parts = (each.partition(":") for each in holds)
        held = [Heading(said, name) if said else None for said, _, name in parts]
        held += [None] * len(chosen.columns)
        chosen = replace(chosen, columns=held[: len(chosen.columns)])
    blocks = [dated(each, month_first=month_first) for each in _blocks(tables, chosen)]
    by_player = ("player", "round", "bid")
    blocks = [each for each in blocks if all(map(each.has, by_player))] or blocks
    columns = max(blocks, key=lambda block: len(block.rows), default=chosen).found
    found = [games for each in blocks if (games := _games_of(each)) is not None]
    if not found:
        raise UnreadableError(FileProblem.NO_COLUMNS, columns=columns)
    return columns, [*chain.from_iterable(found)]


def _blocks(tables: Sequence[Table], chosen: Block) -> list[Block]:
    """Return the blocks of tables; *chosen* has the columns chosen by hand.

    The rows of further tables without a header belong to the one before.
    """
    found: list[Block] = []
    title: list[str] = []
    for table in tables:
        block = block_of(table)
        if block.labels and block.labels == chosen.labels:
            block = replace(block, columns=chosen.columns)
        if any(block.columns):
            found.append(replace(block, title=" ".join([*title, block.title])))
            title = []
        elif found and len(table[0]) >= len(found[-1].columns):
            found[-1].rows.extend(table)
        else:
            title += [cell for row in table for cell in row if cell]
    return found


def _games_of(block: Block) -> list[NotedGame] | None:
    """Return the games of a table, or ``None`` if it has not the columns of one."""
    block, found = _of_wizard(block)
    block = _split_lists(block)
    by_player = block.has("player")
    by_round = any(map(block.has, ("round", "cards", "bid")))
    by_round = by_round or any(block.has("bid", who) for who in block.players)
    if not by_player and len(block.players) < (1 if by_round else 2):
        return None
    rows = block.rows
    if by_player:
        rows = [row for row in rows if block.text(row, "player")]
    elif not by_round and not block.has("player", block.players[0]):
        rows = _without_sums(block)
    games = _games(block, rows, by_round=by_round)
    if rows and not games:
        found.append(left_out(Omission.INCOMPLETE))
    make = _by_rounds if by_round else _result
    for game in games:
        counts = False if block.text(game[0][1], "counts") == "0" else None
        found.append(NotedGame(partial(make, block, game), counts=counts))
    return found


def _of_wizard(block: Block) -> tuple[Block, list[NotedGame]]:
    """Return the rows of Wizard, if a column has titles of games, and other games."""
    titles = [block.text(row, "game") for row in block.rows]
    if not any(map(is_wizard, titles)):
        return block, []
    others = {title for title in titles if title and not is_wizard(title)}
    plays = {
        (title, block.text(row, "date") if block.has("player") else str(at))
        for at, (title, row) in enumerate(zip(titles, block.rows, strict=True))
    }
    kept = [row for row in block.rows if block.text(row, "game") not in others]
    left = [title for title, _ in plays if title in others]
    games = [left_out(Omission.OTHER_GAME, title) for title in left]
    return replace(block, rows=kept), games


_NAME_AND_TOTAL = re.compile(r"([^\W\d][^\d,;/|]{0,40}?)[ :=]{1,3}([-\u2212]?\d{1,4})")
_SEPARATORS = re.compile(r"[;/&|\n]|,\s|\s[–-]\s")


def _split_lists(block: Block) -> Block:
    """Give each player columns, if one has all of them, perhaps with their totals."""
    lists = [_listed(block, row) for row in block.rows]
    if block.players or block.has("player") or not lists or len(lists[0]) < 2:  # noqa: PLR2004 - one is no list
        return block
    seats = [f"#{at}" for at in range(max(map(len, lists)))]
    added = [Heading(each, seat) for seat in seats for each in ("player", "total")]
    width = len(block.columns)
    rows = [
        [*[*row, *[""] * width][:width], *(cell for both in each for cell in both)]
        for row, each in zip(block.rows, lists, strict=True)
    ]
    return replace(block, columns=[*block.columns, *added], rows=rows)


def _listed(block: Block, row: Sequence[str]) -> list[tuple[str, str]]:
    """Return the names and totals in a row such as ``Ann 120, Ben 80``."""
    said = _total(block, row)
    names, totals = (
        [part.strip() for part in _SEPARATORS.split(cell)]
        for cell in (block.text(row, "players"), said)
    )
    if len(names) < 2:  # noqa: PLR2004 - one is no list
        return _NAME_AND_TOTAL.findall(said)
    known = len(names) == len(totals)
    return [*zip(names, totals if known else ["?"] * len(names), strict=True)]


def _total(block: Block, row: Sequence[str], who: str = "") -> str:
    return block.text(row, "total", who) or block.text(row, "points", who)


def _people(block: Block, row: Sequence[str]) -> list[tuple[str, str]]:
    """Return of whom a row tells, and who they are in the block."""
    if block.has("player"):
        return [(block.text(row, "player"), "")]
    return [
        (block.text(row, "player", who) if block.has("player", who) else who, who)
        for who in block.players
    ]


def _without_sums(block: Block) -> Table:
    """Return rows without those below all games, that say no day or add all up."""
    is_dated = any(map(block.day, block.rows))
    sums = dict.fromkeys(block.players, 0)
    found: Table = []
    for row in block.rows:
        own = {name: whole(_total(block, row, name)) or 0 for name in sums}
        adds_up = len(found) > 1 and own == sums
        is_empty = not any(map(str.isdigit, "".join(row)))
        says_no_day = block.text(row, "date") and not block.day(row)
        if not is_empty and not adds_up and not (is_dated and says_no_day):
            found.append(row)
            sums = {name: sums[name] + own[name] for name in sums}
    return found


_OPEN = {"pending", "in_progress", "skipped"}
"""Of a round that was not played to its end, in the tables of Escalier."""

Game = list[tuple[int, Sequence[str]]]
"""The rows of a game, each with the number of its round."""


def _games(block: Block, rows: Table, *, by_round: bool) -> list[Game]:
    """Split rows into games: by game, by date, or where rounds begin again."""
    games: dict[tuple[str, ...], list[Game]] = {}
    told: dict[tuple[str, ...], set[tuple[int, str]]] = {}
    for at, row in enumerate(_filled(block, rows)):
        number = _number(block, row, at) if by_round else 0
        if number is None or block.text(row, "status") in _OPEN:
            continue
        own = "" if by_round or block.has("player") else str(at)
        key = block.text(row, "game"), block.text(row, "date"), own
        these = {(number, name) for name, _ in _people(block, row)}
        if key not in games or these & told[key]:
            games.setdefault(key, []).append([])
            told[key] = set()
        games[key][-1].append((number, row))
        told[key] |= these
    return [game for found in games.values() for game in found]


def _filled(block: Block, rows: Table) -> Iterator[list[str]]:
    """Yield rows in which a game, date or round left out is that of the row above."""
    wanted = ["game", "date", *(("round", "cards") if block.has("player") else ())]
    places = [block.columns.index(Heading(x)) for x in wanted if block.has(x)]
    above = [""] * len(block.columns)
    for row in rows:
        filled = [*row, *[""] * len(above)][: max(len(row), len(above))]
        for at in places:
            filled[at] = above[at] = filled[at] or above[at]
        yield filled


def _number(block: Block, row: Sequence[str], at: int) -> int | None:
    """Return the number of the round of a row: as written, of cards, or counted."""
    for meaning in ("round", "cards"):
        if block.has(meaning):
            return block.number(row, meaning)
    return 0 if block.has("player") else at + 1


def _result(block: Block, game: Game) -> Document:
    """Return a game of which only totals are known; absent players have none."""
    totals, first = {}, game[0][1]
    if block.text(first, "finished") == "0":
        raise Skipped(Omission.INCOMPLETE)
    for _, row in game:
        for name, who in _people(block, row):
            said = _total(block, row, who)
            if who and (not name or said.casefold() in _ABSENT):
                continue
            if (total := whole(said)) is None:
                raise Skipped(Omission.NO_TOTALS, _words_of(block, row))
            totals[name] = total
    if not totals:
        raise Skipped(Omission.NO_TOTALS, _words_of(block, first))
    return result_document(totals, block.occasion(first))


def _words_of(block: Block, row: Sequence[str]) -> str:
    """Return the beginning of a row as it is in the file."""
    return " ".join(row[: len(block.labels) or None]).strip()[:40]


_ABSENT = {"", "-", "–", "—", "−", "x", "/", ".", "n/a", "na", "none"}


def _by_rounds(block: Block, game: Game) -> Document:
    rounds: dict[int, NotedRound] = {}
    for number, row in game:
        each = rounds.setdefault(number, NotedRound(number))
        cards = block.number(row, "cards")
        each.cards = each.cards if cards is None else cards
        each.trump = block.trump(row) or each.trump
        each.dealer = block.text(row, "dealer") or each.dealer
        for name, who in _people(block, row):
            said = {key: block.number(row, key, who) for key in OF_A_PLAYER}
            more, gained = said["adjustment"] or 0, said["points"]
            gained = None if gained is None else gained - more
            noted = NotedSeat(said["bid"], said["tricks"], gained, more, said["total"])
            each.entries[name] = noted
    numbers = sorted(rounds) if block.has("round") else rounds
    ordered = [rounds[number] for number in numbers]
    start = with_points(ordered, by_heading=block.has("player"))
    return round_document(ordered, block.occasion(game[0][1]), start=start)
