import pytest

from scorepad.rules.strict_json import NotStrictJson, parse_strict


def refusal(text, **options):
    with pytest.raises(NotStrictJson) as refused:
        parse_strict(text, **options)
    return str(refused.value)


def test_plain_json_is_read_from_text_and_bytes():
    plain = '{"a": [1, -2, null, true, "ü", {}]}'

    assert parse_strict(plain) == {"a": [1, -2, None, True, "ü", {}]}
    assert parse_strict(plain.encode()) == parse_strict(plain)
    assert parse_strict(b"\xef\xbb\xbf[]") == []


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1e999", "1.0", "1e2", "-0", "9" * 5000]
)
def test_numbers_that_are_not_whole_are_named_by_path(number):
    sentence = refusal(f'{{"bids": [0, {number}]}}')

    assert sentence.startswith("bids[1] is ")
    assert sentence.endswith("expected a whole number.")


def test_a_number_alone_is_refused_too():
    assert refusal("NaN") == "The text is NaN; expected a whole number."


def test_a_key_given_twice_is_named():
    assert refusal('{"a": {"b": 1, "b": 1}}') == "a.b is given twice; expected it once."


@pytest.mark.parametrize("text", [r'"\ud800"', r'"a\u0000"', r'{"\udfff": 1}'])
def test_text_that_no_database_takes_is_refused(text):
    assert "half a surrogate pair" in refusal(f'{{"name": {text}}}')


def test_a_whole_surrogate_pair_is_a_character():
    assert parse_strict(r'"\ud83d\ude00"') == "😀"


@pytest.mark.parametrize("depth", [17, 1000, 20_000])
@pytest.mark.parametrize(("left", "right"), [("[", "]"), ('{"a":', "}")])
def test_deep_nesting_is_refused(depth, left, right):
    sentence = refusal(left * depth + "1" + right * depth, limit=10**6)

    assert sentence == "The text is nested too deeply; expected at most 16 levels."


def test_sixteen_levels_are_enough_for_everybody():
    assert parse_strict("[" * 16 + "]" * 16)


def test_length_is_counted_in_bytes():
    assert parse_strict('"ü"', limit=4) == "ü"
    assert "4 bytes; expected at most 3" in refusal('"ü"', limit=3)
    assert "65537 bytes; expected at most 65536" in refusal(b" " * 65537)


@pytest.mark.parametrize(
    "text", ["", "{", "[1,]", "{'a': 1}", "01", "\ud800", b"\xff", '"\x01"', "nul"]
)
def test_what_is_not_json_is_refused_with_its_place(text):
    assert refusal(text).startswith("The text is not ")


@pytest.mark.parametrize(
    "text", ["[" * 65_000, '"' * 65_000, '\\"' * 32_000, "9" * 65_000, '{"a":' * 13_000]
)
def test_hostile_text_is_refused_like_any_other(text):
    assert refusal(text).endswith(".")
