"""Cards are side by side on the page, and their content stays within the cut."""

import itertools

import pytest

from scorepad.pdf.html import card_page
from scorepad.pdf.paper import CardSize, Paper, cards_on
from tests.pdf.conftest import pages_of, text_of, words_of
from tests.pdf.reading import touching
from tests.support.wide import first_of

KEY = "thsG1ZV87eH2G4uh2LqKYrHnfFGVAN6sSIL4bBkzf04"
PIECES = [KEY[at : at + 8] for at in range(0, len(KEY), 8)]
DOOR = "https://wizards.example.org/g/a2929d12-c6fe-4202-b898-5e4c3e38b4b9/enter"
LAYOUTS = {
    f"{paper}-{size}": cards_on(paper, size)
    for paper, size in itertools.product((Paper.A4, Paper.LETTER), CardSize)
}
INSETS = {CardSize.WALLET: 5, CardSize.A7: 6, CardSize.A6: 7}
LONG = "Donaudampfschifffahrtsverein Wien 1889 e"


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_cards_lie_on_the_page_side_by_side(layout):
    lefts = sorted({left for left, _ in layout.corners})
    tops = sorted({top for _, top in layout.corners})

    assert len(layout.corners) == len(lefts) * len(tops) >= 4
    assert min(lefts) >= 0
    assert max(lefts) + layout.size.width <= layout.page.width + 0.01
    assert max(tops) + layout.size.height <= layout.page.height + 0.01
    assert lefts[1] - lefts[0] == pytest.approx(layout.size.width, abs=0.01)


@pytest.mark.parametrize("size", first_of(CardSize))
@pytest.mark.parametrize("group", first_of([LONG, "王" * 40, "🧙‍♂️ مريم"]))
def test_a_key_card_says_everything_inside_its_cut(pdf_of, size, group):
    about = {"group": group, "address": f"{DOOR}#{KEY}", "key": KEY, "size": size}
    pdf = pdf_of(card_page(Paper.A4, language="de", **about))
    layout = cards_on(Paper.A4, size)

    left, top = layout.corners[0]
    inset = INSETS[size]
    first = [
        word
        for word in words_of(pdf)
        if word[0] < left + layout.size.width and word[1] < top + layout.size.height
    ]
    assert pages_of(pdf) == 1
    assert text_of(pdf).count("Werdiese") == len(layout.corners)
    assert min(word[0] for word in first) > left + inset - 1
    assert max(word[3] for word in first) < top + layout.size.height - inset + 1
    assert [word[4] for word in first if word[4] in PIECES] == PIECES
    assert touching(first) == []
