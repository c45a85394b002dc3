"""S04: tokens and codes are random, and never repeat."""

import secrets
import string

import pytest

from scorepad.services import invites
from scorepad.services.devices import ALPHABET, new_code, new_token

URL_SAFE = string.ascii_letters + string.digits + "-_"
MADE = {
    "session": (new_token, 43, URL_SAFE),
    "link": (lambda: secrets.token_urlsafe(invites.SECRET_BYTES), 22, URL_SAFE),
    "code": (lambda: new_code(invites.CODE_LENGTH), 8, ALPHABET),
    "recovery": (lambda: new_code(invites.RECOVERY_LENGTH), 24, ALPHABET),
}


@pytest.mark.parametrize("kind", MADE)
def test_s04_no_token_repeats_and_any_letter_may_stand_at_any_place(kind):
    make, length, letters = MADE[kind]

    made = [make() for _ in range(2000)]

    assert len({*made}) == len(made)
    assert {len(token) for token in made} == {length}
    # 256 and 128 bits do not fill the last letter.
    for place in [*zip(*made, strict=True)][: length - 1]:
        assert {*place} == {*letters}
