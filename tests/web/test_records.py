"""The page of records: who set them first, and links to their games."""

import re

SIZE = re.compile(r"3 players, (\d rounds?)<.*?(\d+) points", re.DOTALL)
THREE = ("Thomas", "Ute", "Kevin")


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
