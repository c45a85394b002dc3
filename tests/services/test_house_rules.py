"""The default options of a group follow the game that its phones started last."""

EVENING = "2026-11-20T19:00:00+00:00"
EVEN = {"mode": "last_bidder", "min_cards": 1, "zero_always_allowed": False}


def test_the_last_started_game_sets_them_and_no_typed_or_deleted_one(either_phone):
    either_phone.start_game(schedule="first5", started_at=EVENING)
    wanted = {
        "schedule": "custom",
        "cards": [1, 3, 5],
        "edition": ["bomb", "cloud"],
        "bid_mode": "hidden",
        "even_bid_rule": EVEN,
        "foresight": True,
        "scoring": "custom",
        "formula": {"base": 20, "per_trick": 5, "per_miss": 10, "kept_zero": 50},
        "deck": "american",
        "letters": "wj",
    }
    either_phone.start_game(**wanted, started_at=EVENING)
    either_phone.start_game(schedule="reverse")  # as a paper game that is typed in
    wrong = either_phone.start_game(schedule="reverse", started_at=EVENING)
    assert either_phone.told()["rules"]["schedule"] == "reverse"

    either_phone.change_game(wrong, deleted=True)

    assert either_phone.told()["rules"] == wanted
