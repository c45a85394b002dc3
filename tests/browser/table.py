"""People at the table: they tap, and every tap is counted."""

from playwright.sync_api import expect

from tests.browser import hand

THREE = ("Ute", "Kevin", "Ada")
FOUR = (*THREE, "Tom")
SIX = (*FOUR, "Zoë", "王小明")
QUIET_MS = 850
# Playwright's expect() polls up to a second apart.
SOON_MS = 30
IS_SHOWN = "selector => document.querySelector(selector)?.checkVisibility()"


def wait_for(page, selector):
    """Wait until *selector* is on the page, without further delay."""
    page.wait_for_function(IS_SHOWN, arg=selector, polling=SOON_MS)


# Moves the clock of the page ahead, if it can be moved (hand.HURRY).
HURRY_ON = """ms => {
    const before = Date.now();
    window.hurry?.(ms);
    return Date.now() - before >= ms;
}"""


class Table:
    def __init__(self, page):
        self.page = page
        self.taps = 0

    def tap(self, selector, index=0):
        self.press(self.page.locator(selector).nth(index))
        self.taps += 1

    def press(self, button):
        """Press as people do; measurements override this."""
        button.click()

    def start(self, names=THREE):
        self.type_names(names)
        self.tap('[data-do="start"]')
        expect(self.page.locator(".seat.open")).to_be_visible()

    def type_names(self, names):
        self.page.locator('[data-key="name-0"]').focus()
        for name in names:
            self.page.keyboard.insert_text(name)
            self.page.keyboard.press("Enter")

    def bid(self, *values):
        for value in values:
            self.tap(".seat.open .chip", value)

    def wait_for_reading(self):
        expect(self.page.locator(".verdict")).to_be_visible()
        self.pause()

    def pause(self):
        if not self.page.evaluate(HURRY_ON, QUIET_MS):
            self.page.wait_for_timeout(QUIET_MS)

    def miss(self, name):
        rows = self.page.locator(".read .row, .seat .row")
        self.press(rows.filter(has_text=name).first)
        self.taps += 1

    def give(self, value):
        self.tap(".seat.open .chip", value)

    def book(self, bids, tricks, names):
        """Enter the tricks of a round: only those who missed are tapped."""
        missed = [seat for seat, took in enumerate(tricks) if took != bids[seat]]
        for seat in missed[:-1]:
            self.miss(names[seat])
            self.give(tricks[seat])
        for seat in missed[-1:]:
            self.miss(names[seat])

    def play(self, *bids, missed=None):
        """Play a round, bids in bidding order; the player who missed gets the rest.

        The page taps by itself, which is much faster than a finger.
        """
        misses = [missed] if missed else []
        taps = {"bids": bids, "missed": misses, "tricks": []}
        self.page.evaluate(hand.PLAY, {"rounds": [taps]})
        self.taps += len(bids) + len(misses) + 1

    def end_here(self):
        self.tap(".more")
        self.tap('[data-do="endHere"]')

    def menu(self):
        self.tap("header .more")

    def done(self):
        self.tap("footer .main")

    def wait_until_kept(self):
        expect(self.page.locator(".state.writing")).to_have_count(0)

    def wait_until_saved(self):
        wait_for(self.page, ".state.saved")

    @property
    def round_(self):
        return int(
            self.page.locator("h1.round span[aria-hidden]").inner_text().split("/")[0]
        )
