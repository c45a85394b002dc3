"""The judge: its answers without scripts, for any question."""

import html
import re
from urllib.parse import urlencode

from scorepad.games.wizard.tricks import CardProblem, Follow, Reason, Said
from scorepad.i18n.languages import LANGUAGES
from tests.support.vectors import vectors

TAGS = [known.tag for known in LANGUAGES]


def ask(client, *, lang="en", **said):
    return client.get(f"/judge/{lang}?{urlencode(said)}")


def said_in(page):
    verdict = re.search(r'<div class="verdict".*?</div>', page, re.DOTALL)
    assert verdict
    return [html.unescape(line) for line in re.findall(r"<p.*?>(.*?)</p>", verdict[0])]


def test_it_answers_in_every_language(client):
    for tag in TAGS:
        answer = ask(client, lang=tag, trump="red", played="B7 R1 B13")

        assert answer.status_code == 200
        assert f'<html lang="{tag}">' in answer.text
        assert len(said_in(answer.text)) == 2
        assert ("takes the trick" in answer.text) is (tag == "en")


def test_one_sentence_says_card_and_leader_another_the_rule(client):
    answer = ask(client, trump="red", played="B7 R1 B13")

    assert said_in(answer.text) == [
        "Card 2, Red 1, takes the trick, and its player leads next.",
        "If nobody plays a Wizard, the highest trump wins.",
    ]
    assert answer.text.count('class="card suit-red wins"') == 1


def test_the_legal_cards_of_the_recorded_hand_are_marked(client):
    for vector in [
        v for v in vectors("wizard")["vectors"] if v["type"] == "legal_plays"
    ]:
        said = {"played": " ".join(vector["played"]), "hand": " ".join(vector["hand"])}

        marks = re.findall(r'<b class="(may|no)"', ask(client, ask="play", **said).text)
        legal = [
            name
            for name, mark in zip(vector["hand"], marks, strict=True)
            if mark == "may"
        ]
        assert sorted(legal) == sorted(vector["legal"])


def test_without_scripts_every_tap_leads_to_the_next_case(client):
    steps = [
        ("trump", "red"),
        ("add", "B7"),
        ("add", "SH"),
        ("add", "J"),
        ("add", "R1"),
    ]
    path = "/judge/en?"
    for step in steps:
        answer = client.get(f"{path}&{urlencode([step])}")
        path = answer.location or f"{path}{urlencode([step])}"

    assert path == "/judge/en?trump=red&played=B7+SHJ+R1"
    assert client.get(f"{path}&drop=played-1").location.endswith("played=B7+R1")
    assert client.get(f"{path}&undo=1").location.endswith("played=B7+SHJ")
    assert client.get(f"{path}&clear=1").location.endswith("?trump=red")


IMPOSSIBLE = [
    ({"played": "B7 B7"}, "Blue 7 is in the deck only once."),
    ({"played": "W W W W W"}, "Wizard is in the deck only 4 times."),
    ({"played": "B1 B2 B3 B4", "seats": "3"}, "A trick can have at most 3 cards here"),
    ({"played": "B1 B2", "hand": "B1", "ask": "play"}, "Blue 1 is in the deck"),
    ({"played": "VAB7 B7"}, "Blue 7 is turned up"),
    ({"played": "B7 Q9"}, "“Q9” is not a card"),
    ({"played": "J7"}, "“J7” is not a card"),
    ({"played": "B7", "add": "<b>"}, "“<B>” is not a card"),
    ({"played": "W W W W", "add": "W"}, "Wizard is in the deck only 4 times."),
    ({"trump": "purple"}, "one of"),
    ({"seats": "9"}, "one of"),
    ({"begun": "XX"}, "one of"),
]


def test_what_cannot_be_is_refused_with_a_sentence(client):
    for said, sentence in IMPOSSIBLE:
        answer = ask(client, **said)

        assert answer.status_code == 422
        (told,) = said_in(answer.text)
        assert sentence in told
        assert "<B>" not in answer.text


TYPED = [
    *("played=" + "B7+" * 5000, "played=%00", "played=%F0%9F%A7%99"),
    *("drop=played-99", "drop=hand", "drop=x-1", "drop=played-%D9%A1", "undo=1"),
    *("clear=1", "add=", "add=+", "hand=B3&played=B7", "trump=red&trump=blue"),
    *("ask=play&hand=" + "+".join(f"B{n}" for n in range(1, 14)),),
]


def test_nothing_that_is_typed_breaks_it(client):
    for query in TYPED:
        answer = client.get(f"/judge/de?{query}", follow_redirects=True)

        assert answer.status_code in {200, 422}


def test_scripts_get_every_sentence(client):
    for tag in TAGS:
        words = set(
            re.findall(r'<template data-word="(\w+)">[^<]', ask(client, lang=tag).text)
        )

        keys = {*Reason, *Follow, *Said, *CardProblem, "no_card", "taking", "as_what"}
        assert {str(key) for key in keys} <= words
