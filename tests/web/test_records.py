"""The page of records: who set them first, and links to their games."""

import re

SIZE = re.compile(r"3 players, (\d rounds?)<.*?(\d+) points", re.DOTALL)
THREE = ("Thomas", "Ute", "Kevin")


def page(phone, **query):
    return phone.client.get(f"/g/{phone.group}/records", query_string=query)


def play(phone, bids, tricks, **settings):
    """A game of one round with as many cards as tricks."""
    return phone.play(*THREE, rounds=[(bids, tricks)], **settings)


def record(text, name):
    start = text.index(f'<span class="soft">{name}')
    return text[start : text.index("</li>", start)]


def test_each_record_names_its_people_and_leads_to_its_game(phone):
    play(phone, [0, 0, 0], [1, 0, 0])
    great = play(phone, [5, 0, 0], [5, 0, 0])

    text = page(phone).text

    highest = record(text, "Highest total")
    assert "70 points" in highest
    assert "<bdi>Thomas</bdi>" in highest
    before = text[: text.index('<span class="soft">Highest total')]
    assert before.rindex(great) > before.rindex("<li>")
    assert "bid 5 and met" in record(text, "Bravest bid")
    assert "Round 1" in record(text, "Bravest bid")
    assert "−10 points" in record(text, "Lowest total")
    assert "with 5 cards each" in record(text, "Everyone met their bid")
    assert "<bdi>" not in record(text, "Everyone met their bid")


def test_totals_are_records_of_a_table_of_one_size_and_length(phone):
    two = [([0, 0, 0], [1, 0, 0]), ([2, 0, 0], [2, 0, 0])]
    play(phone, [5, 0, 0], [5, 0, 0])
    long = phone.play(*THREE, rounds=two)
    phone.play(*THREE, rounds=[*two[:1], ([0, 0, 0], [2, 0, 0])])

    text = page(phone).text

    cards = [each for each in text.split("<li>") if "Highest total" in each]
    told = [(long in each, *SIZE.search(each).groups()) for each in cards]
    assert told == [(True, "2 rounds", "40"), (False, "1 round", "70")]
