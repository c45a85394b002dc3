from datetime import date
from fractions import Fraction

import pytest

from scorepad.games.registry import GAMES, of_tricks
from scorepad.games.towers import TowersProblem
from scorepad.games.wizard import Problem
from scorepad.i18n import languages
from scorepad.i18n.rules import sentence_for
from tests.toy.oh_hell.models import OhHell
from tests.toy.oh_hell.words import TITLE

NBSP = "\N{NO-BREAK SPACE}"


def test_points_carry_their_sign_and_a_real_minus():
    said = [languages.signed(n) for n in (-130, -1, 0, 1, 130)]
    assert said == ["−130", "−1", "0", "+1", "+130"]


WRITTEN = {
    "en": ("−1,234.5", "63%", "21 November 2026", "21 Nov 2026"),
    "de": ("−1.234,5", f"63{NBSP}%", "21. November 2026", "21.11.2026"),
    "ko": ("−1,234.5", "63%", "2026년 11월 21일", "2026. 11. 21."),
    "zh-Hans": ("−1,234.5", "63%", "2026年11月21日", "2026年11月21日"),
    "zh-Hant": ("−1,234.5", "63%", "2026年11月21日", "2026年11月21日"),
}


@pytest.mark.parametrize("language", WRITTEN)
def test_numbers_shares_and_dates_are_written_as_the_language_does(language):
    day = date(2026, 11, 21)

    assert WRITTEN[language] == (
        languages.format_number(Fraction(-12345, 10), language, decimals=1),
        languages.format_percent(Fraction(5, 8), language),
        languages.format_date(day, language),
        languages.format_date(day, language, short=True),
    )


@pytest.mark.parametrize("language", [known.tag for known in languages.LANGUAGES])
@pytest.mark.parametrize("problem", [*Problem, *TowersProblem], ids=repr)
def test_a_problem_has_a_sentence_even_if_values_are_unknown(problem, language):
    game = "towers" if isinstance(problem, TowersProblem) else None
    sentence = sentence_for(problem, language, game=game)

    assert sentence
    assert "%(" not in sentence


def test_a_game_says_how_many_can_play_it(monkeypatch):
    monkeypatch.setitem(GAMES, "oh_hell", of_tricks(OhHell, TITLE))

    def said(game):
        return sentence_for(Problem.PLAYERS_OUT_OF_RANGE, "en", game=game)

    assert said("oh_hell") == "This game needs 3 to 7 players."
    assert said("wizard") == "This game needs 3 to 8 players."
