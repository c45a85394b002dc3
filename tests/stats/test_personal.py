"""A player's own records, in known games."""

from scorepad.stats.predictions import Place, Prediction, marks_of, written
from scorepad.stats.records import Kind, Played, personal_records


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
