"""What a table agreed on and does not stand in every game: on the paper, too."""

from scorepad.rules.wizard.game import Deck, HouseScoring, Scoring, Trump
from tests.sheets.conftest import played, text_of, words_of
from tests.sheets.reading import touching

FOUR = ("Ute", "Kevin", "王小明", "Thomas-Alexander")


def test_another_scoring_is_named_and_explained_on_the_sheet(print_game):
    own = HouseScoring(base=7, per_trick=3, per_miss=2, kept_zero=11)

    pdf = print_game(played(FOUR, scoring=own))

    assert "Ownformula(7/3/2/11)" in text_of(pdf)
    assert "Met:7points,and3morepertrick;azero:11.Missed:−2pertrick." in text_of(pdf)
    assert touching(words_of(pdf)) == []


def test_the_longest_explanation_touches_nothing(print_game):
    pdf = print_game(played(FOUR, scoring=Scoring.ALTERNATIVE), language="de")

    assert "AlternativeWertung" in text_of(pdf)
    assert touching(words_of(pdf)) == []


def test_the_suits_are_those_of_the_deck_on_the_table(print_game):
    game = played(FOUR, seed=2, deck=Deck.AMERICAN)
    assert any(row.trump is Trump.GREEN for row in game.rounds)

    pdf = print_game(game)

    assert "Hearts" in text_of(pdf)
    assert "Elf" not in text_of(pdf)
