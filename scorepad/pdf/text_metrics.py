"""Text metrics: regional forms, width and font size of a text.

The widths in ``letter_widths.json`` were measured in our fonts, in hundredths of the
font size, rounded up; a test compares both. Unlisted letters are no wider than others
of their script; accents do not change a width.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping

from scorepad.i18n.languages import with_breaks
from scorepad.pdf.worker import ROOT

HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
EMOJIS = "\u2600-\u27ff\U0001f000-\U0001faff"
# Words, each with the space or hyphen that ends it.
_WORD = re.compile(r"(?:[^\s-]|\xa0)*-|(?:[^\s-]|\xa0)+\s*|\s+")
_BEGINS_NO_LINE = (
    "\u3005\u303b\u309d\u309e\u30fc\u30fd\u30fe"  # iteration and length marks
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ・"
)
_STANDS_ALONE = (
    f"[{_BEGINS_NO_LINE}{HAN}\u3040-\u30ff\u3130-\u318f\uac00-\ud7af{EMOJIS}]"
)
_HYPHEN = "\xad"  # at the end of a syllable; seen only where a line ends
_MAY_END = f"/–—!?…|{_HYPHEN}"
# One CJK character, an emoji, or other letters up to the next symbol: the unbreakable
# parts of a word longer than a line. A part that is longer still breaks anywhere.
_PART = re.compile(
    rf"(?:{_STANDS_ALONE}(?:\ufe0f|[\U0001f3fb-\U0001f3ff]|\u200d.)*"
    rf"|(?:(?!{_STANDS_ALONE})[^{_MAY_END}])+[{_MAY_END}]*|[{_MAY_END}]+)"
    rf"[{_BEGINS_NO_LINE}]*"
)
_WIDTHS = json.loads((ROOT / "templates/sheets/letter_widths.json").read_bytes())
# Widths in our sans; in our sans and our serif, whichever is wider; and of letters that
# are wider than others of their script.
REGULAR, BOLD, WIDE = (
    {letter: int(width) / 100 for width in widths for letter in widths[width]}
    for widths in (_WIDTHS["regular"], _WIDTHS["bold"], _WIDTHS["wide"])
)
_POINTS_PER_MM = 72 / 25.4
_IS_EMOJI = re.compile(f"[{EMOJIS}]")
_JOINED = re.compile("\u200d+.", re.DOTALL)  # one picture with the emoji before
_SKINS = frozenset("\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
# Bidirectional classes that do not reorder their neighbours.
_LEFT_TO_RIGHT = {"L", "EN", "ES", "ET", "CS", "ON", "WS", "NSM", "BN", "B", "S"}
SHORT = 8  # letters of a word that is not broken if there is a size at which it fits
# How small, beside its largest size, a longer word may be so that it is not broken.
LEAST_WHOLE = 2 / 3


def forms_for(text: str, page: str) -> str | None:
    """Return the language tag with the right regional forms for *text*, if it matters.

    The same Han character has different forms in Taipei, Beijing, Seoul and Tokyo.
    Hangul and kana decide; pure Han is detected by its characters or, if they are
    common to all, by the language of the *page*.
    """
    if re.search("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]", text):
        return "ko"
    if re.search("[\u3040-\u30ff]", text):
        return "ja"
    han = "".join(re.findall(f"[{HAN}]", text))
    if not han:
        return None
    simplified, traditional = (
        han.encode(charset, "ignore").decode(charset) == han
        for charset in ("gb2312", "big5")
    )
    if simplified == traditional:
        return page if page in {"zh-Hant", "zh-Hans"} else "zh-Hans"
    return "zh-Hans" if simplified else "zh-Hant"


def runs_left(text: str) -> bool:
    """Return whether *text* could reorder what is beside it."""
    return not _LEFT_TO_RIGHT.issuperset(map(unicodedata.bidirectional, text))


def ems(text: str, *, bold: bool = True) -> float:
    """Return an upper bound of the width of *text* in our fonts, in ems."""
    known = BOLD if bold else REGULAR
    letters = _JOINED.sub("", unicodedata.normalize("NFC", text))
    return round(sum(_width(letter, known) for letter in letters), 3)


def _width(character: str, known: Mapping[str, float]) -> float:
    letter = unicodedata.normalize("NFD", character)[0]
    if character in WIDE or letter in known:
        return WIDE.get(character) or known[letter]
    is_mark = unicodedata.category(character) in {"Mn", "Me", "Cf"}
    # Arabic, including words as one character.
    arabic = max(1.4, 0.95 * len(unicodedata.normalize("NFKD", character)))
    widths = (
        (is_mark or character in _SKINS, 0.0),
        (_IS_EMOJI.match(character), 1.4),  # the emoji font exceeds the square
        (unicodedata.east_asian_width(character) in "WF", 1.0),
        (character >= "\U0001d400", 1.3),  # letters of mathematics
        ("\ufb50" <= character < "\uff00", arabic),
        (character > "\u0590", 0.95),  # beyond Latin, Greek, Cyrillic
        (character.isupper(), 0.78),
    )
    return next((width for is_so, width in widths if is_so), 0.66)


def lines_in(text: str, *, width_mm: float, points: float, bold: bool = False) -> int:
    """Return how many lines *text* of so many *points* takes in a column.

    Long words are broken between syllables, as ``person`` in the templates does it.
    """
    width = width_mm * _POINTS_PER_MM / points
    lines, left = 1, width
    for word in _WORD.findall(with_breaks(text)):
        is_too_long = ems(word.rstrip(), bold=bold) > width
        for piece in _PART.findall(word) if is_too_long else (word,):
            needed = ems(piece.rstrip(), bold=bold)
            hyphen = ems("-", bold=bold) if piece.endswith(_HYPHEN) else 0.0
            if needed + hyphen > left and left < width:
                lines, left = lines + 1, width
            while needed > left:
                # A broken word loses up to one em: the next letter did not fit.
                needed -= max(left - 1, 1)
                lines, left = lines + 1, width
            space = len(piece) - len(piece.rstrip())
            left -= min(needed + space * BOLD[" "], left)
    return lines


def lines_of(entries: Iterable[str], *, width_mm: float, points: float) -> int:
    """Return how many lines unbroken *entries* take, with a symbol before each."""
    space = "\N{NO-BREAK SPACE}"
    texts = [f"WW {entry}".replace(" ", space) for entry in entries]
    text = (" " * 8).join(texts)
    return lines_in(text, width_mm=width_mm, points=points) if texts else 0


def size_for(
    text: str, *, width_mm: float, sizes: Mapping[int, int] | Mapping[float, int]
) -> float:
    """Return the first of *sizes* (points, with the lines each may take) that fits.

    A size that breaks no word is preferred. If that is much smaller than the first,
    long words are broken between syllables or Chinese characters. The last size is
    used if none fits.
    """
    words = [word.rstrip() for word in _WORD.findall(with_breaks(text))]
    parts = [
        part
        for word in words
        for part in (_PART.findall(word) if len(word) > SHORT else (word,))
    ]
    whole, part = (max(map(ems, each), default=0.0) for each in (words, parts))
    for least, smallest in ((whole, LEAST_WHOLE), (part, 0.0), (0.0, 0.0)):
        for size, lines in sizes.items():
            needed = lines_in(text, width_mm=width_mm, points=size, bold=True)
            is_wide_enough = least <= width_mm * _POINTS_PER_MM / size
            if size >= smallest * max(sizes) and is_wide_enough and needed <= lines:
                return size
    return list(sizes)[-1]
