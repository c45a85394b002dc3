"""The pages of one game with its story, of records, and of a player."""

import re
from fractions import Fraction

import pytest
from flask import render_template_string

from scorepad.i18n.languages import LANGUAGES
from scorepad.statistics.findings import BIDS, CARDS, SITUATIONS, TALLIES, Finding
from tests.support.wide import first_of

THREE = ("Thomas", "Ute", "Kevin")


def test_the_winner_is_first_and_the_story_says_when_it_was_decided(phone):
    """Thomas leads after round 1 with 30 to 20, Ute from round 2 on."""
    rounds = [([1, 0, 1], [1, 0, 0]), ([0, 2, 2], [0, 2, 0]), ([0, 3, 3], [0, 3, 0])]
    game = phone.play(*THREE, rounds=rounds)

    text = " ".join(phone.get(f"/games/{game}").text.split())

    assert "<b><bdi>Ute</bdi></b> wins with 110." in text
    order = [text.index(f"<bdi>{name}</bdi></a>") for name in ("Ute", "Thomas")]
    assert order == sorted(order)
    assert text.count("3 of 3 bids met") == 2
    assert "0 of 3 bids met" in text
    assert "−60" in text
    assert "The lead changed 1 time, in round 2." in text
    decided = "It was decided in round 2: after that only <b><bdi>Ute</bdi></b> led."
    assert decided in text
    assert "bids above tricks in 3 of 3 rounds" in text
    assert "Everyone met their bid" not in text


def test_an_unfinished_game_says_how_far_it_is_and_leads_back_to_the_table(phone):
    rounds = [([0, 0, 0], [1, 0, 0]), ([0, 0, 2], [2, 0, 0])]
    game = phone.play(*THREE, rounds=rounds, finished=False)

    text = phone.get(f"/games/{game}").text

    assert "2 of 3 rounds played." in text
    assert "It was decided" not in text
    assert f"/play/en#{phone.group}/{game}" in text


SIZE = re.compile(r"3 players, (\d rounds?)<.*?(\d+) points", re.DOTALL)


def record(text, name):
    start = text.index(f'<span class="soft">{name}')
    return text[start : text.index("</li>", start)]


def test_each_record_names_its_people_and_leads_to_its_game(phone):
    """Totals are records of a table of one size and length."""
    low, high = ([0, 0, 0], [1, 0, 0]), ([5, 0, 0], [5, 0, 0])
    phone.play(*THREE, rounds=[low])
    great = phone.play(*THREE, rounds=[high])
    long = phone.play(*THREE, rounds=[low, ([2, 0, 0], [2, 0, 0])])
    phone.play(*THREE, rounds=[low, ([0, 0, 0], [2, 0, 0])])

    text = phone.get("/records").text

    cards = [each for each in text.split("<li>") if "Highest total" in each]
    told = [SIZE.search(each).groups() for each in cards]
    assert told == [("1 round", "70"), ("2 rounds", "40")]
    assert (great in cards[0], long in cards[1]) == (True, True)
    assert "<bdi>Thomas</bdi>" in cards[0]
    assert "bid 5 and met" in record(text, "Bravest bid")
    assert "Round 1" in record(text, "Bravest bid")
    assert "−10 points" in text
    assert "with 5 cards each" in record(text, "Everyone met their bid")
    assert "<bdi>" not in record(text, "Everyone met their bid")


def test_of_equal_streaks_in_a_game_the_first_is_the_record(phone):
    phone.play(*THREE, rounds=[([1, 1, 1], [0, 1, 0]), ([1, 1, 1], [1, 0, 1])])

    streak = record(phone.get("/records").text, "Longest streak")

    assert "Round 1" in streak
    assert "<bdi>Ute</bdi>" in streak


def page(phone, name, **query):
    player = phone.person(name)["id"]
    return phone.client.get(f"/g/{phone.group}/players/{player}", query_string=query)


def play(phone, *names, rounds=1, **said):
    """Everybody bids 1 of 1 card; the first name takes every trick."""
    names = names or THREE
    bids_and_tricks = ([1] * len(names), [1] + [0] * (len(names) - 1))
    return phone.play(*names, rounds=[bids_and_tricks] * rounds, **said)


