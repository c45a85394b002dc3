"""What a group remembers of known games."""

from scorepad.rules.wizard.game import Game, Joined, Left, Round
from scorepad.rules.wizard.sheet import sheet_of
from scorepad.stats.records import Kind, Mark, marks_of
from tests.stats.counting import records_of

THREE = ("Thomas", "Ute", "Kevin")


def marks(*rounds, **more):
    cards = tuple(range(1, len(rounds) + 1)) or (1,)
    game = Game(players=THREE, cards=cards, rounds=rounds, **more)
    return {mark.kind: mark for mark in marks_of(sheet_of(game))}


def test_everybody_right_is_a_mark_of_the_table():
    found = marks(Round(bids=(1, 1, 0), tricks=(1, 1, 0), accepted=("tricks_sum",)))

    assert found[Kind.ALL_RIGHT] == Mark(Kind.ALL_RIGHT, 1, (), 1)
    assert Kind.NONE_RIGHT not in found
    assert Kind.COMEBACK not in found


def test_a_bid_of_nothing_is_not_brave():
    assert Kind.BRAVEST_BID not in marks(Round(bids=(0, 0, 1), tricks=(0, 0, 0)))


def test_a_game_known_by_its_result_has_totals_alone():
    found = marks(final_totals=(300, 120, -40))

    assert set(found) == {Kind.HIGHEST_TOTAL, Kind.LOWEST_TOTAL, Kind.CLOSEST_FINISH}


def test_the_finish_is_between_those_who_stayed_whoever_has_played():
    game = Game(
        players=("Thomas", "Ute", "Kevin", "Anna", "Eva"),
        cards=(1, 2),
        rounds=(Round(bids=(1, 1, 1, None, None), tricks=(0, 0, 1, None, None)),),
        joined=(Joined(3, 2, -20), Joined(4, 2, 50)),
        left=(Left(1, 1), Left(2, 1)),
        ended_after=2,
    )

    found = list(marks_of(sheet_of(game)))
    assert Mark(Kind.CLOSEST_FINISH, 60) in found
    assert Mark(Kind.HIGHEST_TOTAL, 30, (2,)) in found


def test_whoever_equals_a_record_does_not_take_it():
    first = {Kind.HIGHEST_TOTAL: 300, Kind.LOWEST_TOTAL: -50}
    second = {Kind.HIGHEST_TOTAL: 300, Kind.LOWEST_TOTAL: -60}

    assert records_of([("first", [first]), ("second", [second])]) == {
        Kind.HIGHEST_TOTAL: "first",
        Kind.LOWEST_TOTAL: "second",
    }
