"""JSON and the document of a game: read, written, and refused by field."""

import json

import pytest

from scorepad.games.documents import NotADocument, parse_json
from scorepad.games.wizard.document import answer_for, document_of, parse_document
from tests.support.vectors import vectors

PLAIN, FULL = vectors("example"), vectors("document")


def refusal(document):
    text = document if isinstance(document, str | bytes) else json.dumps(document)
    with pytest.raises(NotADocument) as refused:
        parse_document(text)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def with_round(**fields):
    return {**PLAIN, "rounds": [{**PLAIN["rounds"][0], **fields}]}


@pytest.mark.parametrize("document", [PLAIN, FULL], ids=["plain", "full"])
def test_a_document_read_and_written_is_the_same(document):
    assert document_of(parse_document(json.dumps(document))) == document


@pytest.mark.parametrize("key", ["format", "version", "game", "players", "rounds"])
def test_a_missing_required_key_is_named(key):
    without = {k: v for k, v in PLAIN.items() if k != key}

    assert refusal(without).startswith(f"{key} is missing; expected ")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"score": 1}, "score is not known; expected only players, cards"),
        ({"planned": [1]}, "planned is not known"),
        ({"even_bid_rule": {"on": True}}, "even_bid_rule.on is not known; expected"),
        ({"version": 2}, "version is 2; expected 1."),
        ({"version": True}, "version is true; expected a valid integer."),
        ({"format": None}, "format is null; expected 'scorepad/game'."),
        ({"first_dealer": 3}, "first_dealer is 3; expected a whole number from 0 to 2"),
        ({"foresight": 1}, "foresight is 1; expected a valid boolean."),
        ({"players": "Ute"}, 'players is "Ute"; expected a valid array.'),
        ({"players": ["A", "B"]}, "players has 2 names; expected 3 to 8 (players_out"),
        ({"players": ["A", "B", "x" * 10_000]}, "players[2] is too long; expected"),
        ({"players": ["A", "B", "Ａ\u200b"]}, 'players[2] is "Ａ", the same name as '),
        ({"schedule": "special6", "players": [*"ABCD"]}, "schedule asks for too many"),
        ({"schedule": "single_colour", "players": [*"ABCDE"]}, "schedule is wrong"),
        ({"schedule": "custom"}, "cards is missing; expected a list."),
        ({"cards": [1]}, 'cards does not go with schedule "standard"; expected'),
        ({"schedule": "custom", "cards": [0]}, "cards asks for too few cards; "),
        ({"schedule": "custom", "cards": [1] * 61}, "cards is a list; expected at"),
        ({"edition": ["dragon"]}, "edition is incomplete; expected dragon and fairy"),
        ({"edition": ["bomb", "witch", "bomb"]}, "edition[2] is given twice; expected"),
        ({"scoring": "generous"}, "scoring is \"generous\"; expected 'classic', "),
        ({"scoring": "custom"}, "formula is missing; expected an object."),
        ({"rounds": [{"bids": [], "tricks": []}] * 21}, "rounds has 21 entries"),
        ({"rounds": [[]]}, "rounds[0] is a list; expected an object."),
        ({"ended_after": 21}, "ended_after is 21; expected a whole number from 1 to "),
        ({"played_on": "2026-02-30"}, 'played_on is "2026-02-30"; expected a date'),
        ({"played_on": "1795132800"}, 'played_on is "1795132800"; expected a date'),
        ({"id": "6f0c3f0e"}, 'id is "6f0c3f0e"; expected a UUID'),
        ({"remark": "x" * 1001}, f'remark is "{"x" * 40}…'),
        ({"place": "\x1b[31m"}, "place holds a control character"),
        ({"minutes": -1}, "minutes is -1; expected greater than or equal to 0."),
        ({"final_totals": [1, 2, 3]}, "final_totals is given beside rounds"),
        ({"adjustments": [{"seat": 3, "points": 1}]}, "adjustments[0].seat is 3; exp"),
    ],
)
def test_a_wrong_field_is_named_with_what_was_expected(fields, sentence):
    assert refusal({**PLAIN, **fields}).startswith(sentence)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"bids": None}, "bids is null; expected a valid array."),
        ({"bids": [True, 0, 0]}, "bids[0] is true; expected a valid integer"),
        ({"trump": "purple"}, "trump is \"purple\"; expected 'blue', "),
        ({"bid_changes": [{"seat": 7, "by": 1}]}, "bid_changes[0].seat is 7; expected"),
        ({"bid_changes": [{"to": 2}]}, "bid_changes[0].seat is missing"),
        ({"accepted": ["bid_range"]}, 'accepted[0] is "bid_range"; expected'),
        ({"totals": [1, None, 2]}, "totals[1] is null; expected the total of a player"),
        ({"late_bids": [1, 1]}, "late_bids[1] is given twice"),
    ],
)
def test_a_wrong_field_of_a_round_is_named_by_its_path(fields, sentence):
    assert refusal(with_round(**fields)).startswith(f"rounds[0].{sentence}")


