"""Findings as sentences, in every language."""

import re
from fractions import Fraction

import pytest
from flask import render_template_string

from scorepad.i18n.languages import LANGUAGES
from scorepad.statistics.findings import BIDS, CARDS, About, Finding

TEMPLATE = (
    '{% from "season/findings.html" import finding_sentence with context %}'
    "{{ finding_sentence(finding, name) }}"
)
SHARE = Fraction(61, 100)


@pytest.fixture
def said(app):
    """Return the sentence about a finding in a language, without markup."""

    def sentence(about, language="en", *, hits=31, tries=58, **more):
        finding = Finding(about, hits, tries, SHARE, 0.001, **more)
        with app.test_request_context(headers={"Accept-Language": language}):
            text = render_template_string(TEMPLATE, finding=finding, name="Ute")
        return re.sub("<.*?>", "", text).replace("\N{NO-BREAK SPACE}", " ")

    return sentence


def test_the_sentence_that_a_table_would_say(said):
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
def test_everything_that_can_be_found_can_be_said(said, language):
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
