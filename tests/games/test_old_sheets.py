from dataclasses import replace

from scorepad.games.wizard.models import Adjustment, Game, Round
from scorepad.games.wizard.sheet import sheet_of

TABLE = Game(("Thomas", "Ute", "Kevin"), (1, 2, 3))
FIRST = Round((0, 1, 1), totals=(20, -10, 30))
SECOND = Round((2, 0, 0), totals=(10, 10, 20))


def objections(sheet):
    return [(number, o.problem.value, o.seat) for number, o in sheet.objections]


def test_an_adding_error_is_shown_once_and_put_right_for_good():
    wrong = replace(SECOND, totals=(10, 10, 25))
    third = Round((1, 1, 1), totals=(40, 40, 55))

    sheet = sheet_of(replace(TABLE, rounds=(FIRST, wrong, third)))

    assert objections(sheet) == [(2, "total_mismatch", 2)]
    assert sheet.rows[1].tricks == (1, 0, 1)
    assert sheet.totals == (40, 40, 50)


def test_a_step_nothing_explains_moves_the_total_as_written():
    unclear = Round((2, 1, 0), totals=(65, 0, 40))

    sheet = sheet_of(replace(TABLE, cards=(1, 3), rounds=(FIRST, unclear)))

    assert sheet.rows[1].points is not None
    assert sheet.rows[1].points[0] is None
    assert sheet.rows[1].totals[0] == 65


def test_a_round_of_totals_counts_though_tricks_are_unknown():
    unknown = Round((1, 1, 1), totals=(-10, -10, 30))

    sheet = sheet_of(Game(TABLE.players, (3,), rounds=(unknown,)))

    assert sheet.finished
    assert sheet.totals == (-10, -10, 30)
    assert objections(sheet) == [(1, "tricks_unknown", 0), (1, "tricks_unknown", 1)]


def test_a_penalty_in_a_round_is_part_of_what_was_written():
    fined = replace(SECOND, totals=(10, -10, 20))
    penalty = Adjustment(1, -20, "talking", round_=2)

    sheet = sheet_of(replace(TABLE, rounds=(FIRST, fined), adjustments=(penalty,)))

    assert objections(sheet) == []
    assert sheet.totals == (10, -10, 20)
