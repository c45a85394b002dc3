"""A name one letter off a known one is asked about, and one tap answers."""

from playwright.sync_api import expect

from tests.browser.phones import on_the_server
from tests.browser.table import Table


def names_of(page):
    return [player["name"] for player in on_the_server(page)["players"]]


def answer(page, name, similar, said):
    footer = page.locator("footer:visible")
    asked = f"Is \u2068{name}\u2069 the same person as \u2068{similar}\u2069?"
    expect(footer).to_contain_text(asked)
    footer.get_by_role("button", name=said, exact=True).click()


def test_similar_names_are_asked_about_at_the_start_and_for_a_newcomer(table):
    page = table.page
    page.goto("/health")
    page.goto("/play/en#new")
    second = Table(page)
    second.type_names(("Kevni", "Uta", "Adda"))

    second.tap('[data-do="start"]')
    answer(page, "Kevni", "Kevin", "Yes")
    answer(page, "Adda", "Ada", "No")

    expect(page.locator(".seat.open")).to_be_visible()
    second.bid(1)
    second.wait_until_saved()
    assert names_of(page) == ["Kevin", "Uta", "Adda"]

    second.tap("header .more")
    second.tap('[data-key="panel-people"]')
    expect(page.locator(".joining").get_by_text("Ute", exact=True)).to_be_visible()
    page.locator('[data-typed="name"]').fill("Adaa")
    second.tap("footer .main")
    answer(page, "Adaa", "Ada", "Yes")

    expect(page.locator(".people")).to_have_count(0)
    second.wait_until_saved()
    assert names_of(page) == ["Kevin", "Uta", "Adda", "Ada"]
