"""A tournament by taps: director, tables, a player, a television, typed sheets."""

import re
from functools import partial
from uuid import UUID

import pytest
from playwright.sync_api import expect

from scorepad.services.draws import NAME_LENGTH, table_code
from tests.browser.chromium import LARGE
from tests.browser.phones import joined, known, look_again
from tests.browser.table import Table
from tests.browser.test_accessibility import violations
from tests.support.clock import clock_off_by
from tests.support.director import Director
from tests.support.invitations import code_for, let_in
from tests.support.phone import Phone

NAMES = [f"Player {letter}" for letter in "ABCDEFGHIJKLMN"]


class Evening:
    """The devices of a tournament; *cards* are the codes on its tables."""

    def __init__(self, open_page, app):
        self.open_page = open_page
        self.host = Phone(app.test_client())
        self.host.create_group()
        self.page = open_page(f"/g/{self.host.group}/tournaments", **known(self.host))
        self.phones = {}

    def create(self, name):
        self.page.locator("#name").fill(name)
        self.press("Create tournament")
        self.path = re.search(r"(/g/.*)/players", self.page.url)[1]
        secret = self.host.client.application.config["SECRET"]
        self.card = partial(table_code, secret, UUID(self.path.rpartition("/")[2]))

    def press(self, name):
        self.page.get_by_role("button", name=name).click()

    def tab(self, name):
        tabs = self.page.get_by_role("navigation", name="Tournament")
        tabs.get_by_role("link", name=name, exact=True).click()

    def enter(self, *names):
        self.tab("Players")
        self.page.locator("#players").fill("\n".join(names))
        self.press("Add players")
        self.tab("Tables")

    def draw_and_begin(self, name):
        self.press(name)
        self.page.locator("#minutes").fill("0")
        self.press("Begin the game")

    def play(self, table):
        """Scan the card of a table, play one round, and end the game."""
        code = self.card(table)
        card = f"/join?table={code[:NAME_LENGTH]}#{code}"
        if table not in self.phones:
            self.phones[table] = self.open_page(card)
        else:
            self.phones[table].goto(card)
        page = self.phones[table]
        expect(page.locator("[data-known]")).to_be_visible()
        expect(page.locator("h1")).to_have_text(f"Table {table} · Autumn qualifier")
        page.locator("form .main").click()
        expect(page.locator(".seat.open")).to_be_visible()
        seats = page.locator(".seat").count()
        scores = Table(page)
        names = re.findall("Player [A-N]", page.locator("main").inner_text())
        scores.play(*[0] * seats, missed=min(names))
        scores.pause()
        scores.end_here()
        expect(page.locator(".podium")).to_be_visible()
        expect(page.get_by_text("The director says what comes next.")).to_be_visible()
        expect(page.get_by_text("Rematch")).to_have_count(0)
        expect(page.locator("footer a.main")).to_have_attribute("href", self.path)
        scores.wait_until_saved()

    def play_all(self, tables):
        for table in range(1, tables + 1):
            self.play(table)
        self.page.reload()
        expect(self.page.locator("main")).to_contain_text("All tables have finished.")


