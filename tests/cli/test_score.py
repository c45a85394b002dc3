import json
import subprocess
import sys

import pytest

from scorepad.cli import main
from tests.support.vectors import FOLDER, vectors

EXAMPLE = (FOLDER / "example.json").read_text()


def run(*words, text=""):
    return subprocess.run(
        [sys.executable, "-m", "scorepad.cli", *words],
        input=text,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.fixture
def score(tmp_path, capsys):
    def run_score(document):
        file = tmp_path / "game.json"
        text = document if isinstance(document, str) else json.dumps(document)
        file.write_text(text, encoding="utf-8")
        return main(["score", str(file)]), capsys.readouterr()

    return run_score


def test_the_example_is_answered_value_for_value():
    reply = run("score", "-", text=EXAMPLE)

    assert (reply.returncode, reply.stderr) == (0, "")
    told, expected = json.loads(reply.stdout), vectors("score")
    assert [*told.items()] == [*expected.items()]


def test_objections_are_printed_beside_the_arithmetic_with_status_1(score):
    status, said = score(EXAMPLE.replace("[1, 0, 1]", "[1, 1, 1]"))

    answer = json.loads(said.out)
    assert status == 1
    assert answer["objections"] == [{"round": 2, "problem": "tricks_sum", "seat": None}]
    assert answer["totals"] == [10, -20, 20]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The text is not JSON"),
        ("[]", "The document is a list; expected an object."),
        (EXAMPLE.replace('"Ute", ', ""), "players has 2 names; expected 3 to 8"),
        (EXAMPLE.replace("[2, 0, 0]", "[2, NaN, 0]"), "rounds[1].bids[1] is NaN; exp"),
        (EXAMPLE.replace("[2, 0, 0]", "[2, true, 0]"), "rounds[1].bids[1] is true; ex"),
        (" " * 70_000, "The text is too long"),
    ],
)
def test_what_is_no_document_is_refused_in_one_sentence(score, text, sentence):
    status, said = score(text)

    assert (status, said.out) == (2, "")
    assert said.err.startswith(f"scorepad score: {sentence}")
    assert said.err.count("\n") == 1
