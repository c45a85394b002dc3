"""What a cell says: a title, what a heading stands for, a day, a whole number."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import cache
from itertools import product
from typing import Any, Final

from scorepad.games.wizard.models import Deck
from scorepad.games.wizard.schedule import Trump
from scorepad.i18n.languages import LANGUAGES
from scorepad.i18n.terms import trump_name

BGG_IDS: Final = {"wizard": 1465, "towers": 355483}
"""The numbers of the games at boardgamegeek.com."""

_TITLE = re.compile(r"wizard(?: ?\(.*\))?", re.IGNORECASE)


def is_wizard(name: Any, number: Any = None) -> bool:
    """Return whether this is Wizard in other programs; *number* is BoardGameGeek's."""
    is_title = _TITLE.fullmatch(str(name).strip()) is not None
    return is_title or str(number) == str(BGG_IDS["wizard"])


WORDS: Final = {
    "round": "round runde rnd rd r manche ronda rodada hand 라운드 回合 轮 輪",
    "cards": "cards karten cartes cartas carte kartenzahl 카드 牌数 牌數",
    "player": "player spieler spielerin mitspieler name joueur jugador giocatore "
    "jogador who wer 플레이어 玩家",
    "players": "players spielerinnen mitspielerinnen joueurs jugadores giocatori "
    "jogadores teilnehmer",
    "bid": "bid bids ansage angesagt ansagen vorhersage vorhergesagt tipp prognose "
    "geboten gebot gesagt soll prediction predicted forecast guess called call annonce "
    "apuesta aposta dichiarazione 공약 预测 預測 叫墩",
    "tricks": "tricks trick stiche stich gemacht geholt taken got plis bazas prese "
    "vazas 트릭 墩 赢墩 贏墩",
    "made": "won made actual ist gewonnen erreicht achieved",
    "points": "points point punkte punkt pts pkt score scored scores puntos punti "
    "pontos ergebnis result 점수 得分 分数 分數",
    "total": "total totals totale running gesamt gesamtpunkte gesamtstand summe stand "
    "zwischenstand punktestand endstand kumuliert kum cumul cumulative acumulado "
    "cumulato sum final 총점 总分 總分",
    "adjustment": "adjustment adjust anpassung korrektur ajustement ajuste rettifica",
    "dealer": "dealer geber donneur repartidor mazziere dador 딜러 发牌者 發牌者",
    "trump": "trump trumpf trumpffarbe atout triunfo briscola trunfo 트럼프 王牌",
    "date": "date datum day tag when played gespielt abend spielabend evening fecha "
    "data jour 날짜 日期",
    "game": "game spiel partie partida partita jogo match 게임 牌局 局",
    "place": "place location ort lieu lugar luogo 장소 地点 地點",
    "minutes": "minutes minuten min mins duration dauer durée duración durata duração "
    "분 分钟 分鐘",
    "ignored": "count anzahl rounds runden rank rang platz position winner sieger "
    "gewinner id time uhrzeit zeit start "
    "ende average durchschnitt differenz difference bonus 라운드수 轮数 回合數",
    "finished": "finished beendet 끝남 已结束 已結束",
    "counts": "counts zählt 반영 计入 計入",
    "status": "status statut estado stato",
    "remark": "remark note notes comment comments bemerkung bemerkungen notiz notizen "
    "kommentar 비고 备注 備註",
}
"""The words for each column, in lower case."""

MEANING_OF: Final = {
    word: meaning for meaning, words in WORDS.items() for word in words.split()
}
OF_A_PLAYER: Final = ("bid", "tricks", "points", "total", "adjustment")
STRONGEST: Final = ("ignored", "bid", "tricks", "total", "adjustment", "points")
"""Of several words in a heading, these decide, in this order; then its last one."""

_FILLERS: Final = {
    *("no", "nr", "num", "number", "nummer", "name", "names", "namen", "anzahl"),
    *("the", "of", "in", "pro", "per", "by", "for", "on", "am", "des", "der", "la"),
    *("die", "das", "von", "vom", "für", "de", "du", "do", "da", "le", "les", "el"),
}
"""Words that do not tell what a column holds, unless they are alone."""

_ENDINGS = ("", "e", "n", "en", "er", "es", "s")
_COMPOUND = re.compile(r"(.+?)(?:en|n|s)?(?:nummer|nr|name|zahl)")


def meaning_of(cell: str) -> str | None:
    """Return what a header cell stands for.

    >>> meaning_of("Predicted tricks"), meaning_of("Spielername"), meaning_of("Ann")
    ('bid', 'player', None)
    """
    plain = unicodedata.normalize("NFKC", cell).casefold()
    words = [word for word in re.split(r"[\W_]+", plain) if word]
    if not words:
        return "round" if cell.strip() in {"#", "№"} else None
    telling = [word for word in words if word not in _FILLERS] or words
    found = [_meaning(word) for word in telling]
    if None in found:
        return "round" if words in (["no"], ["nr"]) else None
    if "players" in found and "anzahl" in words:
        return "ignored"
    return next((each for each in STRONGEST if each in found), found[-1])


