"""Whoever was best over a season is honoured; nobody is for nothing."""

from fractions import Fraction

from scorepad.stats.season import Honour, Standing, honours_of

UTE = Standing("Ute", rank=1, games=9, wins=4, bids_met=30, bids_made=60)
KEVIN = Standing("Kevin", rank=2, games=9, wins=4, bids_met=10, bids_made=10)
ANNA = Standing("Anna", games=1)


def honoured(*standings, **zeros):
    return {each.honour: each for each in honours_of(standings, zeros)}


def test_the_best_are_honoured_together_with_equals():
    found = honoured(UTE, KEVIN, ANNA, Ute=3, Kevin=5)

    assert found[Honour.CHAMPION].players == ("Ute",)
    assert found[Honour.MOST_WINS].players == ("Ute", "Kevin")
    assert found[Honour.MOST_WINS].value == 4
    assert found[Honour.MOST_ZEROS].players == ("Kevin",)
    assert found[Honour.MOST_GAMES].players == ("Ute", "Kevin")


def test_a_share_of_few_bids_is_no_foresight():
    found = honoured(UTE, KEVIN)[Honour.BEST_FORESIGHT]

    assert (found.players, found.value) == (("Ute",), Fraction(1, 2))


def test_where_all_are_equal_or_have_nothing_nobody_stands_out():
    assert Honour.MOST_GAMES not in honoured(UTE, KEVIN)
    assert Honour.MOST_ZEROS not in honoured(UTE, KEVIN)
    assert honoured() == {}
    assert honoured(ANNA) == {}
