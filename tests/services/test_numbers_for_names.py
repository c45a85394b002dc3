"""The placeholder for an erased person differs from names that people use."""

import pytest

from scorepad.i18n.languages import LANGUAGES, translations
from scorepad.services.personal_data import NUMBERED, is_number


@pytest.mark.parametrize("tag", [known.tag for known in LANGUAGES])
def test_a_number_is_known_in_every_language(tag):
    called = translations(tag).gettext(NUMBERED)

    assert is_number(called.format(seat=1))
    assert is_number(called.format(seat=12))
    assert is_number("Ｐｌａｙｅｒ ①")  # as whoever types it may write it


@pytest.mark.parametrize("name", ["Thomas 2", "Player", "Player one", "Player 1 2"])
def test_people_with_numbers_are_people(name):
    assert not is_number(name)
