"""Standings of a season of known games."""

from dataclasses import replace
from fractions import Fraction

from scorepad.rules.wizard.game import Game, Joined, Left, Round
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.stats.season import RankedBy
from scorepad.stats.story import Outcome, outcomes_of
from tests.stats.counting import standings

THREE = ("Thomas", "Ute", "Kevin")
WORKED_EXAMPLE = Game(
    players=THREE,
    cards=(1, 2),
    rounds=(
        Round(bids=(0, 1, 1), tricks=(0, 0, 1)),
        Round(bids=(2, 0, 0), tricks=(1, 0, 1)),
    ),
)


def game(**totals):
    return won([(player, Outcome(total)) for player, total in totals.items()])


def won(seats):
    """Say of everybody with the highest total that they won."""
    best = max(outcome.total for _, outcome in seats)
    count = sum(outcome.total == best for _, outcome in seats)
    return [(p, replace(o, winners=count if o.total == best else 0)) for p, o in seats]


def by_player(*games, players=()):
    return {each.player: each for each in standings(games, players)}


def test_a_game_gives_totals_and_bids_met():
    # Possible were 30 points with one card and 40 with two.
    assert outcomes_of(sheet_of(WORKED_EXAMPLE)) == (
        Outcome(10, bids_met=1, bids_made=2, rank=2, possible=70, league=-1),
        Outcome(10, bids_met=1, bids_made=2, rank=2, possible=70, league=-1),
        Outcome(20, bids_met=1, bids_made=2, winners=1, possible=70, league=2),
    )


def test_a_game_known_by_its_final_totals_has_no_bids():
    result = Game(players=THREE, cards=(1, 2), final_totals=(300, 120, -40))

    best, *others = outcomes_of(sheet_of(result))
    assert best == Outcome(300, winners=1, possible=70, league=2)
    assert [each.total for each in others] == [120, -40]
    assert [each.bids_made for each in others] == [0, 0]


def test_a_game_without_a_closed_round_has_no_outcome():
    begun = Game(players=THREE, cards=(1, 2), rounds=(Round(bids=(0, 1, None)),))

    assert outcomes_of(sheet_of(begun)) == ()


def test_an_old_sheet_that_tells_only_that_a_bid_was_missed_counts_it_as_missed():
    old = Game(
        players=THREE,
        cards=(3,),
        rounds=(Round(bids=(1, 1, 1), totals=(-10, -10, 30)),),
    )
    unknown = sheet_of(old).rows[0].tricks

    outcomes = outcomes_of(sheet_of(old))

    assert None in unknown
    assert [each.bids_met for each in outcomes] == [0, 0, 1]
    assert [each.bids_made for each in outcomes] == [1, 1, 1]


def test_who_left_as_the_leader_has_not_won_and_who_never_played_has_no_game():
    game = Game(
        players=("Thomas", "Ute", "Kevin", "Anna", "Eva"),
        cards=(1, 2, 3),
        ended_after=2,
        joined=(Joined(4, 3, 500),),
        left=(Left(1, 1),),
        rounds=(
            Round((0, 1, 0, 0, None), (0, 1, 0, 0, None)),
            Round((1, None, 1, 2, None), (1, None, 1, 0, None)),
        ),
    )

    outcomes = outcomes_of(sheet_of(game))

    assert outcomes == (
        Outcome(50, 2, 2, winners=2, possible=70, league=2),
        Outcome(30, 1, 1, rank=4, possible=30, league=-3),
        Outcome(50, 2, 2, winners=2, possible=70, league=2),
        Outcome(0, 1, 2, rank=3, possible=70, league=-1),
        Outcome(500, played=False),
    )
    found = by_player(list(zip(game.players, outcomes, strict=True)))
    assert (found["Ute"].games, found["Ute"].wins, found["Ute"].bids_made) == (1, 0, 1)
    assert (found["Thomas"].wins, found["Thomas"].shared_wins) == (1, 1)
    assert found["Eva"].games == 0


def test_nobody_wins_in_the_place_of_a_latecomer_who_leads_without_a_closed_round():
    game = Game(
        players=(*THREE, "Eva"),
        cards=(1, 2),
        rounds=(
            Round(bids=(1, 1, 1, None), tricks=(0, 0, 1, None)),
            Round(bids=(None, 1, 0, 1)),  # and there they ended it
        ),
        joined=(Joined(3, 2, 50),),
        ended_after=2,
    )
    sheet = sheet_of(game)
    outcomes = outcomes_of(sheet)

    assert sheet.winners == (3,)
    assert [each.rank for each in outcomes[:3]] == [3, 3, 2]
    assert [each.league for each in outcomes[:3]] == [-2, -2, 1]
    assert not outcomes[3].played


