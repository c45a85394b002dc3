"""A host restores a backup: the phones still have the rounds played since."""

import pytest
from playwright.sync_api import expect

from scorepad.cli import main
from tests.browser.chromium import PHONE
from tests.browser.hand import HURRY
from tests.browser.phones import on_the_server, place_of
from tests.browser.table import Table
from tests.faults.lives import lives

NAMES = ("Ute", "Kevin", "Ada")
FOCUS = "dispatchEvent(new Event('focus'))"


@pytest.fixture
def living(tmp_path):
    with lives(tmp_path / "instance") as found:
        yield found


@pytest.fixture
def page(browser, living):
    address = f"http://127.0.0.1:{living.server.port}"
    how = {"viewport": PHONE, "locale": "en", "base_url": address}
    context = browser.new_context(service_workers="block", **how)
    context.add_init_script(HURRY)
    yield context.new_page()
    context.close()


def play(table, *bids):
    table.play(*bids)
    table.wait_until_saved()


def sit_down(page):
    page.goto("/play/en#new")
    table = Table(page)
    table.start(NAMES)
    play(table, 1, 0, 0)
    return table


def bids_of(page):
    return [each["bids"] for each in on_the_server(page)["rounds"]]


def wait_for_bids(page, first):
    group, game = place_of(page)
    for _ in range(150):
        answer = page.request.get(f"/api/groups/{group}/games/{game}")
        rounds = answer.json()["rounds"] if answer.ok else []
        if [each["bids"] for each in rounds][: len(first)] == first:
            return
        page.wait_for_timeout(100)
    raise AssertionError(rounds)


def put_back(living, backup):
    living.end()
    said = ["restore", backup, "--replace", "--instance", str(living.instance)]
    assert main(said) == 0
    living.again()


def backed_up(living, capsys):
    capsys.readouterr()
    assert main(["backup", "--instance", str(living.instance)]) == 0
    return capsys.readouterr().out.split()[-1]


@pytest.mark.wide
def test_f06_rounds_since_the_backup_come_back_from_the_phone(page, living, capsys):
    table = sit_down(page)
    backup = backed_up(living, capsys)
    play(table, 1, 1, 0)
    play(table, 2, 1, 0)
    before = bids_of(page)
    put_back(living, backup)
    assert bids_of(page) == before[:1]

    page.evaluate(FOCUS)

    wait_for_bids(page, before)
    expect(page.locator(".state")).to_contain_text("saved")
    expect(page.locator(".conflict")).to_have_count(0)
    expect(page.locator("h1.round")).to_contain_text("Round 4")
    expect(page.locator('[data-do="undo"]')).to_be_enabled()
