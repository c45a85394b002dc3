"""The page of one game with its story, and the page of records."""

import re

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
    assert (
        "It was decided in round 2: after that only <b><bdi>Ute</bdi></b> led." in text
    )
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
