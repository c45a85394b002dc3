"""A random visitor who follows any link and sends any form of our pages."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from io import BytesIO

from tests.support.phone import OURS

NOT_A_PAGE = re.compile(r"\.(pdf|png|csv|json|crt|webmanifest)|/book|/cards|:|/static/")
ENDS_IT_ALL = re.compile(r"/(leave|delete|revoke|language|cancel|cards\.pdf)$")
"""Paths after which there is nothing to continue with, or nothing to see."""
WORDS = [
    *("", " ", "Anna", "Zoë", "Player 1", "<b>&'\"", "=1+1", "\x00", "\u202e", "🧙"),
    *("-1", "0", "1", "１", "1.5", "9" * 20, "1 2 3", "x" * 41, "yes", "null", "../.."),
    *("2026-02-30", "0001-01-01", "9999-12-31", "2026-11-25", "ABCD-EFGH"),
]
KNOWN_VALUES = {"radio", "checkbox", "button", "hidden", "submit"}
FILES = [b"", b"{}", b"[]", b"%PDF-1.4", b"\xff\xfe", b'{"players": []}']


@dataclass
class Form:
    """A form of a page: the possible values of each field, by name."""

    action: str
    is_post: bool
    fields: dict[str, list[str]] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)

    def filled(self, chance):
        """Fill it in as people do, and sometimes wrongly."""
        is_odd = chance.random() < 0.15
        known = {name: chance.choice(values) for name, values in self.fields.items()}
        for name, value in self.typed.items():
            known[name] = chance.choice([value, value, chance.choice(WORDS)])
        for name in known:
            if is_odd and chance.random() < 0.3:
                known[name] = chance.choice(WORDS)
        sent = {name: (BytesIO(chance.choice(FILES)), "game") for name in self.files}
        return {**known, **sent}


class Page(HTMLParser):
    """The *links* and the *forms* of a page."""

    def __init__(self, text):
        super().__init__()
        self.links = []
        self.forms = []
        self._choice = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        told = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in told:
            self.links.append(told["href"].partition("#")[0])
        elif tag == "form":
            self.forms.append(
                Form(told.get("action", ""), told.get("method") == "post")
            )
        elif tag == "option" and self._choice is not None:
            self._choice.append(told.get("value", ""))
        elif self.forms and told.get("name"):
            self._note_field(tag, told)

    def _note_field(self, tag, told):
        form, name, value = self.forms[-1], told["name"], told.get("value", "")
        kind = told.get("type", "text") if tag == "input" else tag
        if kind == "select":
            self._choice = form.fields.setdefault(name, [])
        elif kind == "file":
            form.files.append(name)
        elif kind in KNOWN_VALUES:
            form.fields.setdefault(name, []).append(value)
        else:
            form.typed[name] = value


def stroll(phone, chance, path, steps):
    """Go from page to page; yield each request with its response."""
    for _ in range(steps):
        if NOT_A_PAGE.search(path) or not path.startswith("/"):
            return
        answer = phone.client.get(path, follow_redirects=True)
        yield f"GET {path}", answer
        if answer.mimetype != "text/html":
            return
        page = Page(answer.text)
        forms = [each for each in page.forms if not ENDS_IT_ALL.search(each.action)]
        if forms and chance.random() < 0.5:
            form = chance.choice(forms)
            yield send(phone, chance, form, form.action or path)
        elif page.links:
            path = chance.choice(page.links)


def send(phone, chance, form, action):
    sent, to = form.filled(chance), action.partition("?")[0].partition("#")[0]
    said = f"{to} {sent}"
    if form.is_post:
        answer = phone.client.post(to, data=sent, headers=OURS)
        return f"POST {said}", answer
    return f"GET {said}", phone.client.get(to, query_string=sent)
