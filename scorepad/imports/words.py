"""The words of headings, in the languages of players, and what they stand for."""

import re
import unicodedata
from typing import Final

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

_FILLERS: Final = frozenset(
    {
        *("no", "nr", "num", "number", "nummer", "name", "names", "namen", "anzahl"),
        *("the", "of", "in", "pro", "per", "by", "for", "on", "am", "des", "der", "la"),
        *("die", "das", "von", "vom", "für", "de", "du", "do", "da", "le", "les", "el"),
    }
)
"""Words that do not tell what a column holds, unless they are alone."""

_ENDINGS = ("", "e", "n", "en", "er", "es", "s")
_COMPOUND = re.compile(r"(.+?)(?:en|n|s)?(?:nummer|nr|name|zahl)")


def meaning_of(cell: str) -> str | None:
    """Return what a header cell stands for.

    >>> meaning_of("Predicted tricks"), meaning_of("Spielername"), meaning_of("Ann")
    ('bid', 'player', None)
    """
    words = words_in(cell)
    if not words:
        return "round" if cell.strip() in {"#", "№"} else None
    telling = [word for word in words if word not in _FILLERS] or words
    found = [_meaning(word) for word in telling]
    if None in found:
        return "round" if words in (["no"], ["nr"]) else None
    if "players" in found and "anzahl" in words:
        return "ignored"
    return next((each for each in STRONGEST if each in found), found[-1])


def words_in(cell: str) -> list[str]:
    """Return the words of a header cell, in lower case."""
    plain = unicodedata.normalize("NFKC", cell).casefold()
    return [word for word in re.split(r"[\W_]+", plain) if word]


def _meaning(word: str) -> str | None:
    if len(word) < 4:  # noqa: PLR2004 - short words have no endings
        return MEANING_OF.get(word)
    compound = _COMPOUND.fullmatch(word)
    stems = [word.removesuffix(ending) for ending in _ENDINGS]
    stems += [compound[1], f"{compound[1]}e"] if compound else []
    return next((MEANING_OF[stem] for stem in stems if stem in MEANING_OF), None)
