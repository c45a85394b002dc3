import pytest

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
    assert set(schedules_for(7)) == everywhere - {Schedule.AMIGO_TOURNAMENT}
    assert schedules_for(7) == schedules_for(8)
    assert schedules_for(2) == schedules_for(9) == ()


@pytest.mark.parametrize(
    ("schedule", "seven", "eight"),
    [
        ("standard", [1, 2, 3, 4, 5, 6, 7, 8, 8, 8], [1, 2, 3, 4, 5, 6, 7, 7, 7, 7]),
        ("quick", [2, 4, 6, 8, 8], [2, 4, 6, 7, 7]),
        ("last5", [6, 7, 8, 8, 8], [6, 7, 7, 7, 7]),
        ("half", [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]),
        ("maximus", [8] * 5, [7] * 5),
        ("reverse", [8, 7, 6, 5, 4, 3, 2, 1], [7, 6, 5, 4, 3, 2, 1]),
    ],
)
def test_at_large_tables_the_largest_hand_comes_again(schedule, seven, eight):
    for players, cards in ((7, seven), (8, eight)):
        assert [*cards_per_round(Schedule(schedule), players)] == cards


def test_a_schedule_that_is_not_for_so_many_is_refused():
    assert problems(8, Schedule.AMIGO_TOURNAMENT) == ["variant_needs_3_to_6_players"]
    assert problems(7, Schedule.SINGLE_COLOUR) == ["variant_needs_3_or_4_players"]
    assert problems(7, Schedule.SPECIAL6) == ["hand_too_large"]
    assert problems(7, custom=[9]) == ["hand_too_large"]
    assert problems(7, custom=[9], edition=set(Extra) - {Extra.CLOUD}) == []


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
