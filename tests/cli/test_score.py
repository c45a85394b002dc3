"""scorepad score and scorepad trick: what the rules say."""

import json
import subprocess
import sys

import pytest

from scorepad.cli import main
from tests.support.vectors import FOLDER, vectors

EXAMPLE = (FOLDER / "example.json").read_text()


def test_the_example_is_answered_value_for_value():
    reply = subprocess.run(
        [sys.executable, "-m", "scorepad.cli", "score", "-"],
        input=EXAMPLE,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )

    assert (reply.returncode, reply.stderr) == (0, "")
    told, expected = json.loads(reply.stdout), vectors("score")
    assert [*told.items()] == [*expected.items()]


@pytest.fixture
def game(tmp_path):
    """Return a function that writes the text of a game to a file."""

    def game(text):
        file = tmp_path / "game.json"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return game


def test_objections_are_printed_beside_the_arithmetic_with_status_1(game, capsys):
    assert main(["score", game(EXAMPLE.replace("[1, 0, 1]", "[1, 1, 1]"))]) == 1

    answer = json.loads(capsys.readouterr().out)
    assert answer["objections"] == [{"round": 2, "problem": "tricks_sum", "seat": None}]
    assert answer["totals"] == [10, -20, 20]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "The document is a list; expected an object."),
        (EXAMPLE.replace("[2, 0, 0]", "[2, NaN, 0]"), "rounds[1].bids[1] is NaN; exp"),
        (" " * 70_000, "The text is too long"),
    ],
)
def test_an_invalid_document_is_refused_in_one_sentence(game, refused, text, sentence):
    assert refused("score", game(text)).startswith(f"scorepad score: {sentence}")


def answer_to(capsys, *words):
    assert main(["trick", *words]) == 0
    return capsys.readouterr().out


def test_the_answer_to_a_trick_is_printed_as_documented(capsys):
    assert answer_to(capsys, "--trump", "red", "B7", "R1", "B13") == (
        '{"winner": 1, "suit_led": "blue", "next_leader": 1, "changes_bid": null, '
        '"passes_cards": false, "reason": "highest_trump"}\n'
    )


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("N N N", 0),
        ("R13 Z W", 1),
        ("J B7 B9", 2),
        ("BO Z", None),
        ("Y2 SHZ", 1),
        ("DR R1 Z FA", 3),
    ],
)
def test_trump_is_asked_for_only_where_it_decides(cards, winner, capsys):
    assert json.loads(answer_to(capsys, *cards.split()))["winner"] == winner


def test_z_and_n_are_the_letters_on_the_cards_of_many_boxes(capsys):
    """The box prints Z (Zauberer) and N (Narr)."""
    told = json.loads(answer_to(capsys, "--hand", "B3 Z N R2", "B7"))

    assert told == {"legal": ["B3", "Z", "N"]}
