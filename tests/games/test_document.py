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
def test_what_is_required_is_missed_by_name(key):
    without = {k: v for k, v in PLAIN.items() if k != key}

    assert refusal(without).startswith(f"{key} is missing; expected ")


@pytest.mark.parametrize("key", ["bids", "tricks"])
def test_a_round_needs_bids_and_tricks(key):
    rounds = [{k: v for k, v in PLAIN["rounds"][0].items() if k != key}]

    assert refusal({**PLAIN, "rounds": rounds}).startswith(
        f"rounds[0].{key} is missing"
    )


@pytest.mark.parametrize(
    ("document", "path", "known"),
    [
        ({**PLAIN, "score": 1}, "score", "players, cards"),
        (with_round(points=[1, 2, 3]), "rounds[0].points", "bids, tricks"),
        (
            with_round(bid_changes=[{"seat": 0, "by": 1, "to": 2}]),
            *("rounds[0].bid_changes[0].to", "seat, by"),
        ),
        (
            {**PLAIN, "even_bid_rule": {"mode": "last_bidder", "on": True}},
            *("even_bid_rule.on", "mode, min_cards"),
        ),
        (
            {**PLAIN, "adjustments": [{"seat": 0, "points": 1, "why": ""}]},
            *("adjustments[0].why", "seat, points"),
        ),
    ],
)
def test_unknown_keys_are_refused_at_every_level(document, path, known):
    assert refusal(document).startswith(f"{path} is not known; expected only {known}")


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"version": 2}, "version is 2; expected 1."),
        ({"format": None}, 'format is null; expected "scorepad/game".'),
        ({"first_dealer": 3}, "first_dealer is 3; expected a whole number from 0 to 2"),
        ({"foresight": 1}, "foresight is 1; expected true or false."),
        ({"players": "Ute"}, 'players is "Ute"; expected a list.'),
        ({"players": ["A", "B"]}, "players has 2 names; expected 3 to 8 (players_out"),
        ({"players": ["A", "B", 3]}, "players[2] is 3; expected a text."),
        ({"players": ["A", "B", "x" * 10_000]}, "players[2] is too long; expected"),
        ({"players": ["A", "B", "Ａ\u200b"]}, 'players[2] is "Ａ", the same name as '),
        ({"schedule": "long"}, 'schedule is "long"; expected one of standard, '),
        (
            {"players": [*"ABCDEFG"], "schedule": "amigo_tournament"},
            'schedule is "amigo_tournament" for 7 players; expected 3 to 6 players',
        ),
        ({"schedule": "custom"}, "cards is missing; expected a list."),
        ({"cards": [1]}, 'cards does not go with schedule "standard"; expected'),
        ({"schedule": "custom", "cards": [0]}, "cards deals too few cards"),
        ({"schedule": "custom", "cards": [21]}, "cards deals too many cards; expected"),
        ({"schedule": "custom", "cards": [1] * 61}, "cards has 61 entries; expected"),
        ({"edition": ["dragon"]}, "edition has only one of dragon and fairy"),
        (
            {"scoring": "generous"},
            'scoring is "generous"; expected one of classic, classic_div10,',
        ),
        ({"scoring": "custom"}, "formula is missing; expected an object."),
        (
            {"scoring": "custom", "formula": {"base": "20 + t"}},
            'formula.base is "20 + t"; expected a whole number.',
        ),
        (
            {"formula": {"base": 20, "per_trick": 10, "per_miss": 10}},
            'formula does not go with scoring "classic"; expected scoring "custom".',
        ),
        ({"rounds": [{"bids": [], "tricks": []}] * 21}, "rounds has 21 entries"),
        ({"rounds": [[]]}, "rounds[0] is a list; expected an object."),
        (
            {"ended_after": 21},
            "ended_after is 21; expected a whole number from 1 to 20",
        ),
        ({"played_on": "2026-02-30"}, 'played_on is "2026-02-30"; expected a day'),
        ({"id": "6f0c3f0e"}, 'id is "6f0c3f0e"; expected a UUID'),
        ({"even_bid_rule": {"min_cards": 0}}, "even_bid_rule.min_cards is 0; expected"),
        ({"even_bid_rule": True}, "even_bid_rule is true; expected an object"),
        ({"remark": "x" * 1001}, "remark has 1001 characters; expected a text of at"),
        ({"place": "\x1b[31m"}, "place holds a control character"),
        ({"minutes": -1}, "minutes is -1; expected 0 or more."),
        ({"final_totals": [1, 2, 3]}, "final_totals stands beside rounds"),
        ({"adjustments": [{"seat": 3, "points": 1}]}, "adjustments[0].seat is 3; exp"),
    ],
)
def test_a_wrong_field_is_named_with_what_was_expected(fields, sentence):
    assert refusal({**PLAIN, **fields}).startswith(sentence)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"bids": None}, "rounds[0].bids is null; expected a list."),
        ({"bids": [True, 0, 0]}, "rounds[0].bids[0] is true; expected a whole number"),
        ({"tricks": [0, "3", 0]}, 'rounds[0].tricks[1] is "3"; expected a whole'),
        ({"trump": "purple"}, 'rounds[0].trump is "purple"; expected one of blue,'),
        ({"dealer": 3}, "rounds[0].dealer is 3; expected a whole number from 0 to 2"),
        ({"bid_changes": [{"seat": 7, "by": 1}]}, "rounds[0].bid_changes[0].seat is 7"),
        ({"accepted": ["bid_range"]}, 'rounds[0].accepted[0] is "bid_range"; expected'),
        ({"totals": [1, None, 2]}, "rounds[0].totals[1] is null; expected the total"),
        ({"late_bids": [1, 1]}, "rounds[0].late_bids[1] stands there twice"),
        ({"note": "x" * 201}, "rounds[0].note has 201 characters; expected a text of"),
    ],
)
def test_a_wrong_field_of_a_round_is_named_by_its_path(fields, sentence):
    assert refusal(with_round(**fields)).startswith(sentence)


