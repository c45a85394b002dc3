"""The default options of a group follow the game that its phones started last."""

EVENING = "2026-11-20T19:00:00+00:00"
EVEN = {"mode": "last_bidder", "min_cards": 1, "zero_always_allowed": False}


def rules_of(phone):
    return phone.told()["rules"]


def test_the_game_started_last_sets_them(either_phone):
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

    assert rules_of(either_phone) == wanted


def test_a_paper_game_typed_in_sets_nothing(either_phone):
    either_phone.start_game(schedule="first5", started_at=EVENING)
    either_phone.start_game(schedule="reverse")

    assert rules_of(either_phone)["schedule"] == "first5"


def test_a_deleted_game_sets_nothing(phone):
    phone.start_game(schedule="first5", started_at=EVENING)
    wrong = phone.start_game(schedule="reverse", started_at=EVENING)
    body = phone.game_body(schedule="reverse", started_at=EVENING, deleted=True)
    assert phone.save_game(wrong, body, seen="g1").status_code == 200
    assert rules_of(phone)["schedule"] == "first5"