def test_results_rivals_and_a_curve_in_numbers(phone):
    for names in (("Thomas", "Ute", "Kevin"), ("Ute", "Thomas", "Kevin")) * 2:
        play(phone, *names, rounds=3)

    text = page(phone, "Ute", part="games").text

    assert "<dt>Games</dt><dd>4" in text
    assert "<dt>Wins</dt><dd>2" in text
    assert "<dt>Best</dt><dd>90" in text
    assert "<dt>Worst</dt><dd>−30" in text
    victim = "Favourite victim: Kevin, beaten 2 times of 4."
    assert victim in page(phone, "Ute", part="rivals").text
    assert 'class="level"' in text
    assert text.count('<th scope="row"><time') == 4
    assert 'aria-describedby="curve-desc"' in text
    assert text.count('class="value"') >= 3


SAID = re.compile(r'class="findings said".*?<li>(.*?)</li>', re.DOTALL)


def test_few_bids_are_no_proof_and_many_have_an_interval(phone):
    play(phone, rounds=5)
    few, last = page(phone, "Thomas").text, page(phone, "Ute").text
    assert "5 of 5 bids met: too few to rule" in few
    assert few.count("<small>1st of 3</small>") == 3
    assert last.count("<small>2nd of 3</small>") == 3
    assert "Too high 5 times, too low 0 times; off by 1.00 tricks on average." in last
    assert "Longest streak: 0 bids met in a row; longest losing streak: 5." in last
    assert "150 points lost" in last

    for _ in range(3):
        play(phone, rounds=20)
    text = page(phone, "Thomas").text
    assert "65 of 65 bids met: 100%." in text
    assert 'class="own"><text' in text
    assert text.count('class="other"') == 2
    # Wilson: z² / (n + z²) of the way down from 1.
    assert ": 94% to 100%" in text
    ute = page(phone, "Ute").text
    assert "100% of 65 bids met (other players: 0%)." in SAID.search(text)[1]
    assert "0% of 65 bids met (other players: 50%)." in SAID.search(ute)[1]


def test_own_records_lead_to_their_game_and_round(phone):
    first = play(phone, rounds=2)
    second = play(phone, "Ute", "Thomas", "Kevin")

    cards = re.findall(
        r'class="record" href="[^"]*/games/([^"]+)">\s*<span class="soft">(.*?)</span>'
        r"\s*<b>(.*?)</b>\s*<span class=\"soft\">\s*(.*?)\s*<time",
        phone.get(f"/players/{phone.person('Ute')['id']}/records").text,
    )

    long, short = "<br>3 players, 2 rounds", "<br>3 players, 1 round"
    assert cards == [
        (first, f"Highest total{long}", "\N{MINUS SIGN}20 points", ""),
        (second, f"Highest total{short}", "30 points", ""),
        (first, f"Lowest total{long}", "\N{MINUS SIGN}20 points", ""),
        (second, f"Lowest total{short}", "30 points", ""),
        (second, "Best round", "30 points", "Round 1 ·"),
        (second, "Bravest bid", "bid 1 and met", "Round 1 ·"),
        (second, "Longest streak", "1 bid met in a row", "Round 1 ·"),
    ]


TEMPLATE = (
    '{% from "season/findings.html" import finding_sentence with context %}'
    "{{ finding_sentence(finding, name) }}"
)


@pytest.fixture
def said(app):
    """Return the sentence about a finding in a language, without markup."""

    def sentence(about, language, *, hits, **more):
        finding = Finding(about, hits, 58, Fraction(61, 100), 0.001, **more)
        with app.test_request_context(headers={"Accept-Language": language}):
            text = render_template_string(TEMPLATE, finding=finding, name="Ute")
        return re.sub("<.*?>", "", text).replace("\N{NO-BREAK SPACE}", " ")

    return sentence


@pytest.mark.parametrize("language", first_of(known.tag for known in LANGUAGES))
def test_every_finding_has_a_sentence(said, language):
    spans = {"cards": CARDS, "bid": BIDS}
    others = (*TALLIES, "zeros", "table_too_high", "table_last")

    found = {
        said(about, language, hits=hits, span=span, lean=lean)
        for about in (*others, *spans, *SITUATIONS)
        for span in spans.get(about, (None,))
        for hits in (1, 57)
        for lean in (-1, 0, 1)
    }

    # More and less of each; a situation that is hard has one more for each lean.
    situations = len(CARDS) + len(BIDS) + 5
    assert len(found) == 6 * 2 + situations * 4
    assert not any("%(" in sentence or "  " in sentence for sentence in found)
