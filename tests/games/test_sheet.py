"""Sheets: gaps, penalties, unwritten rounds, trump, and old sheets of totals."""

from dataclasses import replace

from scorepad.games.wizard import Problem, models
from scorepad.games.wizard.schedule import Extra, Schedule, Trump
from scorepad.games.wizard.sheet import sheet_of

TABLE = models.Game(("Thomas", "Ute", "Kevin"), (1, 2, 3))
FIRST = models.Round((0, 1, 1), (0, 0, 1))
THIRD = models.Round((1, 1, 0), (1, 2, 0))


def told(sheet):
    return [(number, o.problem.value, o.seat) for number, o in sheet.objections]


def test_a_gap_is_objected_to_and_the_rest_still_added():
    sheet = sheet_of(replace(TABLE, rounds=(FIRST, models.Round((0, 0, 0)), THIRD)))

    assert told(sheet) == [(2, "tricks_missing", seat) for seat in range(3)]
    assert sheet.rows[2].totals == (50, -20, 50)
    assert not sheet.finished


def test_all_players_lead_before_the_first_round():
    even = models.Round((1, 0, 0), (1, 0, 0))
    for mode, objected in [
        (models.EvenBidMode.LEADING_DEALER, [(1, "bids_even", 0)]),
        (models.EvenBidMode.SOLE_LEADING_DEALER, []),
    ]:
        game = replace(TABLE, rounds=(even,), even_bid_rule=models.EvenBidRule(mode))
        assert told(sheet_of(game)) == objected


def test_a_penalty_can_end_the_lead_and_the_rule_for_leaders():
    rule = models.EvenBidRule(models.EvenBidMode.SOLE_LEADING_DEALER)
    even = models.Round((1, 1, 0), (1, 1, 0))
    game = replace(TABLE, first_dealer=1, rounds=(FIRST, even), even_bid_rule=rule)

    fined_before = replace(game, adjustments=(models.Adjustment(2, -20, round_=1),))
    fined_after = replace(game, adjustments=(models.Adjustment(2, -20, round_=2),))

    assert told(sheet_of(fined_before)) == []
    assert told(sheet_of(fined_after)) == [(2, "bids_even", 2)]


UNWRITTEN = models.Round((None,) * 3, unwritten=True)


def test_after_an_unwritten_round_totals_stay_or_are_as_they_were_entered():
    known = replace(UNWRITTEN, totals=(50, 10, 40))
    fined = (models.Adjustment(0, -10, "late", 3),)

    sheet = sheet_of(replace(TABLE, rounds=(FIRST, UNWRITTEN, THIRD)))
    other = sheet_of(replace(TABLE, rounds=(FIRST, known, THIRD), adjustments=fined))

    assert told(sheet) == told(other) == []
    assert sheet.finished
    assert sheet.rows[1].points is None
    totals = [row.totals for row in sheet.rows]
    assert totals == [totals[0], totals[0], (50, -20, 50)]
    assert [row.totals for row in other.rows[1:]] == [(50, 10, 40), (70, 0, 60)]
    assert sheet_of(replace(TABLE, rounds=(UNWRITTEN,) * 3)).winners == ()


def test_trump_is_objected_to_where_all_cards_are_dealt_unless_accepted():
    names, nothing = ("Thomas", "Ute", "Kevin"), models.Round((None,) * 3)
    last = models.Round((20, 0, 0), (20, 0, 0), trump=Trump.RED)
    fine = (replace(last, trump=Trump.NONE), replace(last, accepted=("no_turn_up",)))
    whole = models.Game(names, tuple(range(1, 21)), rounds=(*[nothing] * 19, last))
    longer = replace(whole, edition=frozenset({Extra.BOMB}))

    def objections(game):
        return [each for each in told(sheet_of(game)) if each[0] == 20]

    assert objections(whole) == [(20, "no_turn_up", None)]
    assert objections(longer) == []
    for each in fine:
        assert objections(replace(whole, rounds=(*[nothing] * 19, each))) == []
    maximus = models.Game(names, (20,) * 5, Schedule.MAXIMUS, rounds=(last,) * 5)
    assert told(sheet_of(maximus)) == [(5, "no_turn_up", None)]


OLD = models.Round((0, 1, 1), totals=(20, -10, 30))
OLDER = models.Round((2, 0, 0), totals=(10, 10, 20))


def test_an_adding_error_is_shown_once_and_put_right_for_good():
    wrong = replace(OLDER, totals=(10, 10, 25))
    third = models.Round((1, 1, 1), totals=(40, 40, 55))

    sheet = sheet_of(replace(TABLE, rounds=(OLD, wrong, third)))

    assert told(sheet) == [(2, "total_mismatch", 2)]
    assert sheet.rows[1].tricks == (1, 0, 1)
    assert sheet.totals == (40, 40, 50)


def test_a_step_nothing_explains_moves_the_total_as_written():
    unclear = models.Round((2, 1, 0), totals=(65, 0, 40))

    sheet = sheet_of(replace(TABLE, cards=(1, 3), rounds=(OLD, unclear)))

    assert sheet.rows[1].points is not None
    assert sheet.rows[1].points[0] is None
    assert sheet.rows[1].totals[0] == 65


def test_a_round_of_totals_counts_though_tricks_are_unknown():
    unknown = models.Round((1, 1, 1), totals=(-10, -10, 30))

    sheet = sheet_of(models.Game(TABLE.players, (3,), rounds=(unknown,)))

    assert sheet.finished
    assert sheet.totals == (-10, -10, 30)
    assert told(sheet) == [(1, "tricks_unknown", 0), (1, "tricks_unknown", 1)]


def test_a_penalty_in_a_round_is_part_of_what_was_written():
    fined = replace(OLDER, totals=(10, -10, 20))
    penalty = models.Adjustment(1, -20, "talking", round_=2)

    sheet = sheet_of(replace(TABLE, rounds=(OLD, fined), adjustments=(penalty,)))

    assert told(sheet) == []
    assert sheet.totals == (10, -10, 20)


def test_the_table_may_accept_what_is_unusual_but_not_what_cannot_be():
    impossible = models.Round((4, 0, 0), accepted=(Problem.BID_RANGE,))
    unusual = models.Round(
        (1, 1, 1), (1, 1, 2), accepted=(Problem.TRICKS_SUM, Problem.BIDS_EVEN)
    )
    game = replace(TABLE, cards=(3,), even_bid_rule=models.EvenBidRule())

    assert told(sheet_of(replace(game, rounds=(unusual,)))) == []
    assert told(sheet_of(replace(game, rounds=(impossible,)))) == [(1, "bid_range", 0)]


def test_an_old_sheet_has_no_total_for_who_is_not_there():
    late = models.Joined(3, 2, 10)
    rounds = (
        models.Round((0, 1, 0, None), totals=(20, 30, 20, None)),
        models.Round((1, 0, 1, 0), totals=(50, 20, 10, 30)),
    )
    game = models.Game(tuple("ABCD"), (1, 2), joined=(late,), rounds=rounds)

    sheet = sheet_of(game)

    assert [row.totals for row in sheet.rows] == [each.totals for each in rounds]
    assert told(sheet) == []
