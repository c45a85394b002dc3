"""Games from tables as people and programs write them.

Three layouts are told apart by their header: a row for each player and round, a row for
each round with columns for each player, and results alone. Other columns are ignored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorepad.games.wizard.scoring import FORMULAS
from scorepad.imports.blocks import Block, of_wizard, split_pairs
from scorepad.imports.files import Table
from scorepad.imports.found import Document, Found, Skipped, Status
from scorepad.imports.games import (
    NotedRound,
    NotedSeat,
    explained,
    gains,
    hand_of,
    round_document,
    whole,
)
from scorepad.imports.headings import PAIR, Header, Heading
from scorepad.imports.problems import FileProblem, UnreadableError
from scorepad.imports.totals import (
    has_lists,
    listed_result,
    long_result,
    numbered_result,
    wide_result,
    without_sums,
)


def from_tables(blocks: Sequence[Block]) -> Found:
    """Return the games in tables.

    Beside a table of rounds by player, others are figures of the same games.

    :raises UnreadableError: no table has the columns that it needs.
    """
    found = Found("table")
    read = False
    blocks = [each for each in blocks if _has_rounds(each.header)] or blocks
    for header, rows in blocks:
        if found.games and rows and _is_summary(header, rows[0]):
            continue  # a summary tells the game before it again
        read = _add_games(found, header, rows) or read
    largest = max(blocks, key=lambda block: len(block.rows))
    found.columns = largest.header.columns_above(largest.rows)
    if not read:
        raise UnreadableError(FileProblem.NO_COLUMNS, columns=found.columns)
    return found


def _has_rounds(header: Header) -> bool:
    return all(map(header.has, ("player", "round", "bid")))


def _is_summary(header: Header, row: Sequence[str]) -> bool:
    cells = [header.text(row, "total", name) for name in header.players]
    return any(map(PAIR.fullmatch, cells))


def _add_games(found: Found, header: Header, rows: Table) -> bool:
    header, rows = split_pairs(header, of_wizard(found, header, rows))
    by_round = header.has("round") or header.has("cards")
    has_bids = any(header.has("bid", name) for name in header.players)
    if header.has("player"):
        is_long = header.has("bid") or header.has("round")
        make = _long_document if is_long else long_result
        line = ["cards" if is_long and not header.has("round") else "round", "player"]
        games = _games_in(header, rows, line, needed="player")
    elif len(header.seats) > 1:
        games, make = _lines(header, rows), numbered_result
    elif has_lists(header, rows):
        games, make = _lines(header, rows), listed_result
    elif header.players and (by_round or has_bids):
        rows = _numbered(header, rows)
        header = replace(header, columns=(*header.columns, _LINE))
        games, make = _games_in(header, rows, (_LINE.meaning,)), _wide_document
    elif len(header.players) > 1:
        games, make = _lines(header, without_sums(header, rows)), wide_result
    else:
        return False
    for game in games:
        counts = False if header.text(game[0], "counts") == "0" else None
        try:
            found.add(make(header, game), Status(counts=counts))
        except Skipped as skipped:
            found.skip(skipped.reason, skipped.name)
    return True


def _games_in(
    header: Header, rows: Table, line: Sequence[str], needed: str = ""
) -> list[Table]:
    """Split rows into games: by game, by date, or where rounds begin again.

    A game or date that is left out is that of the row above.
    """
    games: dict[tuple[str, ...], list[Table]] = {}
    seen: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    key: tuple[str, ...] = ("", "")
    first = ""
    for row in rows:
        if needed and not header.text(row, needed):
            continue
        said = header.text(row, "game"), header.text(row, "date")
        key = tuple(new or old for new, old in zip(said, key, strict=True))
        first = header.text(row, line[0]) or first
        this = (first, *(header.text(row, each) for each in line[1:]))
        if key not in games or this in seen[key]:
            games.setdefault(key, []).append([])
            seen[key] = set()
        dated = _filled(header, row, "date", key[1])
        games[key][-1].append(_filled(header, dated, line[0], first))
        seen[key].add(this)
    return [game for found in games.values() for game in found]


def _lines(header: Header, rows: Table) -> list[Table]:
    """Return a game for each row; a date that is left out is that of the row above."""
    games, day = [], ""
    for row in rows:
        day = header.text(row, "date") or day
        games.append([_filled(header, row, "date", day)])
    return games


def _filled(header: Header, row: Sequence[str], meaning: str, text: str) -> list[str]:
    """Return a row with a *text* where it has none."""
    if not header.has(meaning) or header.text(row, meaning):
        return [*row]
    at = header.columns.index(Heading(meaning))
    padded = [*row, *[""] * len(header.columns)][: len(header.columns)]
    return [text if n == at else cell for n, cell in enumerate(padded)]


# --- A row for each player and round, or for each player and game.


_OPEN = frozenset({"pending", "in_progress", "skipped"})
"""Of a round that was not played to its end, in the tables of Escalier."""


def _long_document(header: Header, rows: Table) -> Document:
    rounds: dict[int, NotedRound] = {}
    totals: dict[str, list[tuple[int, int | None]]] = {}
    for row in rows:
        number = header.number(row, "round")
        if header.has("round") and number is None:
            continue
        if header.text(row, "status") in _OPEN:
            continue
        name = header.text(row, "player")
        if number is None:
            number = 1 + sum(name in each.entries for each in rounds.values())
        round_ = rounds.setdefault(number, NotedRound(number))
        cards = header.number(row, "cards")
        round_.cards = round_.cards if cards is None else cards
        round_.trump = header.trump(row) or round_.trump
        round_.dealer = header.text(row, "dealer") or round_.dealer
        adjustment = header.number(row, "adjustment") or 0
        gained = header.number(row, "points")
        gained = None if gained is None else gained - adjustment
        round_.entries[name] = NotedSeat(
            header.number(row, "bid"), header.number(row, "tricks"), gained, adjustment
        )
        totals.setdefault(name, []).append((number, header.number(row, "total")))
    start = _follow(totals, rounds, adjusts=not header.has("adjustment"))
    ordered = [rounds[number] for number in sorted(rounds)]
    return round_document(ordered, header.occasion(rows[0]), start=start)


def _follow(
    totals: Mapping[str, list[tuple[int, int | None]]],
    rounds: Mapping[int, NotedRound],
    *,
    adjusts: bool,
) -> dict[str, int]:
    """Fill in points that only running totals tell; return what players began with.

    What a later total has beside the points is an adjustment, if that *adjusts*.
    """
    start = {}
    for name, noted in totals.items():
        noted.sort()
        added = gains([total for _, total in noted])
        for (number, _), gained in zip(noted, added, strict=True):
            entry = rounds[number].entries[name]
            if gained is None:
                continue
            if entry.gained is None:
                entry.gained = gained - entry.adjustment
            elif number == noted[0][0]:
                start[name] = gained - entry.gained - entry.adjustment
            elif adjusts:
                entry.adjustment = gained - entry.gained
    return start


# --- Columns for each player.


_LINE = Heading("line")
"""A column with the number of a round, added where tables of rounds have none."""


def _numbered(header: Header, rows: Table) -> Table:
    """Return rows with the number of their round: as written, of cards, or counted."""
    width, found = len(header.columns), []
    for at, row in enumerate(rows, 1):
        number = header.number(row, "round")
        if number is None and not header.has("round"):
            number = at if not header.has("cards") else header.number(row, "cards")
        if number is not None:
            padded = [*row, *[""] * width]
            found.append([*padded[:width], str(number)])
    return found


def _wide_document(header: Header, rows: Table) -> Document:
    lines = sorted(rows, key=lambda row: int(row[-1]))
    rounds = [_wide_round(header, row) for row in lines]
    points = _points_columns(header, lines, rounds)
    for name, column in points.items():
        for each, gained in zip(rounds, column, strict=True):
            each.entries[name].gained = gained
    return round_document(rounds, header.occasion(rows[0]))


def _wide_round(header: Header, row: Sequence[str]) -> NotedRound:
    entries = {}
    for name in header.players:
        pair = PAIR.fullmatch(header.text(row, "total", name))
        bid, tricks, gained = pair.groups() if pair else (None, None, None)
        entries[name] = NotedSeat(
            header.number(row, "bid", name) if bid is None else int(bid),
            header.number(row, "tricks", name) if tricks is None else int(tricks),
            None if gained is None else whole(gained),
        )
    dealer = header.text(row, "dealer") or None
    trump = header.trump(row)
    return NotedRound(int(row[-1]), header.number(row, "cards"), trump, dealer, entries)


def _points_columns(
    header: Header, rows: Table, rounds: Sequence[NotedRound]
) -> dict[str, list[int | None]]:
    """Return the points of each round: people note them, or running totals."""
    noted = {
        name: [header.number(row, meaning, name) for row in rows]
        for name in header.players
        for meaning in ("points", "total")
        if header.has(meaning, name)
    }
    noted = {
        name: column
        for name, column in noted.items()
        if any(each is not None for each in column)
    }
    running = {name: gains(column) for name, column in noted.items()}
    return max((running, noted), key=lambda each: _plausible(each, rounds))


def _plausible(
    columns: dict[str, list[int | None]], rounds: Sequence[NotedRound]
) -> int:
    """Return how many points a usual scoring explains."""
    hands = [*map(hand_of, rounds)]
    tried = [
        replace(
            each,
            entries={
                name: NotedSeat(
                    each.entries[name].bid, each.entries[name].tricks, column[at]
                )
                for name, column in columns.items()
            },
        )
        for at, each in enumerate(rounds)
    ]
    without_bids = sum(
        entry.bid is None and _is_usual(entry.gained, cards)
        for each, cards in zip(tried, hands, strict=True)
        for entry in each.entries.values()
    )
    return without_bids + max(explained(each, tried, hands) for each in FORMULAS)


def _is_usual(points: int | None, cards: int) -> bool:
    """Return whether a round of so many cards can score these points."""
    if points is None or points % 10:
        return False
    return 20 <= points <= 20 + 10 * cards or -10 * cards <= points < 0  # noqa: PLR2004 - the classic scoring
