"""I08, I05: typed text never runs as code, and no name outgrows its place."""

import pytest

from tests.browser.chromium import PHONE
from tests.browser.fitting import assert_it_fits
from tests.web.typed import group_that_says

EVIL = "<img src=x onerror=alert(1)>"
TELLS_OF_IT = ("seasons/1", "games/{uuid}", "games/{uuid}/sheet", "people")
OPENS = ("invites", "games/{uuid}/live", "players/{player}", "towers/{uuid}")

PLAIN = "Ute"
STRANGE = (
    "".join(f"{letter}\u0302\u0315\u031b\u0323\u0329\u0330" for letter in "Zoe"),
    "\u202e\u05d3\u05e0\u05d4 1",
    "\U0001f469\u200d\U0001f469\u200d\U0001f467",
)
CELLS = """() => [...document.querySelectorAll(".standings tbody tr")].map((row) =>
    [...row.cells].map((cell) => {
        const {left, width, height} = cell.getBoundingClientRect();
        return [left, width, height].map(Math.round);
    }))"""
"""The positions of the cells of the standings, a row for each."""


def as_owner(phone, page):
    token = phone.client.get_cookie("s").value
    page.context.add_cookies([{"name": "s", "value": token, "url": page.url}])


def test_i08_what_was_typed_opens_no_window(phone, open_page):
    values = group_that_says(phone, EVIL)
    page = open_page("/how")
    as_owner(phone, page)
    opened = []
    page.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))

    for path in (*TELLS_OF_IT, *OPENS):
        page.goto(f"/g/{phone.group}/{path.format(**values)}")
        assert EVIL in page.locator("body").inner_text() or path in OPENS, path
        assert page.locator("img[src=x]").count() == 0, path

    assert opened == []


@pytest.mark.wide
def test_i05_a_strange_name_moves_nothing_around_it(phone, open_page):
    names = (PLAIN, *STRANGE)
    phone.play(*names, rounds=[([1, 1, 1, 1], [1, 0, 0, 0])])
    page = open_page("/how")
    as_owner(phone, page)

    page.goto(f"/g/{phone.group}/seasons/1")

    rows = page.evaluate(CELLS)
    assert len(rows) == len(names)
    assert all(row == rows[0] for row in rows)
    assert_it_fits(page, PHONE["width"])
