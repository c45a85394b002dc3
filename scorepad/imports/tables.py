"""Games from tables as people and programs write them.

A row may be of a player and a round, of a round with columns for each player, of a
game, or of a player in a game. Whatever the layout, it tells figures of some people.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from scorepad.imports.cells import OF_A_PLAYER, day_of, meaning_of, whole
from scorepad.imports.files import Table
from scorepad.imports.found import (
    Document,
    FileProblem,
    Found,
    Omission,
    Skipped,
    Status,
    UnreadableError,
)
from scorepad.imports.games import (
    NotedRound,
    NotedSeat,
    result_document,
    round_document,
    with_points,
)
from scorepad.imports.headings import PAIR, Header, Heading, header_of, header_with
from scorepad.imports.plays import is_wizard


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
    chosen = header_with(most, holds, month_first=month_first)
    blocks = _blocks(upright, chosen, month_first=month_first)
    by_player = ("player", "round", "bid")
    blocks = [each for each in blocks if all(map(each[0].has, by_player))] or blocks
    found, unread = Found("table"), (chosen, most[chosen.rows :])
    is_read = [_add_games(found, *each) for each in blocks]
    header, rows = max(blocks, key=lambda block: len(block[1]), default=unread)
    found.columns = header.columns_above(rows)
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


def _blocks(
    tables: Sequence[Table], chosen: Header, *, month_first: bool | None
) -> list[tuple[Header, Table]]:
    """Return headers and the rows below; *chosen* is the one chosen by hand.

    The rows of further tables without a header belong to the one before.
    """
    found: list[tuple[Header, Table]] = []
    title: list[str] = []
    for table in tables:
        labels = table[chosen.rows - 1] if 0 < chosen.rows <= len(table) else []
        by_hand = any(chosen.columns) and labels == chosen.labels
        header = chosen if by_hand else header_of(table, month_first=month_first)
        if header:
            above = " ".join([*title, header.title])
            found.append((replace(header, title=above), table[header.rows :]))
            title = []
        elif found and len(table[0]) >= len(found[-1][0].columns):
            found[-1][1].extend(table)
        else:
            title += [cell for row in table for cell in row if cell]
    return found


def _add_games(found: Found, header: Header, rows: Table) -> bool:
    """Add the games of a table; return whether it has the columns of one."""
    header, rows = _split_lists(header, _of_wizard(found, header, rows))
    by_player, second = header.has("player"), _second_of_pairs(header, rows)
    named = [header.has(each) for each in ("round", "cards", "bid")]
    by_round = any(named) or any(header.has("bid", who) for who in header.players)
    by_round = by_round or bool(second)
    if not by_player and len(header.players) < (1 if by_round else 2):
        return False
    if by_player:
        rows = [row for row in rows if header.text(row, "player")]
    elif not by_round and not header.has("player", header.players[0]):
        rows = _without_sums(header, rows)
    games = _games(header, rows, by_round=by_round)
    if rows and not games:
        found.skip(Omission.INCOMPLETE)
    for game in games:
        try:
            made = (
                _by_rounds(header, game, second) if by_round else _result(header, game)
            )
            counts = False if header.text(game[0][1], "counts") == "0" else None
            found.add(made, Status(counts=counts))
        except Skipped as skipped:
            found.skip(skipped.reason, skipped.name)
    return True


def _of_wizard(found: Found, header: Header, rows: Table) -> Table:
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


_NAME_AND_TOTAL = re.compile(r"([^\W\d][^\d,;/|]{0,40}?)[ :=]{1,3}([-\u2212]?\d{1,4})")
_SEPARATORS = re.compile(r"[;/&|\n]|,\s|\s[–-]\s")


def _split_lists(header: Header, rows: Table) -> tuple[Header, Table]:
    """Give each player columns, if one has all of them, perhaps with their totals."""
    lists = [_listed(header, row) for row in rows]
    if header.players or header.has("player") or not lists or len(lists[0]) < 2:  # noqa: PLR2004 - one is no list
        return header, rows
    seats = [f"#{at}" for at in range(max(map(len, lists)))]
    added = [Heading(each, seat) for seat in seats for each in ("player", "total")]
    width = len(header.columns)
    rows = [
        [*[*row, *[""] * width][:width], *(cell for both in each for cell in both)]
        for row, each in zip(rows, lists, strict=True)
    ]
    return replace(header, columns=[*header.columns, *added]), rows


def _listed(header: Header, row: Sequence[str]) -> list[tuple[str, str]]:
    """Return the names and totals in a row such as ``Ann 120, Ben 80``."""
    said = _total(header, row)
    names, totals = (
        [part.strip() for part in _SEPARATORS.split(cell)]
        for cell in (header.text(row, "players"), said)
    )
    if len(names) < 2:  # noqa: PLR2004 - one is no list
        return _NAME_AND_TOTAL.findall(said)
    known = len(names) == len(totals)
    return [*zip(names, totals if known else ["?"] * len(names), strict=True)]


def _total(header: Header, row: Sequence[str], who: str = "") -> str:
    return header.text(row, "total", who) or header.text(row, "points", who)


def _people(header: Header, row: Sequence[str]) -> list[tuple[str, str]]:
    """Return of whom a row tells, and who they are in the header."""
    if header.has("player"):
        return [(header.text(row, "player"), "")]
    return [
        (header.text(row, "player", who) if header.has("player", who) else who, who)
        for who in header.players
    ]


def _second_of_pairs(header: Header, rows: Table) -> str:
    """Return what cells such as 1/30 have beside the bid: tricks or a total, if any."""
    cells = [header.text(row, "total", who) for row in rows for who in header.players]
    pairs = {whole(pair[2]) for pair in map(PAIR.fullmatch, cells) if pair}
    return "total" if pairs - {*range(21)} else "tricks" if pairs else ""


def _without_sums(header: Header, rows: Table) -> Table:
    """Return rows without those below all games, that say no day or add all up."""
    is_dated = any(map(header.day, rows))
    sums = dict.fromkeys(header.players, 0)
    found: Table = []
    for row in rows:
        own = {name: whole(_total(header, row, name)) or 0 for name in sums}
        adds_up = len(found) > 1 and own == sums
        is_empty = not any(map(str.isdigit, "".join(row)))
        says_no_day = header.text(row, "date") and not header.day(row)
        if not is_empty and not adds_up and not (is_dated and says_no_day):
            found.append(row)
            sums = {name: sums[name] + own[name] for name in sums}
    return found


_OPEN = {"pending", "in_progress", "skipped"}
"""Of a round that was not played to its end, in the tables of Escalier."""

Game = list[tuple[int, Sequence[str]]]
"""The rows of a game, each with the number of its round."""


def _games(header: Header, rows: Table, *, by_round: bool) -> list[Game]:
    """Split rows into games: by game, by date, or where rounds begin again."""
    games: dict[tuple[str, ...], list[Game]] = {}
    seen: dict[tuple[str, ...], set[tuple[int, str]]] = {}
    for at, row in enumerate(_filled(header, rows)):
        number = _number(header, row, at) if by_round else 0
        if number is None or header.text(row, "status") in _OPEN:
            continue
        own = "" if by_round or header.has("player") else str(at)
        key = header.text(row, "game"), header.text(row, "date"), own
        these = {(number, name) for name, _ in _people(header, row)}
        if key not in games or these & seen[key]:
            games.setdefault(key, []).append([])
            seen[key] = set()
        games[key][-1].append((number, row))
        seen[key] |= these
    return [game for found in games.values() for game in found]


def _filled(header: Header, rows: Table) -> Iterator[list[str]]:
    """Yield rows in which a game, date or round left out is that of the row above."""
    wanted = ["game", "date", *(("round", "cards") if header.has("player") else ())]
    places = [header.columns.index(Heading(x)) for x in wanted if header.has(x)]
    above = [""] * len(header.columns)
    for row in rows:
        filled = [*row, *[""] * len(above)][: max(len(row), len(above))]
        for at in places:
            filled[at] = above[at] = filled[at] or above[at]
        yield filled


def _number(header: Header, row: Sequence[str], at: int) -> int | None:
    """Return the number of the round of a row: as written, of cards, or counted."""
    for meaning in ("round", "cards"):
        if header.has(meaning):
            return header.number(row, meaning)
    return 0 if header.has("player") else at + 1


def _result(header: Header, game: Game) -> Document:
    """Return a game of which only totals are known; absent players have none."""
    totals, first = {}, game[0][1]
    if header.text(first, "finished") == "0":
        raise Skipped(Omission.INCOMPLETE)
    for _, row in game:
        for name, who in _people(header, row):
            said = _total(header, row, who)
            if who and (not name or said.casefold() in _ABSENT):
                continue
            if (total := whole(said)) is None:
                raise Skipped(Omission.NO_TOTALS, _words_of(header, row))
            totals[name] = total
    if not totals:
        raise Skipped(Omission.NO_TOTALS, _words_of(header, first))
    return result_document(totals, header.occasion(first))


def _words_of(header: Header, row: Sequence[str]) -> str:
    """Return the beginning of a row as it is in the file."""
    return " ".join(row[: len(header.labels) or None]).strip()[:40]


_ABSENT = {"", "-", "–", "—", "−", "x", "/", ".", "n/a", "na", "none"}


def _by_rounds(header: Header, game: Game, second: str) -> Document:
    rounds: dict[int, NotedRound] = {}
    for number, row in game:
        each = rounds.setdefault(number, NotedRound(number))
        cards = header.number(row, "cards")
        each.cards = each.cards if cards is None else cards
        each.trump = header.trump(row) or each.trump
        each.dealer = header.text(row, "dealer") or each.dealer
        for name, who in _people(header, row):
            each.entries[name] = _seat(header, row, who, second)
    numbers = sorted(rounds) if header.has("round") else rounds
    ordered = [rounds[number] for number in numbers]
    by_heading = header.has("player") or second == "tricks"
    start = with_points(ordered, by_heading=by_heading)
    return round_document(ordered, header.occasion(game[0][1]), start=start)


def _seat(header: Header, row: Sequence[str], who: str, second: str) -> NotedSeat:
    said = {each: header.number(row, each, who) for each in OF_A_PLAYER}
    if pair := PAIR.fullmatch(header.text(row, "total", who)):
        points = None if pair[3] is None else whole(pair[3])
        said |= {"bid": int(pair[1]), second: whole(pair[2]), "points": points}
    adjustment, gained = said["adjustment"] or 0, said["points"]
    return NotedSeat(
        said["bid"],
        said["tricks"],
        None if gained is None else gained - adjustment,
        adjustment,
        said["total"],
    )
