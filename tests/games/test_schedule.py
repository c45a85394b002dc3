from scorepad.games.wizard.schedule import (
    Extra,
    Schedule,
    minutes_for,
    objections_to_table,
)


def problems(players, schedule=Schedule.CUSTOM, **also):
    found = objections_to_table(players, schedule, **also)
    return [each.problem.value for each in found]


def test_a_game_of_four_takes_eighty_minutes():
    # 15 rounds of two minutes, 480 cards of six seconds: 78 minutes.
    assert minutes_for(range(1, 16), 4) == 80
    assert minutes_for([1], 3) == 5
    assert minutes_for([15] * 5, 4) == 40


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
