"""Games that are scored another way: kept, told and computed as the table agreed."""

import pytest

FORMULA = {"base": 20, "per_trick": 5, "per_miss": 10, "kept_zero": 50}
OWN = {"scoring": "custom", "formula": FORMULA}


@pytest.mark.parametrize(
    ("settings", "totals"),
    [
        ({"scoring": "classic_div10"}, ("2", "−1")),
        ({"scoring": "alternative"}, ("10", "−10")),
        ({"scoring": "junior"}, ("1", "0")),
        (OWN, ("50", "−10")),
    ],
)
def test_the_sheet_of_a_game_is_scored_as_the_table_agreed(
    either_phone, settings, totals
):
    phone = either_phone
    game = phone.start_game("Thomas", "Ute", "Kevin", **settings)
    phone.save_round(game, 1, [0, 1, 1], [0, 0, 1])

    page = phone.client.get(f"/g/{phone.group}/games/{game}/sheet").text
    told = phone.get_game(game).json
    document = phone.client.get(f"/g/{phone.group}/games/{game}/game.json").json

    assert "Bid met: 20 points" not in page
    for total in totals:
        assert f">{total}<" in page.replace("\n", "")
    for key, value in settings.items():
        assert told[key] == document[key] == value
