"""A player's own records, against a search by hand."""

from hypothesis import given
from hypothesis import strategies as st

from scorepad.rules.wizard.scoring import points_for
from scorepad.stats.bids import marks_of, written
from scorepad.stats.personal import Played, personal_records
from scorepad.stats.predictions import Place, Prediction
from scorepad.stats.records import Kind

BIDS = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12)
GAMES = st.lists(st.tuples(st.integers(-200, 400), BIDS), max_size=8)


def played(place, total, bids):
    predictions = [
        Prediction(0, number, 9, bid, taken, Place.MIDDLE, trump=None, forced=False)
        for number, (bid, taken) in enumerate(bids, 1)
    ]
    return Played(place, total, marks_of(predictions), written(predictions))


def records(games, **how):
    return personal_records(
        (played(place, *game) for place, game in enumerate(games)), **how
    )


def found(*games, **how):
    own = records(games, **how)
    return {each.kind: (each.value, each.game, each.round_) for each in own}


def test_nobody_has_records_without_a_game():
    assert personal_records([]) == ()


def test_each_record_names_its_game_and_round():
    assert found((100, [(1, 1), (3, 2)]), (-20, [(2, 2), (0, 1)])) == {
        Kind.HIGHEST_TOTAL: (100, 0, None),
        Kind.LOWEST_TOTAL: (-20, 1, None),
        Kind.BEST_ROUND: (40, 1, 1),
        Kind.BRAVEST_BID: (2, 1, 1),
        Kind.LONGEST_RUN: (1, 0, 1),
    }


def test_a_run_goes_on_from_game_to_game():
    runs = found((0, [(1, 0), (0, 0)]), (0, []), (0, [(1, 1), (2, 2), (1, 0)]))

    assert runs[Kind.LONGEST_RUN] == (3, 2, 2)


def test_who_only_equals_a_record_does_not_take_it():
    assert found((50, [(1, 1)]), (50, [(1, 1)]))[Kind.HIGHEST_TOTAL][1] == 0


@given(GAMES)
def test_no_other_game_beats_a_record(games):
    best = {each.kind: each for each in records(games)}
    totals = [total for total, _ in games]
    bids = [bid for _, bids in games for bid in bids]
    kept = "".join("x" if bid == taken else " " for bid, taken in bids).split()

    def value(kind):
        return best[kind].value if kind in best else None

    assert value(Kind.HIGHEST_TOTAL) == max(totals, default=None)
    assert value(Kind.LOWEST_TOTAL) == min(totals, default=None)
    assert value(Kind.BEST_ROUND) == max(
        (points_for(*bid) for bid in bids), default=None
    )
    assert value(Kind.LONGEST_RUN) == max(map(len, kept), default=None)
    assert value(Kind.BRAVEST_BID) == max(
        (bid for bid, taken in bids if bid == taken > 0), default=None
    )
    for each in best.values():
        if each.round_ is not None:
            bid, taken = games[each.game][1][each.round_ - 1]
            assert each.kind is Kind.BEST_ROUND or bid == taken
