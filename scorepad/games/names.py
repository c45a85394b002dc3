"""Names of players and groups: cleaning, comparison, parsing; looks of players."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Any, Final, NamedTuple
from uuid import UUID

from annotated_types import MaxLen

from scorepad.games.documents import FieldError, NotADocument, Read, refuse, shown

LONGEST: Final = 40  # visible characters; accents and halves of flags do not count
MOST_BYTES: Final = 160
LONGEST_KEY: Final = 640  # characters of a key: one may fold into eighteen
_MOST_TYPED = 400  # longest text that is examined at all
_MOST_LAYERS = 8  # passes that remove invisible characters; more are intentional
_ZWNJ, _ZWJ = "\u200c", "\u200d"
_BLANK_LETTERS = frozenset("\u034f\u115f\u1160\u2800\u3164\uffa0")
"""Invisible characters whose category is letter or mark."""

_MOST_MARKS = 4  # more combining marks on one letter occur in no writing ("zalgo" text)

_VARIATION_SELECTORS = range(0xFE00, 0xFE10)
_CONTINUES = re.compile(
    "[\u1160-\u11ff"  # vowels and finals within a Hangul syllable
    f"{_ZWNJ}{_ZWJ}\U0001f3fb-\U0001f3ff]"  # joiners and skin tones
)
_JOINED = re.compile(
    f"([\U0001f1e6-\U0001f1ff])[\U0001f1e6-\U0001f1ff]|{_ZWJ}+.", re.DOTALL
)
"""Halves of a flag, and what a joiner adds."""

_JOINING_SCRIPTS = re.compile(
    "[\u0600-\u08ff"  # Arabic, Syriac and related scripts
    "\u0900-\u0dff"  # the scripts of India and Sri Lanka
    "\u1000-\u109f\u1780-\u18af]"  # Myanmar, Khmer, Mongolian
)
_VIRAMA = 9

_SHORTEST_SIMILAR = 4  # "Ute" and "Uta" are two people


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the group."""

    id_: UUID
    name: str


COLOURS: Final = ("gold", "blue", "green", "red", "violet", "grey", "teal", "pink")
"""The colours of players, as classes of ``static/css/tokens.css``."""

PICTURES: Final = (
    *("moon", "star", "sun", "flame", "tree", "mushroom", "feather", "cat"),
    *("owl", "hare", "fish", "tower", "key", "bell", "flask", "cup"),
)
"""The pictures of players, drawn in ``templates/pictures.svg``."""

LETTER: Final = "letter"  # the picture that is the first letter of the name


class Look(NamedTuple):
    """The colour and picture of a player."""

    colour: str
    picture: str


def default_look(player: UUID) -> Look:
    """Return the look of a player who has chosen none; scripts derive the same."""
    colour, picture = int(player.hex[:4], 16), int(player.hex[4:8], 16)
    return Look(COLOURS[colour % len(COLOURS)], PICTURES[picture % len(PICTURES)])


_REFUSED = {
    "name_empty": "is empty",
    "name_too_long": "is too long",
    "name_broken": "holds characters that cannot be shown",
}


class NameRefused(NotADocument):
    """The name is invalid; *problem* says why and is the message key."""

    def __init__(self, problem: str) -> None:
        expected = "a name of 1 to 40 characters (at most 160 bytes)"
        super().__init__(FieldError(_REFUSED[problem], expected, problem=problem))
        self.problem = problem


def clean_name(text: str) -> str:
    """Return the name as it is stored and shown, or raise NameRefused.

    It is NFC with single spaces, and without control and format characters; joiners
    stay inside emoji and in Arabic and Indic writing. Cleaning again changes nothing.
    """
    if "\0" in text or any(unicodedata.category(c) == "Cs" for c in text):
        raise NameRefused("name_broken")
    if len(text) > _MOST_TYPED:
        raise NameRefused("name_too_long")
    name = _without_invisible(text)
    if not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise NameRefused("name_empty")
    too_long = visible_length(name) > LONGEST or len(name.encode()) > MOST_BYTES
    if too_long or len(name_key(name)) > LONGEST_KEY:
        raise NameRefused("name_too_long")
    return name


