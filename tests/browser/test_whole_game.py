"""From the first deal to the season: a whole game, once in each language."""

import random
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from scorepad.rules.wizard.scoring import points_for
from tests.browser.conftest import Opener
from tests.browser.table import Table
from tests.wide import first_of

pytestmark = pytest.mark.browser

NAMES = ("Ute", "Wolfeschlegelsteinhausen", "王小明", "Zoë")
CORRECTED = 3
COLD_PRESS_MS = 60_000
"""Printing gives way to everything else: its first start may take long beside tests."""


@dataclass(frozen=True)
class Played:
    """Bids and tricks of one round, by seat."""

    bids: list[int]
    tricks: list[int]

    @property
    def points(self) -> list[int]:
        return [points_for(*pair) for pair in zip(self.bids, self.tricks, strict=True)]


def played_rounds(seed: str) -> list[Played]:
    """Fifteen rounds by chance, each with the tricks that there are."""
    chance = random.Random(seed)  # noqa: S311 - a game, not a secret
    rounds = []
    for cards in range(1, 16):
        winners = [chance.randrange(4) for _ in range(cards)]
        tricks = [winners.count(seat) for seat in range(4)]
        bids = [
            min(cards, max(0, took + chance.choice((-1, 0, 0, 1)))) for took in tricks
        ]
        rounds.append(Played(bids, tricks))
    return rounds


def play(table: Table, number: int, round_: Played) -> None:
    order = [(number + step) % 4 for step in range(4)]
    table.bid(*[round_.bids[seat] for seat in order])
    table.wait_for_reading()
    table.book(round_.bids, round_.tricks, NAMES)
    table.done()


def move_a_trick(table: Table, rounds: list[Played]) -> None:
    """Round three was written down wrong: one trick belongs to somebody else."""
    wrong = rounds[CORRECTED - 1]
    giver = wrong.tricks.index(max(wrong.tricks))
    taker = (giver + 1) % 4
    table.tap(f'.pad [data-round="{CORRECTED}"][data-seat="{giver}"]')
    table.give(wrong.tricks[giver] - 1)
    table.miss(NAMES[taker])
    table.done()
    wrong.tricks[giver] -= 1
    wrong.tricks[taker] += 1


def totals_of(rounds: Sequence[Played]) -> list[int]:
    return [sum(points) for points in zip(*[r.points for r in rounds], strict=True)]


def shown(total: int) -> str:
    return str(total).replace("-", "\N{MINUS SIGN}")


def text_of(pdf: Path) -> str:
    return subprocess.run(
        ["pdftotext", "-layout", pdf, "-"], capture_output=True, text=True, check=True
    ).stdout


def hosts_asked(page: Page) -> set[str]:
    """Every host that the page asks from now on."""
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    return hosts


def reload(table: Table, page: Page) -> None:
    table.wait_until_saved()
    page.reload()
    expect(page.locator("footer .main")).to_be_visible()


@pytest.mark.parametrize("language", first_of(["de", "en", "zh-Hant"]))
def test_a_whole_game_is_played_printed_and_found_in_the_season(
    open_page: Opener, tmp_path: Path, language: str
) -> None:
    page = open_page(f"/play/{language}#new", locale=language)
    hosts = hosts_asked(page)
    table = Table(page)
    rounds = played_rounds(language)
    table.start(NAMES)

    for number, round_ in enumerate(rounds, 1):
        assert table.round_ == number
        play(table, number, round_)
        if number == CORRECTED * 2 - 1:
            move_a_trick(table, rounds)
        reload(table, page)

    totals = totals_of(rounds)
    standings = page.locator(".standings .total").all_text_contents()
    assert sorted(standings) == sorted(shown(total) for total in totals)
    with page.expect_download(timeout=COLD_PRESS_MS) as download:
        page.locator(".next a[download]").click()
    pdf = tmp_path / "sheet.pdf"
    download.value.save_as(pdf)
    text = text_of(pdf)
    assert all(shown(total) in text for total in totals)
    assert NAMES[2] in text
    page.locator('.next a[href$="/"]').click()
    best = shown(max(totals))
    expect(page.locator("main")).to_contain_text(best)
    expect(page.locator("main")).to_contain_text(NAMES[0])
    assert hosts == {urlsplit(page.url).netloc}
