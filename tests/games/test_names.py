import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorepad.games import names
from tests.support.vectors import vectors

FAMILY = "👨\u200d👩\u200d👧\u200d👦"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna \t Maria\n", "Anna Maria"),
        ("Zoe\u0308", "Zoë"),
        ("An\u200bna", "Anna"),
        ("\u202eanna\u202c", "anna"),
        ("\ufeffAnna\u2060", "Anna"),
        ("An\u200dna", "Anna"),
        ("Ann\x07a", "Anna"),
        (FAMILY, FAMILY),
        ("❤\ufe0f\u200d🔥", "❤\ufe0f\u200d🔥"),
        ("👍🏽", "👍🏽"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("ക്ഷ\u0d4d\u200d", "ക്ഷ\u0d4d\u200d"),
        ("王小明", "王小明"),
        ("a" + "\u0323" * 60, "ạ" + "\u0323" * 4),
    ],
)
def test_a_name_keeps_what_can_be_read(typed, kept):
    assert names.clean_name(typed) == kept


def problem_of(typed):
    try:
        names.clean_name(typed)
    except names.NameRefused as refused:
        return refused.problem
    return None


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        *((typed, "name_empty") for typed in ("", " \t ", "\u200b\u2060", "\u3164")),
        ("\u0301", "name_empty"),
        *((typed, "name_too_long") for typed in ("x" * 41, FAMILY * 10, "x" * 10_000)),
        *((typed, "name_broken") for typed in ("An\0na", "An\ud83dna")),
    ],
)
def test_an_invalid_name_is_refused_with_the_reason(typed, problem):
    assert problem_of(typed) == problem


def test_i13_hidden_layers_are_removed_in_limited_time(monkeypatch):
    """One more layer for every two characters: each was a pass over all of it."""
    looks, normalize = [], unicodedata.normalize
    monkeypatch.setattr(
        unicodedata,
        "normalize",
        lambda form, text: looks.append(text) or normalize(form, text),
    )
    hidden = "a\u06d6" + 3 * "\u033d" + 150 * "\u200d\u06d6"

    assert problem_of(hidden) == "name_broken"
    assert len(looks) < 10
    assert problem_of(10 * hidden) == "name_too_long"
    assert len(looks) < 10


def test_a_name_has_room_for_40_characters_160_bytes_and_a_key_of_640():
    for longest, longer in (
        ("😀" * 40, "😀" * 39 + "x\u0323\u0323"),  # a byte more, as many characters
        (35 * "\ufdfa", 36 * "\ufdfa"),  # a sign that stands for eighteen letters
    ):
        assert names.clean_name(longest) == longest
        assert names.visible_length(longer) <= names.LONGEST
        assert problem_of(longer) == "name_too_long"


@pytest.mark.parametrize(
    ("text", "length"),
    [("Anna", 4), (FAMILY, 1), ("🇩🇪🇫🇷", 2), ("👍🏽", 1), ("e\u0301", 1), ("한국", 2)],
)
def test_characters_are_counted_as_people_do(text, length):
    assert names.visible_length(text) == length


@pytest.mark.parametrize(
    "other",
    ["anna", "ANNA", "ＡＮＮＡ", "anna ", "An\u200bna", "\u202eAnna", "Anna\ufe0f"],
)
def test_i07_two_spellings_of_one_name_share_a_key(other):
    assert names.name_key(other) == names.name_key("Anna")


@given(st.text(max_size=60))
@example("0\r\x1b\r0")
def test_cleaning_a_clean_name_changes_nothing(typed):
    if problem_of(typed) is None:
        name = names.clean_name(typed)
        assert names.clean_name(name) == name
        assert len(name.encode()) <= 160
        assert names.name_key(name) == names.name_key(typed)


def cases(kind):
    return [each for each in vectors("names")["vectors"] if each["type"] == kind]


@pytest.mark.parametrize("case", cases("similar_name"), ids=str)
def test_a_name_one_letter_off_a_known_one_is_similar(case):
    found = names.unsure_name([case["name"]], case["known"])

    assert (found and found.similar) == case["similar"]


@pytest.mark.parametrize("case", cases("unsure_name"), ids=str)
def test_new_names_are_asked_about_unless_they_were_meant(case):
    found = names.unsure_name(case["names"], case["known"], case["meant"])

    assert (found and found.at) == case["at"]
    assert (found and found.similar) == case.get("similar")
