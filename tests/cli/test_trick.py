import json

import pytest

from scorepad.cli import main


def test_the_answer_is_printed_as_documented(capsys):
    main(["trick", "--trump", "red", "B7", "R1", "B13"])

    assert capsys.readouterr().out == (
        '{"winner": 1, "suit_led": "blue", "next_leader": 1, "changes_bid": null, '
        '"passes_cards": false, "reason": "highest_trump"}\n'
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--trump", "red"], "no card was played; expected cards such as"),
        (["B7", "R1"], "trump is missing; expected --trump red or --trump none"),
        (["--trump", "red", "B14"], "'B14' is not a card; expected B, G, R or Y"),
        (["--trump", "red", "B0"], "'B0' is not a card"),
        (["--trump", "red", "b7"], "'b7' is not a card"),
        (["--trump", "red", "B٧"], "'B٧' is not a card"),
        (["--trump", "red", ""], "'' is not a card"),
        (["--trump", "red", "J7"], "'J7' is not a card"),
        (["--trump", "red", "SHDR"], "'SHDR' is not a card"),
        (["--trump", "red", "VAVAW"], "'VAVAW' is not a card"),
        (["--trump", "red", "WE"], "'WE' is not a card"),
        (["--trump", "red", "DR", "W", "DR"], "DR is there 2 times; the deck has 1"),
        (["--trump", "red", "C9R", "W", "C9B"], "C9 is there 2 times"),
        (["--trump", "red", "VAW", "W", "VAJ"], "VA is there 2 times"),
        (["--trump", "red", "B7", "B7"], "B7 is there 2 times; the deck has 1"),
        (["--trump", "red", *["W"] * 5], "W is there 5 times; the deck has 4"),
        (
            ["--trump", "red", *["B1", "B2", "B3", "B4", "B5", "B6", "B7"]],
            "7 cards were played",
        ),
        (["--hand", ""], "the hand is empty; expected cards"),
        (["--hand", "B3 B7", "B7"], "B7 is there 2 times"),
        (["--trump", "red", "VAB7", "B7"], "B7 is turned up; left of it: 0"),
        (
            ["--hand", "B3", *["R1", "R2", "R3", "R4", "R5", "R6"]],
            "6 cards were played; expec",
        ),
    ],
)
def test_what_is_no_trick_is_refused_in_one_sentence(words, sentence, capsys):
    assert main(["trick", *words]) == 2

    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"scorepad trick: {sentence}")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        (["N", "N", "N"], 0),
        (["R13", "Z", "W"], 1),
        (["J", "B7", "B9"], 2),
        (["BO", "Z"], None),
        (["Y2", "SHZ"], 1),
        (["DR", "R1", "Z", "FA"], 3),
    ],
)
def test_trump_is_asked_for_only_where_it_decides(cards, winner, capsys):
    assert main(["trick", *cards]) == 0

    assert json.loads(capsys.readouterr().out)["winner"] == winner


def test_z_and_n_are_the_letters_on_the_cards_of_many_boxes(capsys):
    """The box prints Z (Zauberer) and N (Narr)."""
    main(["trick", "--hand", "B3 Z N R2", "B7"])

    assert json.loads(capsys.readouterr().out) == {"legal": ["B3", "Z", "N"]}
