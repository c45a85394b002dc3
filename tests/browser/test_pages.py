"""Pages of the server: typed text (I08), long names (I05), charts, sheets, results."""

import re
from datetime import date
from uuid import UUID, uuid4

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from scorepad.cli.demo import simulated_season
from scorepad.db.engine import db
from scorepad.db.history import Writer
from scorepad.db.tables import Group, Membership, Player
from scorepad.services.requests import SheetEntry
from scorepad.services.sheet_entry import record_sheets
from tests.browser.chromium import PHONE
from tests.browser.fitting import assert_it_fits
from tests.browser.phones import known
from tests.support.phone import Phone
from tests.web.addresses import group_that_says

EVIL = "<img src=x onerror=alert(1)>"
TELLS_OF_IT = ("seasons/1", "games/{uuid}", "games/{uuid}/sheet", "people")
OPENS = ("invites", "games/{uuid}/live", "players/{player}", "towers/{uuid}")

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


def test_i08_what_was_typed_opens_no_window(phone, open_page):
    values = group_that_says(phone, EVIL)
    page = open_page("/how", **known(phone))
    opened = []
    page.on("dialog", lambda dialog: (opened.append(dialog.message), dialog.dismiss()))

    for path in (*TELLS_OF_IT, *OPENS):
        page.goto(f"/g/{phone.group}/{path.format(**values)}")
        assert EVIL in page.locator("body").inner_text() or path in OPENS, path
        assert page.locator("img[src=x]").count() == 0, path

    assert opened == []


@pytest.mark.wide
def test_i05_a_strange_name_moves_nothing_around_it(phone, open_page):
    names = ("Ute", *STRANGE)
    phone.play(*names, rounds=[([1, 1, 1, 1], [1, 0, 0, 0])])
    page = open_page("/how", **known(phone))

    page.goto(f"/g/{phone.group}/seasons/1")

    rows = page.evaluate(CELLS)
    assert len(rows) == len(names)
    assert all(row == rows[0] for row in rows)
    assert_it_fits(page, PHONE["width"])


KINDS = {"totals-chart", "labelled", "rating-chart", "calibration", "heat"}


LONG = (
    "Wolfeschlegelsteinhausenbergerdorff-Mai",
    "Ute",
    "Bartholomew Featherstonehaugh-Cholmond",
)
WIDTHS = (320, 360, 720, 834, 1000, 1100, 1101, 1280)


def recorded(app, phone, *games):
    """Save finished games in a group; return their ids."""
    phone.create_group()
    sheets = [(uuid4(), SheetEntry(each, None, finished=True)) for each in games]
    with app.app_context():
        session = db.session()
        device = session.scalars(
            select(Membership.device_id)
            .join(Group, Group.id == Membership.group_id)
            .where(Group.uuid == UUID(phone.group))
        ).one()
        record_sheets(Writer(session, device), UUID(phone.group), sheets)
        ute = session.scalars(select(Player.uuid).where(Player.name == "Ute")).one()
    phone.people["Ute"] = str(ute)
    return [str(uuid) for uuid, _ in sheets]


def page_of_season(app, phone, open_page, names, games):
    until = date(2026, 11, 20)
    season = simulated_season(names, games=games, seed=3, until=until)
    first, *_ = recorded(app, phone, *(each.game for each in season if each.finished))
    return open_page("/", has_touch=True, **known(phone)), first


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


NAMES = (
    "Wolfeschlegelsteinhausenbergerdorff-Mai",
    "Wolfeschlegelsteinhausenbergerdorff-Maja",
    "Donaudampfschifffahrtsgesellschaftskapit",
    *("Thomas-Alexander", "Thomas-Alexandra", "김수한무거북이와두루미삼천갑자동방삭"),
)
SMALL = {"width": 320, "height": 640}


def test_a_sheet_is_read_first_and_a_round_opens_on_tap(open_page, app):
    phone = Phone(app.test_client())
    game = phone.start_game(*NAMES)
    phone.save_round(game, 1, [1, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0])
    phone.save_round(game, 2, [0, 2, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0])
    path, plain = f"/g/{phone.group}/games/{game}/sheet", {"java_script_enabled": False}

    page = open_page(path, viewport=SMALL, **plain, **known(phone))

    boxes = page.locator("#sheet :is(input, select, button)").locator("visible=true")
    expect(boxes).to_have_count(0)
    assert len(set(page.locator(".brief").all_inner_texts())) == len(NAMES)
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    rows = page.locator("tbody.round")
    assert all(row.bounding_box()["height"] >= 48 for row in rows.all())

    page.get_by_role("link", name="Correct round 2", exact=True).click()
    expect(page.locator("#r2-b0")).to_be_focused()
    expect(page.locator("#r1-b0")).to_be_hidden()
    page.locator("#r2-t0").fill("1")
    page.locator("#r2-t1").fill("1")
    page.locator("#r2-note").fill("Revoked.")
    page.locator(".save .main").click()

    expect(page.locator(".saved")).to_be_visible()
    expect(boxes).to_have_count(0)
    expect(rows.nth(1)).to_contain_text("×1")
    expect(rows.nth(1).get_by_text("Revoked.")).to_be_visible()


SLOW = 20_000
"""Milliseconds: the first preview waits until a worker has loaded its fonts."""


def shown(page):
    return page.locator(".sheet-picture").get_attribute("src").partition("?")[2]


def test_picture_link_and_address_change_with_the_choice(open_page):
    page = open_page("/print?players=4")

    page.get_by_role("radio", name="one sheet for all").check()
    page.get_by_text("More choices").click()
    page.get_by_label("Sheets per page").select_option("4")
    page.get_by_label("Dots marking the dealer").check()

    wanted = "players=staircase&per_page=4&dealer=yes"
    link = page.locator("#result a")
    expect(link).to_have_attribute("href", f"/print?{wanted}", timeout=SLOW)
    expect(page.locator("#result")).to_contain_text("Only 2 sheets fit on a page")
    expect(page).to_have_url(re.compile(re.escape(f"/print?{wanted}") + "$"))
    assert shown(page) == wanted
    width = "() => document.querySelector('.sheet-picture').naturalWidth > 800"
    page.wait_for_function(width, timeout=SLOW)
    expect(page.get_by_label("Dots marking the dealer")).to_be_checked()
    expect(page.get_by_role("button", name="Show the sheet")).to_be_hidden()


OLD_GAMES = (
    ("2024-03-01", "180 90 -30"),
    ("2024-03-08", "40, 160, 100"),
    ("2024-03-15", "70 70 210"),
)


def test_three_old_games_take_under_ten_entries(table):
    """Two taps say who played, two fields each game, and one tap saves all."""
    page = table.page
    page.goto("/type-in")
    page.get_by_role("link", name="Old results").click()
    expect(page.locator('[name="who"]:checked')).to_have_count(3)
    for _ in ("off", "on"):
        page.click('[name="who"][value="Ada"]')
    for at, (day, totals) in enumerate(OLD_GAMES, 1):
        page.fill(f'[name="row{at}-day"]', day)
        page.fill(f'[name="row{at}-totals"]', totals)
    page.click("form.choices .main")

    expect(page.locator(".saved")).to_have_text("3 games saved")
    expect(page.locator(".leaf li").nth(2)).to_contain_text("Ada 210")
    expect(page.locator('[name="who"]:checked')).to_have_count(3)
