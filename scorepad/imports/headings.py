"""The headings of tables: which column holds what, in the languages of players."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from scorepad.games.wizard.schedule import Trump
from scorepad.imports.files import FileProblem, Table, UnreadableError
from scorepad.imports.found import Document
from scorepad.imports.games import about, whole

WORDS: Final = {
    "round": "round runde rnd rd manche ronda mano rodada hand nr no # 라운드 回合 "
    "轮 輪",
    "cards": "cards karten cartes cartas carte kartenzahl 카드 牌数 牌數",
    "player": "player spieler spielerin name joueur jugador giocatore jogador "
    "플레이어 玩家",
    "bid": "bid bids ansage angesagt ansagen vorhersage tipp prognose geboten "
    "prediction predicted called annonce apuesta aposta dichiarazione 공약 预测 預測",
    "tricks": "tricks trick stiche stich gemacht made taken won got plis bazas prese "
    "vazas 트릭 墩 赢墩 贏墩",
    "points": "points punkte pts pkt score scored puntos punti pontos 점수 "
    "得分 分数 分數",
    "total": "total totals running gesamt summe stand zwischenstand gesamtpunkte "
    "endstand kumuliert cumul acumulado cumulato sum 총점 总分 總分",
    "adjustment": "adjustment adjust anpassung korrektur ajustement ajuste rettifica",
    "dealer": "dealer geber donneur repartidor mazziere dador 딜러 发牌者 發牌者",
    "trump": "trump trumpf atout triunfo briscola trunfo 트럼프 王牌",
    "date": "date datum day tag played fecha data jour 날짜 日期",
    "game": "game spiel partie partida partita jogo match 게임 牌局 局",
    "place": "place location ort lieu lugar luogo 장소 地点 地點",
    "minutes": "minutes minuten min duration dauer durée duración durata duração 분 "
    "分钟 分鐘",
    "ignored": "players count rounds runden rank rang winner sieger gewinner won "
    "finished counts status id time uhrzeit 라운드수 轮数 回合數",
    "remark": "remark note notes comment comments bemerkung notiz 비고 备注 備註",
}
"""The words for each column, in lower case."""

MEANING_OF: Final = {
    word: meaning for meaning, words in WORDS.items() for word in words.split()
}
OF_A_PLAYER: Final = ("bid", "tricks", "points", "total", "adjustment")
MOST_HEADER_ROWS = 6
PAIR = re.compile(
    r"(\d{1,2})\s*/\s*(\d{1,2})(?:\s*=\s*([-+\u2212]?\d{1,4}))?", re.ASCII
)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
_DAY = re.compile(r"(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})", re.ASCII)
_COLOURS = {
    Trump.BLUE: "blue blau bleu azul blu 파랑 蓝 藍",
    Trump.GREEN: "green grün grun vert verde 초록 绿 綠",
    Trump.RED: "red rot rouge rojo rosso 빨강 红 紅",
    Trump.YELLOW: "yellow gelb jaune amarillo giallo 노랑 黄 黃",
    Trump.NONE: "none kein keine keiner aucun no - 없음 无 無",
}
_TRUMPS = {word: trump for trump, words in _COLOURS.items() for word in words.split()}


class Heading(NamedTuple):
    """What a column holds: a *meaning*, of one *player* in the wide layouts."""

    meaning: str
    player: str = ""


class Header(NamedTuple):
    """The columns of a table, and the number of its first row of data.

    *title* is the text above the header, which may contain a date.
    """

    columns: tuple[Heading | None, ...]
    rows: int
    title: str = ""
    month_first: bool = False

    def has(self, meaning: str, player: str = "") -> bool:
        """Return whether there is such a column."""
        return Heading(meaning, player) in self.columns

    @property
    def players(self) -> list[str]:
        """Return the names of the players in the header, in order."""
        return [*dict.fromkeys(c.player for c in self.columns if c and c.player)]

    def text(self, row: Sequence[str], meaning: str, player: str = "") -> str:
        """Return the text of a row in a column, empty if there is none."""
        wanted = Heading(meaning, player)
        at = self.columns.index(wanted) if wanted in self.columns else len(row)
        return row[at] if at < len(row) else ""

    def number(self, row: Sequence[str], meaning: str, player: str = "") -> int | None:
        """Return the whole number of a row in a column; a round may be "Round 1"."""
        text = self.text(row, meaning, player)
        if meaning == "round" and (found := _NUMBER.search(text)):
            return int(found[0])
        return whole(text)

    def trump(self, row: Sequence[str]) -> str | None:
        """Return the trump that a row names."""
        trump = _TRUMPS.get(self.text(row, "trump").casefold().split("/")[0].strip())
        return trump.value if trump else None

    def occasion(self, row: Sequence[str]) -> Document:
        """Return the date, place and remark of a row, as keys of a document."""
        place = self.text(row, "place")
        return about(
            day_of(self.text(row, "date") or self.title, month_first=self.month_first),
            self.number(row, "minutes"),
            place="" if place.isdigit() else place,  # a rank
            remark=self.text(row, "remark"),
        )


def meaning_of(cell: str) -> str | None:
    """Return what a header cell stands for."""
    word = unicodedata.normalize("NFKC", cell).casefold().strip(" .:#()[]_")
    return MEANING_OF.get(word or cell.strip())


def _column(cell: str, above: str = "") -> Heading | None:
    """Return what a header cell says, perhaps below a player's name."""
    meaning = meaning_of(cell)
    if meaning in OF_A_PLAYER and above:
        return Heading(meaning, above)
    if meaning or not cell:
        return Heading(meaning) if meaning else None
    # Longest word first, so that "total points" is not a player called "total".
    parts = re.split(r"[\s:_()\[\]/,–-]+", cell.strip(" )]"))
    for last in (True, False):
        word = parts[-1] if last else parts[0]
        rest = cell.strip(" )]")
        rest = rest[: -len(word)] if last else rest[len(word) :]
        name = rest.strip(" :_()[]/,–-")
        if meaning_of(word) in OF_A_PLAYER and name and meaning_of(name) is None:
            return Heading(meaning_of(word) or "", name)
    return None


