"""Charts in a browser: every value can be reached by touch and keyboard."""

from datetime import date

import pytest
from playwright.sync_api import expect

from scorepad.cli.demo import simulated_season
from tests.web.test_filters import recorded

KINDS = {"totals-chart", "labelled", "rating-chart", "calibration", "heat"}


LONG = (
    "Wolfeschlegelsteinhausenbergerdorff-Mai",
    "Ute",
    "Bartholomew Featherstonehaugh-Cholmond",
)
WIDTHS = (320, 360, 720, 834, 1000, 1100, 1101, 1280)


def page_of_season(app, phone, open_page, names, games):
    until = date(2026, 11, 20)
    season = simulated_season(names, games=games, seed=3, until=until)
    first, *_ = recorded(app, phone, *(each.game for each in season if each.finished))
    page = open_page("/", has_touch=True)
    cookie = {"name": "s", "value": phone.client.get_cookie("s").value, "url": page.url}
    page.context.add_cookies([cookie])
    return page, first


@pytest.mark.wide
def test_the_longest_names_fit_the_season_at_every_width(app, phone, open_page):
    page, _ = page_of_season(app, phone, open_page, LONG, games=30)

    wide = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 1000})
        for order in ("average", "rating"):
            page.goto(f"/g/{phone.group}/seasons/1?by={order}")
            found = page.evaluate("document.documentElement.scrollWidth")
            wide |= {(width, order): found} if found > width else {}

    assert page.locator(".standings tbody tr").count() == len(LONG)
    assert wide == {}


def test_a_finger_and_the_keyboard_find_the_values_of_every_kind_of_chart(
    app, phone, open_page
):
    names = ("Ute", "Kevin", "Anna")
    page, first = page_of_season(app, phone, open_page, names, games=4)
    seen, ute = set(), f"players/{phone.people['Ute']}"

    for path in ("seasons/1/race", ute, f"{ute}?part=games", f"games/{first}"):
        page.goto(f"/g/{phone.group}/{path}")
        for figure in page.locator("[data-script='parts.values']").all():
            touches_and_keys_find_values(figure)
            seen |= set(figure.locator("svg").first.get_attribute("class").split())

    assert seen == KINDS


def touches_and_keys_find_values(figure):
    values, said = figure.locator(".value"), figure.locator("output")
    titles = [each.text_content() for each in values.locator("title").all()]
    expect(figure.locator(".reading")).to_be_visible()

    values.last.locator(".hit").tap(force=True)
    expect(said).to_have_text(titles[-1])
    figure.get_by_role("slider").press("Home")
    expect(said).to_have_text(titles[0])
    figure.get_by_role("slider").press("ArrowRight")
    expect(said).to_have_text(titles[min(1, len(titles) - 1)])
    expect(figure.locator(".value.on title")).to_have_text(
        titles[min(1, len(titles) - 1)]
    )