def test_every_wrong_field_is_named_at_once():
    rounds = [{"bids": [0, "1", 0], "tricks": None}, {"bids": [1.0], "dealer": 7}]
    wrong = {"foresight": 1, "rounds": rounds, "adjustments": [{"points": 5}]}

    assert refusal({**PLAIN, **wrong}).split(". ") == [
        'rounds[0].bids[1] is "1"; expected a whole number',
        "rounds[1].bids[0] is 1.0; expected a whole number",
        "rounds[1].dealer is 7; expected a whole number from 0 to 2",
        "adjustments[0].seat is missing; expected a value",
        "foresight is 1; expected true or false.",
    ]


def test_a_value_that_steers_terminals_is_not_repeated():
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


def refusal_of_json(text, **options):
    with pytest.raises(NotADocument) as refused:
        parse_json(text, **options)
    return str(refused.value)


def test_plain_json_is_read_from_text_and_bytes():
    plain = '{"a": [1, -2, null, true, "ü", {}]}'

    assert parse_json(plain) == {"a": [1, -2, None, True, "ü", {}]}
    assert parse_json(plain.encode()) == parse_json(plain)
    assert parse_json(b"\xef\xbb\xbf[]") == []


def test_length_is_counted_in_bytes():
    assert parse_json('"ü"', limit=4) == "ü"
    assert "4 bytes; expected at most 3" in refusal_of_json('"ü"', limit=3)
    assert "65537 bytes; expected at most 65536" in refusal_of_json(b" " * 65537)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[1,]", "{'a': 1}", "01", "\ud800", b"\xff", '"\x01"', "nul"),
        *("[" * 65_000, '"' * 65_000, '\\"' * 32_000, "9" * 65_000),
        *('{"a":' * 13_000, "[" * 20_000 + "]" * 20_000, r'"\ud800"'),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(text):
    assert refusal_of_json(text).startswith("The text is not JSON: ")


def test_of_a_key_given_twice_the_last_one_counts():
    assert parse_json('{"a": 1, "a": 2}') == {"a": 2}
