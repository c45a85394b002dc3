"""Finds English text on a translated page."""

import re
from functools import cache
from html.parser import HTMLParser
from itertools import chain

from babel import Locale
from babel.messages.mofile import read_mo

from scorepad.i18n.languages import CATALOGUES

WORD = re.compile(r"[A-Za-z\u00c0-\u024f]{2,}")
NOT_SAID = re.compile(r"\{\w+\}|https?://\S+|\b[0-9a-f]{8,}\b|\S+[/@#]\S+")
"""Placeholders, URLs and ids."""

HALF_WIDTH = re.compile(r".{0,9}(?:[,:](?=\s)|[\u3400-\u9fff][,:;?!]).{0,9}")

NOT_READ = {"script", "style", "code", "bdi", "kbd"}
"""Elements whose text is a name or has no language."""

SAID_BY = {"aria-label", "title", "alt", "placeholder"}
HAVE_NO_END = {"input", "img", "br", "hr", "link", "meta", "source", "col", "wbr"}
TERMS = {"Scorepad", "Wizard", "PDF", "CSV", "QR", "JSON"}


class _Reader(HTMLParser):
    def __init__(self, language):
        super().__init__()
        self.language = language
        self.around = []
        self.said = []

    @property
    def listens(self):
        return all(own for _, own in self.around)

    def handle_starttag(self, tag, attrs):
        about = dict(attrs)
        own = about.get("lang", self.language) == self.language
        if self.listens and own:
            self.said += [about[name] or "" for name in SAID_BY & about.keys()]
        if tag not in HAVE_NO_END:
            self.around.append((tag, own and tag not in NOT_READ))

    def handle_endtag(self, tag):
        while tag in [name for name, _ in self.around]:
            if self.around.pop()[0] == tag:
                return

    def handle_data(self, data):
        if self.listens:
            self.said.append(data)


def half_width_in(html, language):
    """Return places where Chinese text has a comma or colon of Latin text.

    Between figures, as in 20:14, they are right.
    """
    if not language.tag.startswith("zh"):
        return set()
    reader = _Reader(language.tag)
    reader.feed(re.sub(r"</?(?:bdi|b|small|strong)\b[^>]*>", "", html))
    return set(HALF_WIDTH.findall("".join(reader.said)))


def left_in(html, language, names):
    """Return English words, and Latin punctuation in Chinese text."""
    return english_in(html, language, names) | half_width_in(html, language)


def english_in(html, language, names):
    """Return words in Latin letters that are neither of *language* nor *names*.

    Words of its catalogue are allowed: brands in Korean, all words in German.
    """
    reader = _Reader(language.tag)
    reader.feed(html)
    said = {
        word for text in reader.said for word in WORD.findall(NOT_SAID.sub("", text))
    }
    return said - _words_of(language) - names - TERMS


@cache
def _words_of(language):
    with (CATALOGUES / language.folder / "LC_MESSAGES/messages.mo").open("rb") as file:
        strings = [message.string for message in read_mo(file) if message.id]
    texts = chain.from_iterable([s] if isinstance(s, str) else s for s in strings)
    months = Locale.parse(language.formats).months["format"]
    named = [
        name for width in ("wide", "abbreviated") for name in months[width].values()
    ]
    return frozenset(word for text in [*texts, *named] for word in WORD.findall(text))
