"""Games from tables as people and programs write them.

Three layouts are told apart by their header: a row for each player and round, a row for
each round with columns for each player, and results alone. Other columns are ignored.
"""

from collections.abc import Sequence
from dataclasses import replace

from scorepad.games.wizard.scoring import FORMULAS
from scorepad.imports.files import FileProblem, Table, UnreadableError
from scorepad.imports.found import Collection, Document, Omission, Skipped
from scorepad.imports.games import (
    NotedRound,
    NotedSeat,
    explained,
    gains,
    hand_of,
    result_document,
    round_document,
    whole,
)
from scorepad.imports.headings import PAIR, Header, header_of


def from_tables(tables: Sequence[Table]) -> Collection:
    """Return the games in *tables*; those without a known header are skipped.

    :raises UnreadableError: no table has a header that is understood.
    """
    found = Collection("table")
    read = False
    for table in tables:
        try:
            header = header_of(table)
        except UnreadableError:
            continue
        rows = table[header.rows :]
        if not rows or (found.games and _is_summary(header, rows[0])):
            continue  # a summary tells the game before it again
        read = _add_games(found, header, rows) or read
    if not read:
        raise UnreadableError(FileProblem.NO_COLUMNS)
    return found


def _is_summary(header: Header, row: Sequence[str]) -> bool:
    cells = [header.text(row, "total", name) for name in header.players]
    return any(map(PAIR.fullmatch, cells))


def _add_games(found: Collection, header: Header, rows: Table) -> bool:
    if header.has("player") and header.has("bid"):
        games, make = _long_games(header, rows), _long_document
    elif header.has("player"):
        games, make = _long_games(header, rows), _long_result
    elif header.players and header.has("round"):
        games, make = [rows], _wide_document
    elif len(header.players) > 1:
        games, make = [[row] for row in rows], _wide_result
    else:
        return False
    for game in games:
        try:
            found.add(make(header, game))
        except Skipped as skipped:
            found.skip(skipped.reason, skipped.name)
    return True


# --- A row for each player and round, or for each player and game.


def _long_games(header: Header, rows: Table) -> list[Table]:
    """Split rows into games: by game, by date, or where rounds begin again."""
    games: list[Table] = []
    seen: set[tuple[str, str]] = set()
    before: tuple[str, str] | None = None
    for row in rows:
        if not header.text(row, "player"):
            continue
        game = header.text(row, "game"), header.text(row, "date")
        line = header.text(row, "round"), header.text(row, "player")
        if game != before or line in seen:
            games.append([])
            seen.clear()
        games[-1].append([*row])
        seen.add(line)
        before = game
    return games


def _long_document(header: Header, rows: Table) -> Document:
    rounds: dict[int, NotedRound] = {}
    totals: dict[str, list[tuple[int, int | None]]] = {}
    for row in rows:
        number = header.number(row, "round")
        if number is None:
            continue
        round_ = rounds.setdefault(number, NotedRound(number))
        name = header.text(row, "player")
        round_.cards = header.number(row, "cards")
        round_.trump = header.trump(row) or round_.trump
        round_.dealer = header.text(row, "dealer") or None
        adjustment = header.number(row, "adjustment") or 0
        gained = header.number(row, "points")
        gained = None if gained is None else gained - adjustment
        round_.entries[name] = NotedSeat(
            header.number(row, "bid"),
            header.number(row, "tricks"),
            gained,
            adjustment,
        )
        totals.setdefault(name, []).append((number, header.number(row, "total")))
    _gain_from_totals(rounds, totals)
    ordered = [rounds[number] for number in sorted(rounds)]
    return round_document(ordered, header.occasion(rows[0]))


def _gain_from_totals(
    rounds: dict[int, NotedRound], totals: dict[str, list[tuple[int, int | None]]]
) -> None:
    """Fill in points that were not noted, where running totals were."""
    for name, noted in totals.items():
        noted.sort()
        for (number, _), gained in zip(
            noted, gains([total for _, total in noted]), strict=True
        ):
            entry = rounds[number].entries[name]
            if entry.gained is None and gained is not None:
                entry.gained = gained - entry.adjustment


def _long_result(header: Header, rows: Table) -> Document:
    totals = {}
    for row in rows:
        total = header.number(row, "total")
        total = header.number(row, "points") if total is None else total
        if total is None:
            raise Skipped(Omission.NO_TOTALS, header.text(row, "date"))
        totals[header.text(row, "player")] = total
    return result_document(totals, header.occasion(rows[0]))


# --- Columns for each player.


def _wide_document(header: Header, rows: Table) -> Document:
    lines = [row for row in rows if header.number(row, "round") is not None]
    lines.sort(key=lambda row: header.number(row, "round") or 0)
    if not lines:
        raise Skipped(Omission.INCOMPLETE)
    rounds = [_wide_round(header, row) for row in lines]
    points = _points_columns(header, lines, rounds)
    for name, column in points.items():
        for each, gained in zip(rounds, column, strict=True):
            each.entries[name].gained = gained
    return round_document(rounds, header.occasion(lines[0]))


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
    number, cards = header.number(row, "round") or 1, header.number(row, "cards")
    return NotedRound(number, cards, trump, dealer, entries)


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


def _wide_result(header: Header, rows: Table) -> Document:
    (row,) = rows
    totals = {
        name: total
        for name in header.players
        if (total := header.number(row, "total", name)) is not None
    }
    if not totals:
        raise Skipped(Omission.NO_TOTALS, " ".join(row)[:40])
    return result_document(totals, header.occasion(row))
