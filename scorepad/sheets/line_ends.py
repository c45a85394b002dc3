"""Where a line of a name may end, as the maker of our PDF sees it."""

import re

HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
EMOJIS = "\u2600-\u27ff\U0001f000-\U0001faff"
_WORD = re.compile(r"(?:[^\s-]|\xa0)*-|(?:[^\s-]|\xa0)+\s*|\s+")
_BEGINS_NO_LINE = (
    "\u3005\u303b\u309d\u309e\u30fc\u30fd\u30fe"  # marks that repeat and lengthen
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ・"
)
_STANDS_ALONE = (
    f"[{_BEGINS_NO_LINE}{HAN}\u3040-\u30ff\u3130-\u318f\uac00-\ud7af{EMOJIS}]"
)
_MAY_END = "/–—!?…|"
_PART = re.compile(
    rf"(?:{_STANDS_ALONE}(?:\ufe0f|[\U0001f3fb-\U0001f3ff]|\u200d.)*"
    rf"|(?:(?!{_STANDS_ALONE})[^{_MAY_END}])+[{_MAY_END}]*|[{_MAY_END}]+)"
    rf"[{_BEGINS_NO_LINE}]*"
)


def words_in(text: str) -> list[str]:
    """The words of a text, with the space or the hyphen that ends each.

    >>> words_in("Ute-Maria von 王小明")
    ['Ute-', 'Maria ', 'von ', '王小明']
    """
    return _WORD.findall(text)


def parts_of(word: str) -> list[str]:
    """What no line ends within, of a word that is longer than one.

    One character of Chinese, Japanese or Korean, an emoji, or the letters of others up
    to the next sign. What is still longer than a line ends anywhere.

    >>> parts_of("王小明"), parts_of("Anna々B"), parts_of("a/b")
    (['王', '小', '明'], ['Anna々', 'B'], ['a/', 'b'])
    """
    return _PART.findall(word)