@pytest.mark.wide
def test_a_qualifier_with_a_drop_out_a_latecomer_and_a_tie_at_the_cut(open_page, app):
    evening = Evening(open_page, app)
    evening.create("Autumn qualifier")
    evening.tab("Settings")
    evening.page.locator("#ranking").select_option("game")
    evening.page.locator("fieldset .main").click()
    evening.enter(*NAMES)
    guest = joined(open_page, code_for(evening.host), "Player E")
    television = open_page(
        f"{evening.path}/hall?large", viewport=LARGE, **known(evening.host)
    )

    evening.draw_and_begin("Draw game 1")
    look_again(television)
    expect(television.locator(".draw > li")).to_have_count(3)
    guest.goto(evening.path)
    expect(guest.locator(".own-table")).to_contain_text("You play at table")
    evening.play_all(3)
    look_again(television)
    rows = television.locator(".ranking tbody tr")
    expect(rows).to_have_count(14)
    expect(rows.last).to_be_in_viewport(ratio=1)

    evening.tab("Players")
    evening.page.get_by_role("button", name="Stops playing Player D").click()
    evening.enter("Latecomer Zoë")
    evening.draw_and_begin("Draw game 2")
    expect(evening.page.locator("main")).to_contain_text("Latecomer Zoë")
    evening.play_all(3)
    evening.draw_and_begin("Draw game 3")
    evening.play_all(3)

    evening.tab("Standings")
    rows = evening.page.locator(".ranking tbody tr")
    expect(rows.nth(4)).to_contain_text("by lot")
    fifth = rows.nth(4).locator(".who span").first.inner_text()
    evening.page.get_by_text("Settle a tie by an extra game").click()
    tie = evening.page.locator("form", has=evening.page.get_by_label("Place 4"))
    tie.get_by_label("Place 4").select_option(fifth)
    tie.get_by_role("button", name="Save the result").click()
    place = evening.page.locator(".ranking tr", has=evening.page.get_by_text("extra"))
    expect(place.locator(".who span").first).not_to_have_text(fifth)
    evening.tab("Tables")
    evening.draw_and_begin("Draw the final")
    evening.play(1)

    look_again(television)
    expect(television.locator("#live")).to_contain_text("The director reveals")
    evening.page.reload()
    evening.press("Reveal the result")
    look_again(television)
    expect(television.locator(".final-order li")).to_have_count(15)
    evening.tab("Print")
    papers = evening.page.locator("main a.entry").all()
    assert len(papers) > 4
    for paper in papers:
        printed = evening.page.request.get(paper.get_attribute("href"))
        assert printed.body()[:5] == b"%PDF-", printed.text()


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
    director = Director(host, people, preset="championship", **settings)
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


@pytest.mark.wide
def test_a_hall_of_232_people_fits_on_a_television(open_page, app):
    director, page = television(open_page, app, LONG)
    director.draw()
    director.begin(10)

    assert shown(director, page, ".by-name li", 232) == [0, 0, 0]
    with clock_off_by(minutes=11):
        assert shown(director, page, ".draw > li", 58) == [0, 0, 0]
        finish(director)
        assert shown(director, page, ".by-name li", 232) == [0, 0, 0]


@pytest.mark.wide
def test_the_bracket_of_64_people_fits_on_a_television(open_page, app):
    director, page = television(open_page, app, LONG[:64], games=1, cut=64)
    for stage in range(4):
        director.next_game()
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


BIDS = ["0", "0", "0", "0"]


def type_in(page, bids, tricks):
    """Type in a sheet with one round, and save it."""
    page.get_by_role("link", name="Type in the sheet").click()
    for seat in range(4):
        expect(page.locator(f"#r1-b{seat}")).to_have_value("")
        page.locator(f"#r1-b{seat}").fill(bids[seat])
        page.locator(f"#r1-t{seat}").fill(tricks[seat])
    page.locator("#ended").select_option("1")
    page.get_by_role("button", name="Save the sheet").click()


def test_two_people_type_in_a_sheet_and_choose_where_they_differ(open_page, app):
    host = Phone(app.test_client())
    director = Director(host, ("Anna", "Kevin", "Thomas", "Ute"))
    director.next_game()
    one = open_page(f"{director.path}/settings", viewport=LARGE, **known(host))
    one.get_by_label("Type in each sheet twice").check()
    one.get_by_role("button", name="Save").click()
    one.get_by_role("link", name="Tables").click()
    helper = known(let_in(host, "scorekeeper"))

    type_in(one, BIDS, ["1", "0", "0", "0"])

    expect(one.locator(".draw > li")).to_contain_text("typed in once")
    other = open_page(director.path, viewport=LARGE, **helper)
    type_in(other, BIDS, ["0", "1", "0", "0"])
    differ = other.locator(".differences fieldset")
    expect(differ).to_have_count(2)
    assert violations(other) == []
    for seat in range(2):
        differ.nth(seat).get_by_role("radio").first.check()
    other.get_by_role("button", name="Save the sheet").click()
    expect(other.get_by_role("status")).to_contain_text("Saved.")
    expect(other.locator("#r1-t0")).to_have_value("1")
    one.reload()
    expect(one.locator(".draw > li")).to_contain_text("finished")
