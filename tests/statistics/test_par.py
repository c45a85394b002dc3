"""Par: what a table of one size and length usually scores."""

import json
from types import SimpleNamespace

import pytest

from scorepad.games.wizard.models import Game, Joined, Left, Round
from scorepad.games.wizard.schedule import (
    SEATS_ALLOWED,
    Schedule,
    cards_per_round,
    largest_hand,
)
from scorepad.games.wizard.scoring import HouseScoring, Scoring
from scorepad.services.results import results_of
from scorepad.statistics.rating import above_par, par_of
from tests.repo.source import ROOT
from tests.statistics.simple_players import SIZES, shares_for

TABLE = json.loads((ROOT / "scorepad/statistics/par.json").read_text("utf-8"))
CLASSIC = Scoring.CLASSIC
ROUND = (30, 20, -10)


def row(players, cards, scoring=CLASSIC):
    return scoring, players, cards


def hands(players, schedule, scoring=CLASSIC):
    hands = cards_per_round(schedule, players)
    return [row(players, cards, scoring) for cards in hands]


def of_four(scoring=CLASSIC):
    return hands(4, Schedule.STANDARD, scoring)


def par(of):
    mean, variance = par_of(of)
    return mean, variance**0.5


def test_winners_of_five_rounds_and_of_twenty_are_above_the_last_of_either():
    short, whole = (hands(3, each) for each in (Schedule.FIRST5, Schedule.STANDARD))
    totals = {"Ute": (short, 180), "Kevin": (short, 60), "Ada": (short, 40)}
    totals |= {"Tom": (whole, 260), "Zoe": (whole, 330), "Max": (whole, 320)}

    order = sorted(totals, key=lambda name: -above_par(*totals[name], CLASSIC))

    assert order == ["Ute", "Zoe", "Max", "Kevin", "Tom", "Ada"]


def test_the_table_has_every_round_that_can_be_dealt():
    assert [*TABLE] == [f"{players}" for players in SIZES]
    for players in SIZES:
        rounds = TABLE[f"{players}"]
        assert len(rounds) == largest_hand(players)
        for shares in rounds:
            assert sum(share for *_, share in shares) == pytest.approx(1000, abs=20)


@pytest.mark.parametrize(("players", "cards"), [(3, 9), (4, 2), (4, 13), (6, 8)])
def test_other_deals_of_the_same_players_give_the_same_par(players, cards):
    """A few deals differ from many by chance alone: four errors of the mean at most."""
    deals = 150
    again = shares_for(players, cards, deals=deals, seed="again")
    whole = sum(share for *_, share in again)
    mean = sum(share * classic(bid, tricks) for bid, tricks, share in again) / whole

    told, spread = par([row(players, cards)])

    error = spread / (deals * players) ** 0.5
    assert mean == pytest.approx(told, abs=4 * error)


def classic(bid, tricks):
    return 20 + 10 * bid if bid == tricks else -10 * abs(bid - tricks)


def test_the_documentation_tells_the_table():
    told = (ROOT / "docs/fair-seasons.md").read_text("utf-8")

    for players in SEATS_ALLOWED:
        cells = [
            "{:.0f} ± {:.0f}".format(*par(hands(players, schedule)))
            for schedule in (Schedule.STANDARD, Schedule.QUICK, Schedule.FIRST5)
        ]
        assert f"| {players} | {' | '.join(cells)} |" in told


@pytest.mark.parametrize("players", range(3, 7))
def test_one_round_cannot_decide_a_season_of_whole_games(players):
    """A game that ends after its first round, with a bid of 1 met, of 0 met, missed."""
    one = [above_par(hands(players, Schedule.FIRST5)[:1], n, CLASSIC) for n in ROUND]
    usual = hands(players, Schedule.STANDARD)
    good, bad = (round(par(usual)[0] + n * par(usual)[1]) for n in (1, -1))

    assert max(one) < above_par(usual, good, CLASSIC) / 3
    assert min(one) > above_par(usual, bad, CLASSIC)


def test_fewer_than_five_rounds_count_in_part():
    each = [above_par([row(4, 1)] * n, 30 * n, CLASSIC) / n**0.5 for n in range(1, 8)]

    parts = [found / each[-1] for found in each]
    assert parts == pytest.approx([0.2, 0.4, 0.6, 0.8, 1, 1, 1], abs=0.001)


def test_par_follows_the_scoring():
    tenth, generous = Scoring.CLASSIC_DIV10, HouseScoring(20, 10, 0)
    nothing = HouseScoring(0, 0, 0)

    of_tenth = above_par(of_four(tenth), 25, tenth)

    assert abs(above_par(of_four(), round(par(of_four())[0]), CLASSIC)) <= 50
    assert of_tenth == pytest.approx(above_par(of_four(), 250, CLASSIC) / 10, abs=1)
    assert par(of_four(generous)) > par(of_four())
    once, twice = (par([row(4, 5, how)]) for how in (CLASSIC, HouseScoring(40, 20, 20)))
    assert twice == pytest.approx([2 * each for each in once])
    assert above_par(of_four(nothing), 0, nothing) == 0


def test_who_comes_late_or_leaves_is_measured_by_the_rounds_they_played():
    game = Game(
        players=("Ute", "Kevin", "Anna", "Tom", "Zoe"),
        cards=(1, 2, 3),
        rounds=(
            Round(bids=(0, 0, 1, 0, None), tricks=(0, 0, 1, 0, None)),
            Round(bids=(1, 0, 0, 1, 0), tricks=(1, 0, 0, 1, 0)),
            Round(bids=(1, 0, 1, None, 1), tricks=(1, 1, 0, None, 1)),
        ),
        joined=(Joined(4, 2, 100),),
        left=(Left(3, 2),),
    )
    stored = SimpleNamespace(
        id=1, seats=[SimpleNamespace(player_id=n) for n in range(5)]
    )

    found = list(results_of(stored, game))

    assert [each["above_par"] for each in found[3:]] == [
        above_par([row(4, 1), row(5, 2)], 50, CLASSIC),
        above_par([row(5, 2), row(4, 3)], 50, CLASSIC),
    ]
    assert {(each["seats"], each["rounds"]) for each in found} == {(5, 3)}
