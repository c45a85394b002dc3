"""Two phones write the same round, or a backup is restored: who is asked what."""

import re

import pytest
from playwright.sync_api import expect

from scorepad.cli import main
from tests.browser.chromium import PHONE
from tests.browser.hand import HURRY
from tests.browser.phones import begun, let_in, on_the_server, place_of
from tests.browser.table import Table
from tests.faults.lives import lives

OFF_AND_ON = 200
ROUND_2 = re.compile(r"Round \W?2\W? was also changed")


@pytest.fixture
def phones(open_page, request):
    """Two devices that show round 2 of the same game; the second as the test wants."""
    first = begun(open_page)
    first.play(1, 0, 0)
    first.wait_until_saved()
    second = Table(let_in(open_page, first.page, **getattr(request, "param", {})))
    expect(second.page.locator("h1.round")).to_contain_text("2 /")
    return first, second


def disagree(first, second):
    second.page.context.set_offline(True)
    second.play(2, 0, 0)
    second.bid(1)
    first.bid(0, 0)
    first.wait_until_saved()
    second.page.context.set_offline(False)
    expect(second.page.locator(".conflict")).to_be_visible()


def answer(page, word):
    page.locator(".conflict .choice", has_text=word).click()
    expect(page.locator(".conflict")).to_have_count(0)


def bids(page, number):
    return on_the_server(page)["rounds"][number - 1]["bids"]


def chosen(page, number):
    states = on_the_server(page, f"/rounds/{number}/history")["states"]
    return [(state["body"]["bids"], state["chosen"]) for state in states]


def test_n03_the_second_phone_is_asked_about_that_round_only(phones):
    first, second = phones
    disagree(first, second)
    page = second.page

    expect(page.locator(".conflict")).to_contain_text(ROUND_2)
    expect(page.locator(".conflict")).to_contain_text("Linux computer")
    expect(page.locator("h1.round")).to_contain_text("3 /")
    expect(page.locator(".sides tbody tr").first).to_contain_text("–")
    second.bid(1)
    page.wait_for_timeout(OFF_AND_ON)
    assert 1 in bids(page, 3)
    assert bids(page, 2).count(None) == 1
    expect(page.locator(".conflict")).to_be_visible()


@pytest.mark.wide
def test_mine_holds_though_reloaded_and_theirs_stays_in_the_history(phones):
    first, second = phones
    disagree(first, second)
    theirs = bids(first.page, 2)

    second.page.reload()
    expect(second.page.locator(".conflict")).to_contain_text(ROUND_2)
    answer(second.page, "Keep mine")
    second.wait_until_saved()

    states = chosen(second.page, 2)
    assert None not in bids(first.page, 2)
    assert states[0] == (bids(first.page, 2), True)
    assert states[1] == (theirs, True)
    second.page.reload()
    expect(second.page.locator("h1.round")).to_be_visible()
    expect(second.page.locator(".conflict")).to_have_count(0)


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
    table.start()
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


def test_a_changed_bid_is_on_this_phone_only_until_it_is_confirmed(open_page):
    table = Table(open_page("/play/en#new"))
    page = table.page
    table.type_names(("Ute", "Kevin", "Ada"))
    page.locator("[name=rule]").nth(1).evaluate("rule => rule.click()")
    page.locator('[data-do="start"]').click()
    table.bid(1, 1, 0)
    table.wait_for_reading()
    table.menu()
    page.locator('[data-do="changeBids"]').click()
    table.tap(".seat .row", 0)
    table.bid(0)
    expect(page.locator(".state")).to_contain_text("on this phone")
    page.get_by_role("button", name="Enter 0 anyway").click()
    table.wait_until_saved()
    assert bids(page, 1) == [0, 0, 1]
