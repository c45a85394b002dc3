import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorepad.games.names import (
    LONGEST,
    NameProblem,
    NameRefused,
    clean_name,
    name_key,
    objection_to_name,
    visible_length,
)

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
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", NameProblem.NAME_EMPTY),
        (" \t ", NameProblem.NAME_EMPTY),
        ("\u200b\u2060", NameProblem.NAME_EMPTY),
        ("\u3164", NameProblem.NAME_EMPTY),
        ("\u0301", NameProblem.NAME_EMPTY),
        ("x" * 41, NameProblem.NAME_TOO_LONG),
        (FAMILY * 10, NameProblem.NAME_TOO_LONG),
        ("x" * 10_000, NameProblem.NAME_TOO_LONG),
        ("An\0na", NameProblem.NAME_BROKEN),
        ("An\ud83dna", NameProblem.NAME_BROKEN),
    ],
)
def test_what_is_no_name_is_refused_with_the_reason(typed, problem):
    assert objection_to_name(typed) is problem
    with pytest.raises(NameRefused) as refused:
        clean_name(typed)
    assert refused.value.problem is problem


def test_i13_what_is_hidden_in_layers_is_not_looked_through_for_ever(monkeypatch):
    """One more layer for every two characters: each was a pass over all of it."""
    looks, normalize = [], unicodedata.normalize
    monkeypatch.setattr(
        unicodedata,
        "normalize",
        lambda form, text: looks.append(text) or normalize(form, text),
    )
    hidden = "a\u06d6" + 3 * "\u033d" + 150 * "\u200d\u06d6"

    assert objection_to_name(hidden) is NameProblem.NAME_BROKEN
    assert len(looks) < 10
    assert objection_to_name(10 * hidden) is NameProblem.NAME_TOO_LONG
    assert len(looks) < 10


def test_a_sign_that_stands_for_many_letters_is_counted_with_all_of_them():
    blessing = "\ufdfa"  # stands for eighteen
    assert objection_to_name(35 * blessing) is None
    assert objection_to_name(36 * blessing) is NameProblem.NAME_TOO_LONG


def test_a_name_has_room_for_160_bytes():
    assert clean_name("😀" * LONGEST) == "😀" * LONGEST
    # One byte more, in as many characters.
    five_bytes = "x\u0323\u0323"
    longer = "😀" * (LONGEST - 1) + five_bytes
    assert visible_length(longer) == LONGEST
    assert objection_to_name(longer) is NameProblem.NAME_TOO_LONG


@pytest.mark.parametrize(
    ("text", "length"),
    [("Anna", 4), (FAMILY, 1), ("🇩🇪🇫🇷", 2), ("👍🏽", 1), ("e\u0301", 1), ("한국", 2)],
)
def test_characters_are_counted_as_people_do(text, length):
    assert visible_length(text) == length


@pytest.mark.parametrize(
    "other",
    ["anna", "ANNA", "ＡＮＮＡ", "anna ", "An\u200bna", "\u202eAnna", "Anna\ufe0f"],
)
def test_i07_two_spellings_of_one_name_share_a_key(other):
    assert name_key(other) == name_key("Anna")


@given(st.text(max_size=60))
@example("0\r\x1b\r0")
def test_cleaning_a_clean_name_changes_nothing(typed):
    if objection_to_name(typed) is None:
        name = clean_name(typed)
        assert clean_name(name) == name
        assert len(name.encode()) <= 160
        assert name_key(name) == name_key(typed)
