"""Whole games with their answers: the same ones hold the phone's page to the rules."""

import json
from pathlib import Path

import pytest

from scorepad.rules.games import answer_to

GAMES = json.loads(
    (Path(__file__).parents[1] / "vectors" / "towers-games.json").read_text("utf-8")
)


@pytest.mark.parametrize("game", GAMES, ids=range(len(GAMES)))
def test_a_game_comes_out_as_it_was_written_down(game):
    assert answer_to(json.dumps(game["document"])) == game["answer"]


def test_the_games_hold_what_may_differ():
    answers = [game["answer"] for game in GAMES]

    assert {each["finished"] for each in answers} == {True, False}
    assert any(each["still_to_play"] for each in answers)
    assert any(len(each["winners"]) > 1 for each in answers)
    assert len({o["problem"] for each in answers for o in each["objections"]}) > 4
