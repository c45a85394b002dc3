"""A game at the table, by the hooks on the pages."""

from tests.browser.engines.driver import PATIENCE_S

NAMES = ("Ute", "Kevin", "Ada")
FIRST_NAME = '[data-key="name-0"]'
OPEN = ".seat.open"
RING = ".ring.set"
SAVED = ".state.saved"
KEPT = ".state.kept"
START = '[data-do="start"]'
DONE = "footer .main"
DRAWING_S = 60.0
"""The longest time for the first sheet of a server on a busy machine."""
ROUNDS = """async () => {
    const [group, game] = location.hash.slice(1).split("/");
    const answer = await fetch(`/api/groups/${group}/games/${game}`);
    return (await answer.json()).rounds;
}"""


def begin(phone, address, names=NAMES):
    open_start(phone, address, names)
    phone.tap(START)
    phone.wait(OPEN)
    phone.wait(SAVED)


def open_start(phone, address, names=NAMES):
    phone.goto(f"{address}/play/en#new")
    phone.wait(FIRST_NAME)
    for seat, name in enumerate(names):
        phone.type(f'[data-key="name-{seat}"]', name)


def bid(phone, value=0):
    phone.tap(f'.seat.open .chip[data-value="{value}"]')


def undo(phone):
    phone.tap('[data-do="undo"]')


def leave(phone, link):
    phone.tap(".more")
    phone.tap(f'.menu a[data-key="{link}"]')
    phone.wait_until_gone(".play", DRAWING_S if link == "print_sheet" else PATIENCE_S)


def rounds_on_the_server(phone):
    return phone.run_async(ROUNDS)


def link_to(game):
    return f'a[href$="#{game.split("#")[1]}"]:not([data-keep])'