def test_the_higher_average_is_ranked_before_the_greater_number_of_wins():
    found = standings(
        [game(Ute=100, Kevin=90), game(Ute=100, Kevin=90), game(Ute=0, Kevin=200)], ()
    )

    assert [(each.player, each.rank, each.wins) for each in found] == [
        ("Kevin", 1, 1),
        ("Ute", 2, 2),
    ]


def test_a_shared_win_is_a_win_for_both_and_is_told():
    found = by_player(game(Ute=150, Kevin=150, Anna=20), game(Ute=50, Kevin=20))

    assert (found["Ute"].wins, found["Ute"].shared_wins) == (2, 1)
    assert (found["Kevin"].wins, found["Kevin"].shared_wins) == (1, 1)
    assert found["Anna"].wins == 0


def test_equal_averages_share_a_rank_and_the_next_is_left_out():
    found = by_player(game(Ute=100, Kevin=100, Anna=20))

    assert [found[name].rank for name in ("Ute", "Kevin", "Anna")] == [1, 1, 3]


def test_whoever_has_no_game_comes_last_without_a_rank():
    found = standings([game(Ute=-100, Kevin=-200)], ("Anna", "Ute", "Kevin"))

    assert [each.player for each in found] == ["Ute", "Kevin", "Anna"]
    assert (found[-1].rank, found[-1].average, found[-1].best) == (None, None, None)
    assert found[-1].share_met is None


def test_averages_and_shares_are_exact():
    found = by_player(
        [("Ute", Outcome(100, 1, 3))],
        [("Ute", Outcome(0, 1, 4))],
        [("Ute", Outcome(0))],
    )["Ute"]

    assert found.average == Fraction(100, 3)
    assert found.share_met == Fraction(2, 7)
    assert found.best == 100


def ranked(*games, **how):
    return [(each.player, each.rank) for each in standings(games, (), **how)]


def test_a_share_of_the_possible_is_fair_to_short_games():
    long = [("Ute", Outcome(300, possible=1000)), ("Tom", Outcome(200, possible=1000))]
    short = [("Kevin", Outcome(90, possible=100))]

    assert ranked(long, short)[0] == ("Ute", 1)
    assert ranked(long, short, by=RankedBy.SHARE)[0] == ("Kevin", 1)
    assert by_player(long, short)["Ute"].share == Fraction(3, 10)


def test_wins_and_league_points_are_added_up():
    first = [("Ute", Outcome(50, winners=1, league=2)), ("Tom", Outcome(0, league=-2))]
    second = [("Tom", Outcome(9, winners=1, league=1)), ("Ute", Outcome(8, league=-1))]
    third = [("Tom", Outcome(9, winners=1, league=1)), ("Ute", Outcome(8, league=-1))]

    assert ranked(first, second, third, by=RankedBy.WINS)[0] == ("Tom", 1)
    assert ranked(first, second, third, by=RankedBy.LEAGUE) == [("Ute", 1), ("Tom", 1)]


def test_whoever_has_too_few_games_waits_below_without_a_rank():
    once = [("Kevin", Outcome(900)), ("Ute", Outcome(10))]
    twice = [("Ute", Outcome(20)), ("Tom", Outcome(10))]
    again = [("Ute", Outcome(20)), ("Tom", Outcome(10))]

    assert ranked(once, twice, again, least_games=2) == [
        ("Ute", 1),
        ("Tom", 2),
        ("Kevin", None),
    ]


def test_form_is_the_last_five():
    weak, strong = [[("Ute", Outcome(1, rank=3))]] * 3, [[("Ute", Outcome(5))]] * 4

    assert by_player(*weak, *strong)["Ute"].form == (3, 1, 1, 1, 1)


def bid(met, games):
    """So many games with ten bids each, *met* of them."""
    return [[("Ute", Outcome(0, met, 10))]] * games


def test_who_improves_met_more_bids_in_the_last_ten_games_than_before():
    change = by_player(*bid(4, 12), *bid(6, 10))["Ute"].change

    assert (change.lately, change.before) == (Fraction(3, 5), Fraction(2, 5))
    assert change.difference == Fraction(1, 5)
    assert change.is_clear
    assert not by_player(*bid(4, 12), *bid(5, 10))["Ute"].change.is_clear
    worse = by_player(*bid(6, 12), *bid(3, 10))["Ute"].change
    assert worse.difference < 0
    assert worse.is_clear


def test_of_fewer_than_twenty_games_nobody_says_who_improves():
    assert by_player(*bid(4, 9), *bid(9, 10))["Ute"].change is None
    assert by_player(*bid(4, 10), *bid(9, 10))["Ute"].change is not None
    unknown = [[("Ute", Outcome(100))]] * 10  # known by their results alone
    assert by_player(*unknown, *bid(9, 10))["Ute"].change is None