def header_of(table: Table) -> Header:
    """Return the columns of a *table*.

    :raises UnreadableError: no row looks like a header.
    """
    for at, row in enumerate(table[:MOST_HEADER_ROWS]):
        above = _filled(table[at - 1], len(row)) if at else [""] * len(row)
        columns = [_column(cell, over) for cell, over in zip(row, above, strict=True)]
        known = [each for each in columns if each]
        if len(known) > 1 or (known and len(row) > len(known)):
            rows = table[at + 1 :]
            title = " ".join(cell for line in table[:at] for cell in line if cell)
            header = Header(tuple(_with_names(columns, row, rows)), at + 1, title)
            return header._replace(month_first=_is_month_first(header, rows))
    raise UnreadableError(FileProblem.NO_COLUMNS)


def _filled(row: Sequence[str], width: int) -> list[str]:
    """Return the names of a row above the header, each over all its columns."""
    filled, name = [], ""
    for cell in [*row, *[""] * width][:width]:
        name = ("" if meaning_of(cell) else cell) if cell else name
        filled.append(name)
    return filled


def _with_names(
    columns: Sequence[Heading | None], row: Sequence[str], rows: Table
) -> list[Heading | None]:
    """Add the columns that are headed by a name alone, with numbers below."""
    if any(each and (each.player or each.meaning == "player") for each in columns):
        return [*columns]
    return [
        Heading("total", cell)
        if column is None and cell and _is_figures(rows, at)
        else column
        for at, (column, cell) in enumerate(zip(columns, row, strict=True))
    ]


def _is_figures(rows: Table, at: int) -> bool:
    cells = [row[at] for row in rows if at < len(row) and row[at]]
    return bool(cells) and all(
        whole(cell) is not None or PAIR.fullmatch(cell) for cell in cells
    )


def _is_month_first(header: Header, rows: Table) -> bool:
    """Return whether dates with slashes have the month first: no month is over 12."""
    found = (_DAY.fullmatch(header.text(row, "date")) for row in rows)
    firsts = [int(each[1]) for each in found if each and each[2] == "/"]
    return bool(firsts) and all(first <= 12 for first in firsts)  # noqa: PLR2004 - months


def day_of(text: str, *, month_first: bool = False) -> date | None:
    """Return the day that a text such as ``21.11.2025`` names.

    >>> day_of("21.11.25"), day_of("2025-11-21 20:10"), day_of("soon")
    (datetime.date(2025, 11, 21), datetime.date(2025, 11, 21), None)
    """
    found = _DAY.search(text)
    if not found:
        return None
    first, second, third = int(found[1]), int(found[3]), int(found[4])
    if first > 31:  # noqa: PLR2004 - no day, so a year
        year, month, day = first, second, third
    elif found[2] == "/" and month_first:
        month, day, year = first, second, third
    else:
        day, month, year = first, second, third
    try:
        return date(year + 2000 if year < 100 else year, month, day)  # noqa: PLR2004 - of two digits
    except ValueError:
        return None
