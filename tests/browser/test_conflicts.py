"""Two phones write one round, a backup is restored, or a game deleted: who is asked."""

import re

import pytest
from playwright.sync_api import expect

from scorepad.cli import main
from tests.browser.phones import begun, let_in, on_the_server, place_of
from tests.browser.table import Table
from tests.faults.lives import lives

OFF_AND_ON = 200
ROUND_2 = re.compile(r"Round \W?2\W? was also changed")


@pytest.fixture
def phones(open_page):
    """Two devices that show round 2 of the same game."""
    first = begun(open_page)
    first.play(1, 0, 0)
    first.wait_until_saved()
    second = Table(let_in(open_page, first.page))
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


def bids(page, number):
    return on_the_server(page)["rounds"][number - 1]["bids"]


def test_n03_the_second_phone_is_asked_about_that_round_only_and_keeps_its_own(phones):
    first, second = phones
    disagree(first, second)
    page, theirs = second.page, bids(first.page, 2)

    expect(page.locator(".conflict")).to_contain_text(ROUND_2)
    expect(page.locator(".conflict")).to_contain_text("Linux computer")
    expect(page.locator("h1.round")).to_contain_text("3 /")
    expect(page.locator(".sides tbody tr").first).to_contain_text("–")
    second.bid(1)
    page.wait_for_timeout(OFF_AND_ON)
    assert 1 in bids(page, 3)
    assert bids(page, 2).count(None) == 1

    page.reload()
    expect(page.locator(".conflict")).to_contain_text(ROUND_2)
    page.locator(".conflict .choice", has_text="Keep mine").click()
    expect(page.locator(".conflict")).to_have_count(0)
    second.wait_until_saved()

    states = on_the_server(page, "/rounds/2/history")["states"]
    mine = bids(first.page, 2)
    assert None not in mine
    found = [(state["body"]["bids"], state["chosen"]) for state in states[:2]]
    assert found == [(mine, True), (theirs, True)]
    page.reload()
    expect(page.locator("h1.round")).to_be_visible()
    expect(page.locator(".conflict")).to_have_count(0)


FOCUS = "dispatchEvent(new Event('focus'))"
HAS_BIDS = """async ([path, wanted]) => {
    const { rounds = [] } = await (await fetch(path)).json();
    const bids = rounds.slice(0, wanted.length).map((round) => round.bids);
    return JSON.stringify(bids) === JSON.stringify(wanted);
}"""


def play(table, *bids):
    table.play(*bids)
    table.wait_until_saved()


def run(capsys, living, *words):
    """Run a command on the instance of a server; return the last word it said."""
    assert main([*words, "--instance", str(living.instance)]) == 0
    return capsys.readouterr().out.split()[-1]


@pytest.mark.wide
def test_f06_rounds_since_the_backup_come_back_from_the_phone(
    open_page, tmp_path, capsys
):
    with lives(tmp_path / "instance") as living:
        table = begun(open_page, at=f"http://127.0.0.1:{living.server.port}")
        page = table.page
        play(table, 1, 0, 0)
        backup = run(capsys, living, "backup")
        play(table, 1, 1, 0)
        play(table, 2, 1, 0)
        before = [each["bids"] for each in on_the_server(page)["rounds"]]
        living.end()
        run(capsys, living, "restore", backup, "--replace")
        living.again()
        assert [each["bids"] for each in on_the_server(page)["rounds"]] == before[:1]

        page.evaluate(FOCUS)

        path = "/api/groups/{}/games/{}".format(*place_of(page))
        page.wait_for_function(HAS_BIDS, arg=[path, before])
        expect(page.locator(".state")).to_contain_text("saved")
        expect(page.locator(".conflict")).to_have_count(0)
        expect(page.locator("h1.round")).to_contain_text("Round 4")
        expect(page.locator('[data-do="undo"]')).to_be_enabled()


def delete(table):
    table.tap(".more")
    table.tap('[data-do="deleted"]')
    expect(table.page.locator("h1")).to_have_text("This game is deleted.")


def test_one_tap_deletes_and_one_brings_it_back_also_on_a_phone_that_plays_on(
    open_page, table
):
    table.bid(1)
    delete(table)
    table.wait_until_saved()
    assert on_the_server(table.page)["deleted"] is True
    table.done()
    expect(table.page.locator(".ring.set")).to_have_text(["1"])
    table.wait_until_saved()
    assert on_the_server(table.page)["deleted"] is False

    other = Table(let_in(open_page, table.page))
    delete(table)
    table.wait_until_saved()
    other.bid(1)
    expect(other.page.locator("h1")).to_have_text("This game is deleted.")
    expect(other.page.locator("main")).to_contain_text("Deleted by \u2068")
    expect(other.page.locator(".state.refused")).to_be_visible()
    other.done()
    other.wait_until_saved()
    assert on_the_server(table.page)["rounds"][0]["bids"].count(1) == 2


SECOND = ("Tom", "Zoë", "王小明")
LINES = ".open-games a"


def put_aside(table):
    table.tap(".more")
    table.tap('[data-do="putAside"]')
    expect(table.page.locator("h1")).to_have_text("Who plays?")


def test_a_game_put_aside_waits_on_the_start_page(table):
    page = table.page
    table.bid(1)
    put_aside(table)

    expect(page.locator(LINES)).to_have_count(1)
    expect(page.locator(LINES)).to_contain_text("Ute, Kevin, Ada")
    expect(page.locator(LINES)).to_contain_text("Round 1 of 20 · today")
    page.goto("/health")
    page.goto("/play/en")
    expect(page.locator(LINES)).to_have_count(1)
    table.start(SECOND)
    table.wait_until_saved()
    page.goto("/health")
    page.goto("/play/en")
    expect(page.locator(".seat.open")).to_contain_text("Zoë")
    put_aside(table)
    expect(page.locator(LINES)).to_have_count(2)
    page.locator(LINES).filter(has_text="Ute").click()

    expect(page.locator(".ring.set")).to_have_text(["1"])
    expect(page.locator(".seat.open")).to_contain_text("Ada")