def _meaning(word: str) -> str | None:
    if len(word) < 4:  # noqa: PLR2004 - short words have no endings
        return MEANING_OF.get(word)
    compound = _COMPOUND.fullmatch(word)
    stems = [word.removesuffix(ending) for ending in _ENDINGS]
    stems += [compound[1], f"{compound[1]}e"] if compound else []
    return next((MEANING_OF[stem] for stem in stems if stem in MEANING_OF), None)


_LANGUAGES = ("en", "de", "fr", "es", "it", "pt")
_NUMBERS = re.compile(
    r"(?<!\d)(\d{1,4})(?:([./-])\s?|년\s?|年)(\d{1,2})(?:\2\s?|월\s?|月)(\d{1,4})(?!\d)",
    re.ASCII,
)
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)([01]\d)([0-3]\d)(?!\d)", re.ASCII)
_SERIAL = re.compile(r"[34]\d{4}(?:\.\d+)?", re.ASCII)
_WORD = re.compile(r"[^\W\d_]{3,}")
_FIRST_SERIAL: Final = date(1899, 12, 30)  # from which spreadsheets count
_LAST_DAY = 31
_ORDER = 3  # as many dates are not in order by chance


def day_of(text: str, *, month_first: bool = False) -> date | None:
    """Return the day that a text names, if it does.

    >>> day_of("Fr, 21.11.25"), day_of("2025-11-21T20:10"), day_of("Nov 21, 2025")
    (datetime.date(2025, 11, 21), datetime.date(2025, 11, 21), datetime.date(2025, 11, 21))
    >>> day_of("2025年11月21日"), day_of("45982"), day_of("soon")
    (datetime.date(2025, 11, 21), datetime.date(2025, 11, 21), None)
    """  # noqa: E501 - a doctest has its result on one line
    if _SERIAL.fullmatch(text):
        return _FIRST_SERIAL + timedelta(days=int(float(text)))
    for year, month, day in _possible_days(text, month_first=month_first):
        try:
            return date(year + 2000 if year < 100 else year, month, day)  # noqa: PLR2004 - of two digits
        except ValueError:
            pass
    return None


def _possible_days(text: str, *, month_first: bool) -> Iterator[tuple[int, int, int]]:
    """Yield years, months and days, by numbers and then by the name of a month."""
    for found in filter(None, (_NUMBERS.search(text), _COMPACT.search(text))):
        parts = (each for each in found.groups() if each and each.isdigit())
        first, second, third = map(int, parts)
        if first > _LAST_DAY:
            yield first, second, third
        elif found[2] == "/" and month_first:
            yield third, first, second
        else:
            yield third, second, first
    numbers = [int(each) for each in re.findall(r"\d+", text)][:3]
    months = [_months()[w] for w in _WORD.findall(text.casefold()) if w in _months()]
    if len(numbers) > 1 and months:
        days = [each for each in numbers if 1 <= each <= _LAST_DAY]
        years = [each for each in numbers if each > _LAST_DAY] or numbers[1:]
        if days:
            yield years[0], months[0], days[0]


@cache
def _months() -> dict[str, int]:
    from babel.dates import get_month_names  # noqa: PLC0415 - only files need it

    found = {
        name.casefold().strip("."): number
        for language in _LANGUAGES
        for width in ("wide", "abbreviated")
        for number, name in get_month_names(width, locale=language).items()
    }
    return {**found, "mrz": 3, "märz": 3, "sept": 9}


def is_month_first(texts: Iterable[str], *, likely: bool) -> bool:
    """Return whether dates with slashes have the month first.

    The way that more dates allow tells; else that only one way has three or more in
    order; else what is *likely*.
    """
    found = (_NUMBERS.search(text) for text in texts)
    slashes = [each[0] for each in found if each and each[2] == "/"]
    ways = {
        first: [day for each in slashes if (day := day_of(each, month_first=first))]
        for first in (False, True)
    }
    most = max(map(len, ways.values()))
    possible = [first for first, days in ways.items() if len(days) == most]
    if len(possible) > 1 and len(slashes) >= _ORDER:
        possible = [first for first in possible if ways[first] == sorted(ways[first])]
    return possible[0] if len(possible) == 1 else likely


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


def trump_of(text: str) -> Trump | None:
    """Return the trump that a text names."""
    said = text.casefold()
    first = re.split(r"[/·\s]", said, maxsplit=1)[0]
    return _trumps().get(said) or _trumps().get(first)


_UNIT = re.compile(r" ?(?:p|pts?|pkt|punkte|points)\.?$", re.IGNORECASE)
_THOUSANDS = re.compile(r"^([-+]?[1-9]\d?)[.,'’\s](\d{3})$", re.ASCII)
_ZEROS = re.compile(r"[.,]00?$")
_WHOLE = re.compile(r"[-+]?\d{1,6}", re.ASCII)  # a million is no total


def whole(value: Any) -> int | None:
    """Return a whole number from text such as ``-10``, ``−10``, ``30,0`` or ``1.120``.

    >>> whole("−10"), whole("30,0"), whole("1.120"), whole("1e3"), whole("")
    (-10, 30, 1120, None, None)
    """
    text = _UNIT.sub("", str(value).strip())
    text = text.replace("\u2212", "-").replace("\u2013", "-")
    text = _ZEROS.sub("", _THOUSANDS.sub(r"\1\2", text))
    return int(text) if _WHOLE.fullmatch(text) else None
