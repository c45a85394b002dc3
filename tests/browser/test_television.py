"""The hall page on a television: a large field and the bracket fit."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_accessibility import violations
from tests.browser.test_five_screens import known
from tests.support.clock import clock_off_by
from tests.support.director import Director
from tests.support.phone import Phone

pytestmark = pytest.mark.wide

TELEVISION = {"width": 1920, "height": 1080}
LONG = [f"Bartholomäus Schwarzenberger-Wiesen {n}" for n in range(1, 233)]
OUTSIDE = """() => {
    const page = document.documentElement;
    const over = page.scrollHeight - innerHeight, wide = page.scrollWidth - innerWidth;
    const boxes = [...document.querySelectorAll(".draw .card, .by-name li")];
    const cut = boxes.filter((box) => box.scrollWidth > box.clientWidth + 1);
    return [over, wide, cut.length];
}"""


def television(open_page, app, people, **settings):
    host = Phone(app.test_client())
    director = Director(host, preset="championship", **settings)
    director.enter(*people)
    page = open_page("/", viewport=TELEVISION, **known(host))
    return director, page


def shown(director, page, things, count):
    page.goto(f"{director.path}/hall?large")
    expect(page.locator(things)).to_have_count(count)
    page.evaluate("document.fonts.ready.then(() => 1)")
    return page.evaluate(OUTSIDE)


def finish(director):
    for game in director.games():
        director.finish(game, [30, 20, 10, 0])


def test_a_hall_of_232_people_fits_on_a_television(open_page, app):
    director, page = television(open_page, app, LONG)
    director.draw()
    director.begin(10)

    assert shown(director, page, ".by-name li", 232) == [0, 0, 0]
    with clock_off_by(minutes=11):
        assert shown(director, page, ".draw > li", 58) == [0, 0, 0]
        finish(director)
        assert shown(director, page, ".by-name li", 232) == [0, 0, 0]


def test_the_bracket_of_64_people_fits_on_a_television(open_page, app):
    director, page = television(open_page, app, LONG[:64], games=1, cut=64)
    for stage in range(4):
        director.draw()
        director.begin()
        if stage:
            assert shown(director, page, ".bracket .card", 21) == [0, 0, 0]
        finish(director)

    onward = page.locator(".onward")
    expect(onward).to_have_count(20)
    page.reload()
    expect(page.locator("#live")).to_contain_text("The director reveals the result.")
    expect(onward).to_have_count(20)
    page.goto(director.path)
    expect(onward).to_have_count(20)
    assert not violations(page)
    director.post("/reveal")
    page.goto(f"{director.path}/hall?large")
    expect(page.locator(".final-order li")).to_have_count(16)
