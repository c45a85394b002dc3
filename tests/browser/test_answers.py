"""Responses that a phone did not expect: it keeps everything and says so.

Each is in the way between phone and server for a while; afterwards, what was tapped
meanwhile arrives without help.
"""

import pytest
from playwright.sync_api import expect

from tests.browser.network import Canned, Fate, always, undisturbed
from tests.browser.phones import begun
from tests.browser.table import wait_for
from tests.browser.test_lossy import SIGNS, stored
from tests.support.wide import first_of

PROBLEM = {"X-Scorepad": "", "Content-Type": "application/problem+json"}
DISK_FULL = '{"type": "urn:problem-type:scorepad:disk_full"}'
LOG_IN = "<!doctype html><title>Hotel</title><h1>Please log in</h1>"

# What is in the way, and the status that the phone shows meanwhile.
# ``tests/js/sender.test.js`` has more that a phone waits for.
IN_THE_WAY = {
    "a hotel's log-in page": (
        Canned(200, LOG_IN, {"Content-Type": "text/html"}),
        "waits",
    ),
    "a way to a log-in page": (Canned(302, "", {"Location": "/health"}), "kept"),
    "half an answer": (Fate.HALF_ANSWER, "kept"),
    "a full disk": (Canned(503, DISK_FULL, PROBLEM), "waits"),
    "no longer a member": (Canned(404, '{"detail": "Gone."}', PROBLEM), "outside"),
    "a newer server": (Canned(426, '{"detail": "Reload."}', PROBLEM), "refused"),
    "garbage from a proxy": (Canned(400, "\0\1", {}), "waits"),
    "too large for a proxy": (Canned(413, "<h1>413</h1>", {}), "waits"),
    "too large": (Canned(413, '{"detail": "Too large."}', PROBLEM), "refused"),
    "not understood": (Canned(400, '{"detail": "What?"}', PROBLEM), "refused"),
    "nobody knows this phone": (Canned(401, '{"detail": "Who?"}', PROBLEM), "outside"),
}
FEW = 6


def rebid(table, value):
    if table.page.locator(".seat").first.locator(".chips").count() == 0:
        table.tap(".seat .row")
    table.bid(value)


@pytest.mark.parametrize("most", first_of([FEW, len(IN_THE_WAY)]))
def test_n10_what_is_in_the_way_loses_nothing(open_page, lossy, most):
    table = begun(open_page, lossy, SIGNS)

    for turn, (name, (fate, state)) in enumerate([*IN_THE_WAY.items()][:most]):
        lossy.choose = always(fate)
        rebid(table, turn % 2)
        wait_for(table.page, f".state.{state}")
        table.page.reload()
        expect(table.page.locator(".ring.set"), name).to_have_text([str(turn % 2)])
        wait_for(table.page, f".state.{state}")
        lossy.choose = undisturbed
        table.wait_until_saved()
        assert stored(table.page)["rounds"][0]["bids"][1] == turn % 2, name
