"""Awards: who gets them, and when nobody does."""

import pytest

from scorepad.games.wizard.models import Game, Left, Round
from scorepad.games.wizard.schedule import Schedule, cards_per_round
from scorepad.games.wizard.sheet import sheet_of
from scorepad.i18n.terms import AWARDS
from scorepad.statistics.story import Award, awards_of
from tests.support.vectors import vectors


def awards(*rounds, players=3, left=()):
    names = ("Ute", "Kevin", "Zoë", "Ada", "Bo", "Cy")[:players]
    game = Game(
        names,
        cards_per_round(Schedule.STANDARD, players),
        rounds=tuple(Round(bids, tricks) for bids, tricks in rounds),
        left=tuple(Left(each["seat"], each["after_round"]) for each in left),
    )
    return {prize.award: prize for prize in awards_of(sheet_of(game))}


def test_old_totals_without_tricks_earn_nothing_false():
    old = Round((1, 2, 0), None, totals=(-10, -20, 20))
    game = Game(("a", "b", "c"), (1, 2), rounds=(old,))

    assert {p.award for p in awards_of(sheet_of(game))} <= {Award.WILDEST_MISS}


@pytest.mark.parametrize("award", Award)
def test_every_award_has_its_words(award):
    assert AWARDS[award.value]
    assert set(AWARDS) == {each.value for each in Award}


def test_the_awards_of_whole_games_are_as_recorded():
    recorded = vectors("awards")

    assert len(recorded) > 10
    for vector in recorded:
        rounds = [(each["bids"], each["tricks"]) for each in vector["rounds"]]
        found = awards(*rounds, players=vector["players"], left=vector.get("left", ()))
        told = [
            (prize.award.value, list(prize.seats), prize.value)
            for prize in found.values()
        ]
        assert told == [tuple(prize.values()) for prize in vector["awards"]]
