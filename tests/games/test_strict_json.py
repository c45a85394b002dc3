import pytest

from scorepad.games.documents import NotADocument, parse_json


def refusal(text, **options):
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
    assert "4 bytes; expected at most 3" in refusal('"ü"', limit=3)
    assert "65537 bytes; expected at most 65536" in refusal(b" " * 65537)


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[1,]", "{'a': 1}", "01", "\ud800", b"\xff", '"\x01"', "nul"),
        *("[" * 65_000, '"' * 65_000, '\\"' * 32_000, "9" * 65_000),
        *('{"a":' * 13_000, "[" * 20_000 + "]" * 20_000, r'"\ud800"'),
    ],
)
def test_what_is_not_json_is_refused_with_its_place(text):
    assert refusal(text).startswith("The text is not JSON: ")


def test_of_a_key_given_twice_the_last_one_counts():
    assert parse_json('{"a": 1, "a": 2}') == {"a": 2}
