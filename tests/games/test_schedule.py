from scorepad.games.wizard.schedule import (
    Extra,
    Schedule,
    cards_per_round,
    minutes_for,
    objections_to_table,
    schedules_for,
)


def problems(players, schedule=Schedule.CUSTOM, **also):
    found = objections_to_table(players, schedule, **also)
    return [each.problem.value for each in found]


def test_a_game_of_four_takes_eighty_minutes():
    # 15 rounds of two minutes, 480 cards of six seconds: 78 minutes.
    assert minutes_for(range(1, 16), 4) == 80
    assert minutes_for([1], 3) == 5
    assert minutes_for([15] * 5, 4) == 40


def test_the_named_schedules_are_offered_where_they_are_possible():
    everywhere = set(Schedule) - {
        Schedule.CUSTOM,
        Schedule.SINGLE_COLOUR,
        Schedule.SPECIAL6,
    }

    assert set(schedules_for(3)) == set(Schedule) - {Schedule.CUSTOM}
    assert set(schedules_for(4)) == everywhere | {Schedule.SINGLE_COLOUR}
    assert set(schedules_for(5)) == set(schedules_for(6)) == everywhere
    assert schedules_for(2) == schedules_for(7) == ()


def test_schedules_that_no_vector_lists():
    assert cards_per_round(Schedule.SPECIAL6, 3) == (1, 2, 4, 11, 16, 20)
    assert cards_per_round(Schedule.FIRST7, 6) == (1, 2, 3, 4, 5, 6, 7)
    assert cards_per_round(Schedule.AMIGO_TOURNAMENT, 6) == tuple(range(1, 11))
    assert cards_per_round(Schedule.CUSTOM, 4, custom=[3, 3]) == (3, 3)


def test_a_hand_is_one_card_at_least_and_what_the_deck_gives_at_most():
    assert problems(4, custom=[1, 15]) == []
    assert problems(4, custom=[0]) == ["hand_too_small"]
    assert problems(4, custom=[16]) == ["hand_too_large"]
    assert problems(4, custom=[16], edition=set(Extra)) == []
    assert problems(4, custom=[18, -1], edition=set(Extra)) == [
        "hand_too_small",
        "hand_too_large",
    ]
    assert problems(4) == ["hand_too_small"]
