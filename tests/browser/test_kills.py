"""The browser is killed right after a tap: what it reported as stored is there.

Each run of the browser is one tap, killed 0 to 200 ms later. A tap counts once the page
has shown "on this phone"; in the next run it must be on the page, and its request must
wait.

This cannot show whether the write had reached the disk, because a killed process leaves
its files to the system. `test_storage.py` asserts that each tap requests a strict
write.
"""

import os
import random
import shutil
import signal
import subprocess
import threading
import time
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.chromium import CHROMIUM
from tests.browser.phones import rows_of
from tests.browser.table import Table

LONGEST_LIFE = 0.2
SOME_MORE = 20
# Bids of the first seat, then waits for "on this phone".
BID = """async (value) => {
    const first = document.querySelector(".seat");
    if (!first.matches(".open")) first.querySelector(".row").click();
    document.querySelectorAll(".seat.open .chip")[value].click();
    const kept = () => document.querySelector(".state.kept");
    while (!kept()) await new Promise((done) => { setTimeout(done); });
}"""


@dataclass
class Life:
    """One run of the browser, from its start until it is killed."""

    process: "subprocess.Popen[bytes]"
    page: Page

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)


@contextmanager
def life(playwright, profile):
    port_file = profile / "DevToolsActivePort"
    port_file.unlink(missing_ok=True)
    process = subprocess.Popen(
        [
            shutil.which(CHROMIUM) or CHROMIUM,
            *("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"),
            *("--disable-dev-shm-usage", "--remote-debugging-port=0"),
            f"--user-data-dir={profile}",
            "about:blank",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        browser = connected(playwright, port_file)
        context = browser.contexts[0]
        context.route("**/api/**", lambda route: route.abort())
        page = context.pages[0]
        page.set_default_timeout(15_000)
        yield Life(process, page)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=10)


def connected(playwright, port_file):
    for _ in range(400):
        if port_file.exists() and (lines := port_file.read_text().split()):
            return playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{lines[0]}")
        time.sleep(0.05)
    raise TimeoutError(port_file)


def bid_and_die(living, value, after):
    """Bid; return whether the page reported the bid as stored."""
    death = threading.Timer(after, living.kill)
    death.start()
    try:
        living.page.evaluate(BID, value)
    except Error:
        return False
    else:
        return True
    finally:
        death.join()


def has_lost_the_game(page):
    nobody = page.locator('[name="seat0"]')
    expect(page.locator(".seat.open").or_(nobody)).to_be_visible()
    return nobody.is_visible()


def bid_shown(page):
    expect(page.locator(".seat.open")).to_be_visible()
    ring = page.locator(".seat .ring").first
    text = ring.inner_text() if "set" in (ring.get_attribute("class") or "") else ""
    return int(text) if text else None


def bid_waiting(page):
    waiting = rows_of(page, "waiting").values()
    entries = [each for each in waiting if each["path"].endswith("/rounds/1")]
    newest = max(entries, key=lambda entry: entry["order"], default=None)
    return None if newest is None else newest["body"]["bids"][1]


def lives(playwright, server, profile, count):
    """Repeat *count* times; return how many taps counted, and how many were lost.

    On a busy machine no run may get as far as that: then some more follow.
    """
    chance = random.Random(count)  # noqa: S311 - the hour of death, not a secret
    counted = lost = 0
    with life(playwright, profile) as first:
        first.page.goto(f"{server}/play/en#new")
        Table(first.page).start()
        first.page.evaluate(BID, 0)
    held = 0
    for number in range(count + SOME_MORE):
        if number >= count and counted:
            break
        with life(playwright, profile) as living:
            living.page.goto(f"{server}/play/en")
            if has_lost_the_game(living.page):
                return counted, lost + 1
            shown = bid_shown(living.page)
            lost += held is not None and {shown, bid_waiting(living.page)} != {held}
            after = chance.uniform(0, LONGEST_LIFE)
            other = 0 if shown else 1
            counts = bid_and_die(living, other, after)
            counted += counts
            held = other if counts else None
    return counted, lost


@pytest.mark.parametrize(
    ("times", "least"), [(2, 1), pytest.param(100, 26, marks=pytest.mark.slow)]
)
def test_n04_a_killed_browser_has_kept_what_it_confirmed(
    playwright, server, tmp_path_factory, times, least
):
    profile = tmp_path_factory.mktemp("profile")

    counted, lost = lives(playwright, server, profile, times)

    assert lost == 0
    assert counted >= least
