"""Findings as sentences, in every language."""

from fractions import Fraction

import pytest

from scorepad.i18n.languages import LANGUAGES
from scorepad.statistics.findings import BIDS, CARDS, About, Finding
from scorepad.web.figures import finding_sentence

SHARE = Fraction(61, 100)
ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))


def said(about, language="en", *, hits=31, tries=58, **more):
    finding = Finding(about, hits, tries, SHARE, 0.001, **more)
    sentence = finding_sentence(finding, language, name="Ute")
    return sentence.translate(ISOLATES).replace("\N{NO-BREAK SPACE}", " ")


def test_the_sentence_that_a_table_would_say():
    few = {"span": (1, 3), "lean": 1}

    assert said(About.CARDS, **few) == (
        "Ute bids too high with 1 to 3 cards: 53% of 58 bids met (other players: 61%)."
    )
    assert said(About.CARDS, "de", **few) == (
        "Ute sagt zu viel an mit 1 bis 3 Karten:"
        " 53 % von 58 Ansagen erfüllt (die anderen Spieler: 61 %)."
    )
    assert said(About.CARDS, "zh-Hant", **few) == (
        "Ute 手牌 1 到 3 張時預測過高：58 次預測命中 53%（其他玩家：61%）。"
    )


@pytest.mark.parametrize("language", [language.tag for language in LANGUAGES])
def test_everything_that_can_be_found_can_be_said(language):
    spans = {About.CARDS: CARDS, About.BID: BIDS}

    found = {
        said(about, language, hits=hits, span=span, lean=lean)
        for about in About
        for span in spans.get(about, (None,))
        for hits in (1, 57)
        for lean in (-1, 0, 1)
    }

    # More and less of each; a situation that is hard has one more for each lean.
    situations = len(CARDS) + len(BIDS) + 5
    assert len(found) == 6 * 2 + situations * 4
    assert not any("%(" in sentence or "  " in sentence for sentence in found)
