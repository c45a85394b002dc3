"""Every state of the play page, one after the other, in one game."""

from playwright.sync_api import expect

from tests.browser.table import Table

PEOPLE = ("Ute", "Kevin", "王小明", "Thomas-Alexander von der Leyen")


def states_of_the_phone(page):
    """Play a game with the 25-year box; yield the name of each state.

    The page is at its start, ``/play/…#new``.
    """
    table = Table(page)
    expect(page.locator("h1")).to_be_visible()
    yield "start"
    table.type_names(PEOPLE)
    table.tap(".more-options summary")
    table.tap(".fold.edition summary")
    table.tap('[data-do="box"][data-years="25"]')
    table.tap('[data-key="even"]')
    yield "choices"
    table.tap('[data-do="start"]')
    expect(page.locator(".seat.open")).to_be_visible()
    yield "bids"
    yield from _panels_of_trump(table)
    yield from _while_bidding(table)
    yield from _while_it_is_played(table)
    yield from _after_the_round(table)


def _panels_of_trump(table):
    table.tap(".trump")
    yield "trump"
    table.tap('[data-name="turnup"]')
    yield "turned up"
    table.tap('[data-name="turnup-wizard"]')
    yield "a Wizard turned up"
    table.tap('.trumps [data-value="red"]')


def _while_bidding(table):
    menu(table)
    yield "menu"
    table.tap(".more")
    table.bid(1, 0, 0)
    where(table)
    yield "where we are"
    where(table)
    table.tap(".chip.no")
    yield "not allowed"
    table.tap('[data-do="bidAnyway"]')
    table.wait_for_reading()


def _while_it_is_played(table):
    yield "reading"
    table.tap('[data-name="cloud"]')
    yield "cloud"
    table.tap('[data-do="cloud"]:not([disabled])')
    yield "a bid that moved"
    table.tap('[data-do="undo"]')
    for name in ("correction", "history", "people", "table"):
        menu(table)
        table.tap(f'.menu [data-name="{name}"]')
        table.page.locator(f'[data-panel="{name}"]').wait_for()
        yield name
        _leave(table, name)
    table.miss("Kevin")
    yield "tricks"
    table.tap('[data-do="bomb"]')
    yield "a trick nobody takes"
    table.tap('[data-do="undo"]')
    table.done()


def _after_the_round(table):
    yield "between rounds"
    table.tap(".pad tbody th button")
    yield "correcting"
    table.done()
    menu(table)
    table.tap('[data-do="endHere"]')
    expect(table.page.locator(".podium")).to_be_visible()
    yield "end"
    table.tap('.next [data-name="menu"]')
    yield "more"
    table.tap('.menu [data-do="deleted"]')
    yield "deleted"


def menu(table):
    table.tap("header .more")


def where(table):
    """Focus the button for screen readers and keyboards: it is hidden otherwise."""
    table.page.locator(".where").press("Enter")


def _leave(table, name):
    if name == "people":
        table.tap('header [data-name="people"]')
    elif name == "table":
        table.tap('.far [data-name="table"]')
    else:
        table.tap(f'.panel [data-name="{name}"]')
    table.page.locator('[data-panel=""]').wait_for()
