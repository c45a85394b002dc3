"""S04: tokens and codes are completely random, and never repeat."""

import secrets
import string
from collections import Counter

import pytest

from scorepad.services import invites
from scorepad.services.devices import ALPHABET, new_code, new_token

URL_SAFE = string.ascii_letters + string.digits + "-_"
MADE = {
    # Length, letters, and how many of them there can be at the end: 256 and 128 bits
    # do not fill their last letter.
    "session": (new_token, 43, URL_SAFE, 16),
    "link": (lambda: secrets.token_urlsafe(invites.SECRET_BYTES), 22, URL_SAFE, 4),
    "code": (lambda: new_code(invites.CODE_LENGTH), 8, ALPHABET, 32),
    "recovery": (lambda: new_code(invites.RECOVERY_LENGTH), 24, ALPHABET, 32),
}
FEW, MANY = 10_000, 1_000_000
SELDOM = 0.001
"""Of a million codes of 40 bits about two may be equal, of longer ones none."""

SKEWED = 2
"""No letter can occur this many times as often as another by chance."""


@pytest.mark.parametrize("times", [FEW, pytest.param(MANY, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", MADE)
def test_s04_no_token_repeats_and_every_letter_is_chance(kind, times):
    make, length, letters, at_the_end = MADE[kind]

    made = [make() for _ in range(times)]

    by_chance = times**2 / (2 * len(letters) ** (length - 1) * at_the_end)
    assert times - len({*made}) <= (10 if by_chance > SELDOM else 0)
    assert {len(token) for token in made} == {length}
    for place in range(length):
        found = Counter(token[place] for token in made)
        possible = at_the_end if place == length - 1 else len(letters)
        assert len(found) == possible, place
        assert {*found} <= {*letters}
        assert max(found.values()) < SKEWED * times / possible
        assert min(found.values()) > times / possible / SKEWED