def name_key(text: str) -> str:
    """Return the key that all spellings of a name share, as ``Anna`` and ``ＡＮＮＡ ``.

    Similar letters of other alphabets have other keys.
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    composed = unicodedata.normalize("NFKC", folded)
    spaced = " ".join(composed.split())
    seen = "".join(
        c
        for c in spaced
        if ord(c) not in _VARIATION_SELECTORS
        and c not in _BLANK_LETTERS
        and not _is_format(c)
    )
    return " ".join(seen.split())  # may have separated two spaces


class Unsure(NamedTuple):
    """A new name, *at* a place in a list, and the known name that it may mean."""

    name: str
    similar: str
    at: int = 0


def unsure_name(
    names: Sequence[str], known: Iterable[str], meant: Collection[str] = ()
) -> Unsure | None:
    """Return the first name, unless *meant*, one letter off an absent *known* one.

    Other digits make another name: "Guest 1" and "Guest 2" are two people.
    """
    from rapidfuzz.distance import DamerauLevenshtein  # noqa: PLC0415 - few need it

    keys = [*map(name_key, names)]
    known = {name_key(each): each for each in known}
    free = [key for key in known if key not in {*keys}]
    for at, (key, name) in enumerate(zip(keys, names, strict=True)):
        if name in meant or key in known:
            continue
        digits = re.findall(r"\d", key)
        for each in free:
            is_long = max(len(each), len(key)) >= _SHORTEST_SIMILAR
            steps = DamerauLevenshtein.distance(each, key, score_cutoff=1)
            if is_long and steps == 1 and re.findall(r"\d", each) == digits:
                return Unsure(name, known[each], at)
    return None


def visible_length(text: str) -> int:
    """Return the number of visible characters, without marks, joiners and tones."""
    return sum(not _continues(char) for char in _JOINED.sub(r"\1", text))


def _without_invisible(text: str) -> str:
    """Strip invisible characters, in limited passes since text may be crafted."""
    name = text
    for _ in range(_MOST_LAYERS):
        before, spaced = name, " ".join(unicodedata.normalize("NFC", name).split())
        seen = "".join(c for c in spaced if c not in _BLANK_LETTERS)
        kept = (c for n, c in enumerate(seen) if not _is_format(c) or _joins(seen, n))
        runs = groupby(kept, key=lambda c: unicodedata.category(c) in {"Mn", "Me"})
        cut = ([*run][: _MOST_MARKS if is_mark else None] for is_mark, run in runs)
        name = "".join(map("".join, cut))
        if name == before:
            return name
    raise NameRefused("name_broken")


def _is_format(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf"}


def _joins(text: str, index: int) -> bool:
    """Return whether the joiner at *index* is needed by writing or emoji."""
    joiner, after = text[index], text[index + 1 : index + 2]
    last = text[max(0, index - 1) : index]
    if joiner not in {_ZWJ, _ZWNJ}:
        return False
    if _JOINING_SCRIPTS.match(last):
        # Malayalam and Sinhala words may end in a virama and a joiner.
        ends = not after and unicodedata.combining(last) == _VIRAMA
        return ends or bool(_JOINING_SCRIPTS.match(after))
    # A tone and a variation selector may precede the joiner.
    before = text[max(0, index - 3) : index]
    base = next((c for c in reversed(before) if not _continues(c)), "")
    pictures = (c and unicodedata.category(c) in {"So", "Cn"} for c in (base, after))
    return joiner == _ZWJ and all(pictures)


def _continues(char: str) -> bool:
    """Return whether *char* only modifies the character before it."""
    is_mark = unicodedata.category(char) in {"Mn", "Me", "Mc"}
    return is_mark or bool(_CONTINUES.match(char))


Name = Annotated[str, Read(lambda name, _: clean_name(name))]
_Player = Annotated[
    str, Read(lambda name, given: name if "seats" in given else clean_name(name))
]
_MOST_NAMES = 100  # of a document; the rules report how many players a game has
Names = Annotated[tuple[_Player, ...], MaxLen(_MOST_NAMES)]


def players_of(seats: range, problem: str) -> Read:
    """Return a marker for names in seat order: cleaned, distinct, as many as *seats*.

    A context with ``seats`` leaves the check to its caller.
    """

    def players(names: tuple[str, ...], context: dict[str, Any]) -> tuple[str, ...]:
        if "seats" in context:
            return names
        keys = [*map(name_key, names)]
        for seat, key in enumerate(keys):
            if (first := keys.index(key)) < seat:
                found = f"is {shown(names[seat])}, the same name as players[{first}]"
                raise refuse(found, "all different names", seat)
        if len(names) not in seats:
            expected = f"{seats[0]} to {seats[-1]} ({problem})"
            raise refuse(f"has {len(names)} names", expected, problem=problem)
        context["seats"] = len(names) - 1
        return names

    return Read(players)
