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
        (["--trump", "red", "B7", "B7"], "B7 is there 2 times; the deck has 1"),
        (["--hand", ""], "the hand is empty; expected cards"),
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
