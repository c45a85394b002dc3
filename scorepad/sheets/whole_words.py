"""Korean sentences on paper: a line ends between words, as on a page of a browser.

Browsers are told so by ``word-break: keep-all``, which the maker of our PDF does not
know: it ends a line after any syllable.
"""

import re

KEPT_WHOLE = "ko"
_SENTENCES = re.compile(r"<(p|li)\b[^>]*>.*?</\1>", re.DOTALL)
_TAGS = re.compile(r"(<[^<>]*>)")
_LONGEST = 12
"""Syllables; what is longer is no word of ours, and may need to be torn."""
_WORD = re.compile(
    rf"(?<![\uac00-\ud7a3])[\uac00-\ud7a3]{{2,{_LONGEST}}}(?![\uac00-\ud7a3])[.,:;!?]*"
)
_WHOLE = r'<span style="white-space:nowrap">\g<0></span>'


def whole_words(html: str, language: str) -> str:
    """Keep the words of every sentence whole, where the *language* needs to be told.

    >>> whole_words("<p>두 마디</p><b>마디</b>", "ko").count("nowrap")
    1
    >>> whole_words("<p>Two words</p>", "en")
    '<p>Two words</p>'
    """
    if language != KEPT_WHOLE:
        return html
    return _SENTENCES.sub(lambda found: _kept(found[0]), html)


def _kept(sentence: str) -> str:
    parts = _TAGS.split(sentence)
    return "".join(
        part if part.startswith("<") else _WORD.sub(_WHOLE, part) for part in parts
    )
