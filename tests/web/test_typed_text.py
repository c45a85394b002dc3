"""I08: whatever people type is shown as they typed it, on every page, and never run."""

import csv
import html
import io
import json
from urllib.parse import quote, quote_plus

import pytest

from tests.support.wide import first_of
from tests.web.addresses import group_that_says, read

MARK = "xhexx7"
TYPED = [
    '<xhexx7 a="\'">{{7*7}}${7*7}</x>',
    "</script><script>alert(xhexx7)</script>",
    '"onmouseover="alert(xhexx7)',
    "*{xhexx7:expression(alert(1))}",
    "'); DROP TABLE player;--xhexx7",
    '=HYPERLINK("//xhexx7.example")',
    "{% xhexx7 %}{{ config }}#{7*7}",
    "javascript:alert('xhexx7')//&lt;&#60;",
]


def ways_to_write(text):
    """How a page may say it: as HTML, shortened in a chart, in JSON or an address."""
    as_json = json.dumps(text, ensure_ascii=False)[1:-1]
    shortened = (f"{text[:length]}…" for length in range(len(text)))
    return {
        *(
            html.escape(each).replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
            for each in (text, as_json, *shortened)
            if MARK in each
        ),
        quote(text, safe=""),
        quote(as_json, safe=""),  # for BG Stats
        quote(text),
        quote_plus(text),
    }


def whole(answer):
    """The texts of a file, read as programs read it."""
    if answer.mimetype == "application/json":
        found = []
        json.loads(
            answer.text,
            object_pairs_hook=lambda pairs: found.extend(
                value for _, value in pairs if isinstance(value, str)
            ),
        )
        return found
    return [cell for row in csv.reader(io.StringIO(answer.text[1:])) for cell in row]


@pytest.mark.parametrize("text", first_of(TYPED))
def test_i08_typed_text_is_shown_and_never_markup(app, phone, text, quick_renderer):
    shown = 0
    for path in read(app, group_that_says(phone, text)):
        answer = phone.client.get(path, buffered=True)
        expected = {404} if path == "/api/running" else {200, 302, 303}
        assert answer.status_code in expected, path
        if answer.mimetype == "text/html":
            said = answer.text.count(MARK)
            ways = ways_to_write(text)
            assert sum(answer.text.count(each) for each in ways) == said, path
            shown += said
        elif answer.mimetype in {"application/json", "text/csv"}:
            for each in whole(answer):
                assert MARK not in each or text in each, path
    assert shown > 100
