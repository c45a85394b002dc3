"""The phone between two taps: its screen stays on."""

from tests.browser.table import Table

NAMES = ("Ute", "Kevin", "Ada", "Tom")


def test_the_screen_is_kept_on_during_a_game_only(open_page):
    page = open_page("/")
    page.add_init_script(
        "window.locks = 0; navigator.wakeLock.request = async () => {"
        " window.locks += 1; return {released: false, release: async () => {}}; }"
    )
    page.goto("/play/en#new")
    assert page.evaluate("window.locks") == 0

    Table(page).start(NAMES)

    page.wait_for_function("window.locks === 1")
