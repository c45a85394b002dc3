"""An evening over midnight, with both games at two tables, as people look at it."""

import re
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table
from tests.browser.test_five_screens import known, look_again
from tests.support import towers_table

NAMES = ("Ute", "Kevin", "Anna")


def zone_after_midnight(now):
    """Return a time zone in which it is between midnight and one o'clock."""
    hour = now.hour
    return f"Etc/GMT+{hour}" if hour <= 12 else f"Etc/GMT-{24 - hour}"


@pytest.mark.wide
def test_who_leads_tonight_is_told_at_home_after_a_game_and_on_television(
    phone, open_page
):
    now = datetime.now(UTC)

    def ago(hours):
        return (now - timedelta(hours=hours)).isoformat()

    phone.found_group(time_zone=zone_after_midnight(now), language="en")
    phone.play(*NAMES, rounds=[([1, 0, 0], [1, 0, 0])], started_at=ago(3))
    towers = towers_table.body(phone, "Kevin", "Ute", started_at=ago(2))
    assert towers_table.save(phone, str(uuid4()), towers).status_code == 201
    phone.start_game("Zoë", "Ada", "Tom", started_at=ago(0.2))
    game = phone.start_game(*NAMES, schedule="custom", cards=[1], started_at=ago(0.1))
    television = open_page(f"/g/{phone.group}/tables?large", **known(phone))
    leading = television.locator(".tonight .leads")
    expect(leading).to_have_text(re.compile(r"Ute\s*2"))

    table = Table(open_page(f"/play/en#{phone.group}/{game}", **known(phone)))
    table.play(1, 0, 0)
    page = table.page
    page.get_by_role("link", name="Tonight: Kevin leads with 3.5 points").click()

    expect(page.locator("h1")).to_have_text("Tonight")
    told = [text.split() for text in page.locator(".leaders a").all_inner_texts()]
    assert told == [
        ["1", "Kevin", "3", "games", "3.5"],
        ["2", "Ute", "3", "games", "2.5"],
        ["3", "Anna", "2", "games", "1"],
    ]
    # One game goes on at the other table; two were before midnight.
    expect(page.locator(".home-part [data-game]")).to_have_count(4)
    page.goto("/")
    expect(page.locator("#evening")).to_have_text("Tonight")
    expect(page.locator("[aria-labelledby=evening] .leaders b").first).to_have_text(
        "Kevin"
    )
    look_again(television)
    expect(leading).to_have_text(re.compile(r"Kevin\s*3.5"))