LATE = {"seat": 3, "round": 4, "start_total": -10}
LEFT = {"seat": 1, "after_round": 2}


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"joined": [LATE | {"round": 1}]}, "joined[0].round is 1; expected 2 or more"),
        ({"joined": [LATE, LATE]}, "joined[1].seat is given twice; expected every"),
        ({"joined": [LATE | {"round": 20}]}, "joined asks for too many cards"),
        ({"joined": [LATE, LATE | {"seat": 2}]}, "joined leaves too few; expected 3"),
        ({"left": [LEFT | {"after_round": 16}]}, "left[0].after_round is 16"),
        ({"left": [LEFT, LEFT | {"seat": 2}]}, "left leaves too few"),
        ({"left": [LEFT], "schedule": "custom", "cards": [20, 1, 1]}, "cards asks for"),
        (
            {"joined": [LATE], "left": [LEFT | {"seat": 3}]},
            "left[0].after_round is 2; expected 4 or more, the round they joined in",
        ),
    ],
)
def test_impossible_latecomers_and_leavers_are_refused(fields, sentence):
    four = {"players": [*"ABCD"], "rounds": []}

    assert refusal({**PLAIN, **four, **fields}).startswith(sentence)


def test_every_wrong_field_is_named_at_once():
    rounds = [{"bids": [0, "1", 0], "tricks": None}, {"bids": [1.0], "dealer": 7}]
    wrong = {"foresight": 1, "rounds": rounds, "adjustments": [{"points": 5}]}

    assert refusal({**PLAIN, **wrong}).split(". ") == [
        'rounds[0].bids[1] is "1"; expected a valid integer',
        "rounds[1].bids[0] is 1.0; expected a valid integer",
        "rounds[1].dealer is 7; expected a whole number from 0 to 2",
        "adjustments[0].seat is missing; expected a value",
        "foresight is 1; expected a valid boolean.",
    ]


def test_a_value_that_controls_terminals_is_not_repeated():
    assert "\x1b" not in refusal({**PLAIN, "id": "\x1b[2J"})
    assert "\x1b" not in refusal({**PLAIN, "\x1b[2J": 1})


def test_impossible_numbers_of_a_round_are_objections_not_refusals():
    game = parse_document(json.dumps(with_round(bids=[2**63, -1, 0])))

    objections = answer_for(game)["objections"]

    assert {"round": 1, "problem": "bid_range", "seat": 0} in objections


def test_an_old_result_round_trips_without_rounds():
    old = {**PLAIN, "rounds": [], "final_totals": [10, 30, 30]}
    game = parse_document(json.dumps(old))

    assert document_of(game) == old
    assert answer_for(game)["winners"] == [1, 2]
    assert answer_for(game)["finished"]


def test_foresight_with_more_than_one_card_is_objected_to_when_a_game_is_scored():
    def objections(schedule):
        game = {**PLAIN, "rounds": [], "foresight": True, "schedule": schedule}
        return answer_for(parse_document(json.dumps(game)))["objections"]

    told = {"round": 1, "problem": "foresight_cards", "seat": None}
    assert (objections("quick"), objections("standard")) == ([told], [])


def test_json_is_read_from_text_and_bytes_up_to_a_length_in_bytes():
    plain = '{"a": [1, -2, null, true, "ü", {}], "a": 2}'

    assert parse_json(plain) == parse_json(plain.encode()) == {"a": 2}
    assert parse_json(b"\xef\xbb\xbf[]") == []
    assert len(parse_json(f'"{"ü" * 32_767}"')) == 32_767
    with pytest.raises(NotADocument, match="65537 bytes; expected at most 65536"):
        parse_json(f'"{"ü" * 32_767}" ')


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[1,]", "{'a': 1}", "01", "\ud800", b"\xff", '"\x01"', "nul"),
        *("[" * 65_000, '"' * 65_000, '\\"' * 32_000, "9" * 65_000),
        *('{"a":' * 13_000, "[" * 20_000 + "]" * 20_000, r'"\ud800"'),
    ],
)
def test_invalid_json_is_refused_with_its_place(text):
    with pytest.raises(NotADocument, match=r"^The text is not JSON: "):
        parse_json(text)
