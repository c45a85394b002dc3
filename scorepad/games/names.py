"""Names people type: made clean, compared, and refused with a reason."""

import unicodedata
from enum import StrEnum
from typing import Final

LONGEST: Final = 40
"""Characters as people count them: an accent or a flag's second half is not one."""

MOST_BYTES: Final = 160
LONGEST_KEY: Final = 640
"""Characters of a key: one sign may stand for eighteen letters."""

_MOST_TYPED = 400
"""Nobody types more than this for a name; what is longer is not even looked through."""

_MOST_LAYERS = 8
"""What hides what cannot be seen under more layers than these hides it on purpose."""

_ZWNJ, _ZWJ = "\u200c", "\u200d"
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Letters and marks by category that nobody can see."""

_MOST_MARKS = 4
"""More marks than this on one letter are no writing, only a tower."""

_SKIN_TONES = range(0x1F3FB, 0x1F400)
_VARIATION_SELECTORS = range(0xFE00, 0xFE10)
_REGIONAL = range(0x1F1E6, 0x1F200)
_JOINING_SCRIPTS = (
    range(0x0600, 0x0900),  # Arabic and its neighbours
    range(0x0900, 0x0E00),  # the scripts of India and Sri Lanka
    range(0x1000, 0x10A0),  # Myanmar
    range(0x1780, 0x18B0),  # Khmer, Mongolian
)
_VIRAMA = 9
_HANGUL_INSIDE = range(0x1160, 0x1200)


class NameProblem(StrEnum):
    """Why a text is no name; the value is also its message key."""

    NAME_EMPTY = "name_empty"
    NAME_TOO_LONG = "name_too_long"
    NAME_BROKEN = "name_broken"


class NameRefused(ValueError):  # noqa: N818 - says what happened
    """The text is no name; *problem* says why."""

    def __init__(self, problem: NameProblem) -> None:
        super().__init__(problem.value)
        self.problem = problem


def clean_name(text: str) -> str:
    """The name as it is stored and shown.

    Composed (NFC), spaces single and none at the ends, without control and format
    characters. Joiners stay where they mean something: inside emoji and inside
    Arabic and Indic writing. Cleaning a clean name changes nothing.

    :raises NameRefused: it is empty, too long (more than 40 characters as people
        count them, or 160 bytes), or broken: it holds NUL, half a surrogate pair, or
        what cannot be seen in more layers than any writing has.
    """
    name, problem = _examined(text)
    if problem is not None:
        raise NameRefused(problem)
    return name


def objection_to_name(text: str) -> NameProblem | None:
    """Why *text* is no name, or ``None``: a check that never raises."""
    return _examined(text)[1]


def name_key(text: str) -> str:
    """What two spellings of the same name have in common.

    Case, width, spaces at the ends and invisible characters make no difference:
    ``Anna``, ``ＡＮＮＡ`` and ``"anna "`` have one key. Letters of another alphabet
    that merely look alike do.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    composed = unicodedata.normalize("NFKC", folded)
    spaced = " ".join(composed.split())
    seen = "".join(c for c in spaced if not _is_unseen(c))
    return " ".join(seen.split())  # what was unseen may have stood between two spaces


def visible_length(text: str) -> int:
    """Count characters as people do; the marks, joiners and tones on one are free."""
    count = 0
    before = ""
    half_flag = False
    for char in text:
        paired = half_flag and ord(char) in _REGIONAL
        if not (_continues(char) or before == _ZWJ or paired):
            count += 1
        half_flag = ord(char) in _REGIONAL and not paired
        before = char
    return count


def _examined(text: str) -> tuple[str, NameProblem | None]:
    if "\0" in text or any(unicodedata.category(c) == "Cs" for c in text):
        return "", NameProblem.NAME_BROKEN
    if len(text) > _MOST_TYPED:
        return "", NameProblem.NAME_TOO_LONG
    name = _without_debris(text)
    if name is None:
        return "", NameProblem.NAME_BROKEN
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        return name, NameProblem.NAME_EMPTY
    if _is_too_long(name):
        return name, NameProblem.NAME_TOO_LONG
    return name, None


def _is_too_long(name: str) -> bool:
    is_seen_too_long = visible_length(name) > LONGEST
    is_kept_too_long = len(name.encode()) > MOST_BYTES
    return is_seen_too_long or is_kept_too_long or len(name_key(name)) > LONGEST_KEY


def _without_debris(text: str) -> str | None:
    """Strip what cannot be seen until nothing more comes off; ``None``: no end of it.

    A text can be made so that each turn takes off two characters: it would be looked
    through as often as it is long.
    """
    name = text
    for _ in range(_MOST_LAYERS):
        before, name = name, _without_layer(name)
        if name == before:
            return name
    return None


def _without_layer(name: str) -> str:
    composed = unicodedata.normalize("NFC", name)
    spaced = " ".join(composed.split())
    visible = "".join(c for c in spaced if c not in _BLANK_LETTERS)
    return _without_towers(_without_format(visible))


def _without_format(text: str) -> str:
    return "".join(
        char
        for index, char in enumerate(text)
        if not _is_format(char) or _joins(text, index)
    )


def _without_towers(text: str) -> str:
    kept: list[str] = []
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in {"Mn", "Me"} else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)


def _is_unseen(char: str) -> bool:
    is_selector = ord(char) in _VARIATION_SELECTORS
    return is_selector or char in _BLANK_LETTERS or _is_format(char)


def _is_format(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf"}


def _joins(text: str, index: int) -> bool:
    """Whether the character at *index* is a joiner that writing or emoji need."""
    joiner, last, after = (
        text[index],
        text[max(0, index - 1) : index],
        text[index + 1 : index + 2],
    )
    if joiner not in {_ZWJ, _ZWNJ}:
        return False
    if _is_joining_writing(last):
        # Malayalam and Sinhala end words in a joiner after their vowel killer.
        ends = not after and unicodedata.combining(last) == _VIRAMA
        return ends or _is_joining_writing(after)
    # Between the picture and the joiner there may be a tone and a variation selector.
    base = next(
        (c for c in reversed(text[max(0, index - 3) : index]) if not _continues(c)), ""
    )
    return joiner == _ZWJ and _is_picture(base) and _is_picture(after)


def _is_joining_writing(char: str) -> bool:
    return bool(char) and any(ord(char) in script for script in _JOINING_SCRIPTS)


def _is_picture(char: str) -> bool:
    return bool(char) and unicodedata.category(char) in {"So", "Cn"}


def _continues(char: str) -> bool:
    """Whether *char* only adds to the one before it."""
    return (
        unicodedata.category(char) in {"Mn", "Me", "Mc"}
        or char in {_ZWJ, _ZWNJ}
        or ord(char) in _SKIN_TONES
        or ord(char) in _HANGUL_INSIDE
    )
