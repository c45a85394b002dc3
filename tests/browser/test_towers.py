"""Wandering Towers: set up and played to the end by taps, once offline."""

import re

from playwright.sync_api import expect

from tests.browser.phones import installed

SERVED = """async () => {
  const [group, game] = location.hash.slice(1).split("/");
  const answer = await fetch(`/api/groups/${group}/towers/${game}`);
  return answer.ok ? answer.json() : null;
}"""


def tap(page, action, **about):
    exact = "".join(f'[data-{name}="{value}"]' for name, value in about.items())
    page.click(f'[data-do="{action}"]{exact}')


def happens(page, what, seat, times=1):
    for _ in range(times):
        tap(page, "happen", what=what, seat=seat)


def sit_down(page, *names):
    tap(page, "count", value=len(names))
    for seat, name in enumerate(names):
        page.fill(f'[name="seat{seat}"]', name)


def set_up(page):
    tap(page, "start", stage="setup")
    for step in range(9):
        tap(page, "tick", step=step)
    expect(page.locator('.tick[aria-checked="true"]')).to_have_count(9)
    tap(page, "begin")


def as_served(page):
    expect(page.locator(".state")).to_contain_text("saved")
    return page.evaluate(SERVED)


def test_three_play_to_the_end_without_a_network(open_page):
    page = installed(open_page, "/towers/en")
    page.context.set_offline(True)
    page.reload()

    sit_down(page, "Ute", "王小明", "Thomas-Alexander")
    tap(page, "first", seat=1)
    set_up(page)
    happens(page, "filled", 0, times=5)
    happens(page, "filled", 0)
    expect(page.locator(".says.problem")).to_have_text(
        "There is no empty bottle left to fill."
    )
    tap(page, "open", seat=0)
    tap(page, "happen", what="cast", seat=0, spell="advance_wizard")
    happens(page, "home", 0, times=4)
    expect(page.locator(".badge.goal")).to_have_count(1)
    tap(page, "trigger", seat=2)
    expect(page.locator(".last")).to_contain_text(
        re.compile("Still to play: \u2068+Ute\u2069+\\.")
    )
    page.reload()
    happens(page, "home", 1, times=4)
    happens(page, "filled", 1, times=5)
    tap(page, "undo")
    tap(page, "redo")
    page.set_viewport_size({"width": 390, "height": 560})
    page.evaluate("scrollTo(0, 999)")
    tap(page, "finish")
    expect(page.locator(".winner")).to_contain_text("王小明")
    expect(page.locator(".winner")).to_be_in_viewport(ratio=1)
    expect(page.locator(".state")).to_contain_text("on this phone")
    page.context.set_offline(False)

    served = as_served(page)
    assert served["answer"]["winners"] == [1]
    assert served["answer"]["ranks"] == [2, 1, 3]
    assert served["last_turn"] == 2

    page.get_by_role("link", name="Tonight").click()
    expect(page.locator(".leaders a").first).to_contain_text("王小明")


def test_a_second_spell_needs_a_second_tap_and_two_taps_lead_to_questions(open_page):
    page = open_page("/towers/en")
    sit_down(page, "Ute", "Kevin")
    page.check('[name="tracks_turns"]')
    tap(page, "start", stage="play")
    happens(page, "filled", 0, times=3)
    for spell in ("advance_tower", "advance_wizard"):
        tap(page, "open", seat=0)
        tap(page, "happen", what="cast", seat=0, spell=spell)
    expect(page.locator(".says.problem")).to_contain_text("Only one spell")
    expect(page.locator(".inside .choice.short")).to_have_count(2)
    happens(page, "home", 0, times=2)
    expect(page.locator(".says.problem")).to_contain_text("The turn ended")
    events = as_served(page)["events"]
    assert [each["what"] for each in events[3:]] == ["cast", "home"]

    tap(page, "anyway")
    expect(page.locator(".says.problem")).to_have_count(0)
    served = as_served(page)
    assert served["events"][-1] == {"what": "home", "seat": 0, "accepted": True}
    assert served["answer"]["standings"][0]["home"] == 2

    # Two taps lead to the questions, and a word to its chapter.
    page.click(".more")
    page.click(".menu a[href$='/may']")
    expect(page.locator("#may h2")).to_be_in_viewport(ratio=1)
    page.fill("#find", "six wizards")
    expect(page.locator("#may h3:visible")).to_have_text(
        ["May I move my wizard to a place with six wizards?"]
    )
    page.fill("#find", "dice twice")
    expect(page.locator(".chapter:visible h2")).to_have_text(
        ["Move cards and dice", "May I …?"]
    )
    page.fill("#find", "knight")
    expect(page.locator(".chapter:visible")).to_have_count(0)
    expect(page.locator("[data-none]")).to_be_visible()
    page.click("[data-back]")
    expect(page.locator(".plus.filled b")).to_have_text(["3/6", "0/6"])
