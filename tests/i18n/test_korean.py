"""Korean is correct for any value, and in one tone."""

import re

import pytest
from babel.messages.pofile import read_po

from scorepad.i18n.languages import CATALOGUES

# Which of two forms follows depends on how a name or a number is read.
PARTICLE = re.compile(
    r"(?:%\(\w+\)s|\{\w+\})(?:이|가|은|는|을|를|과|와|으로|로|이에요|예요)(?=[\s.,:;?!]|$)"
)
BOTH_FORMS = re.compile(r"[이은을과]\([가는를와]\)")
FORMAL = re.compile("니다(?![가-힣])")
ALWAYS_PER_CENT = {"share", "own", "lately", "low", "high", "before"}


@pytest.fixture(scope="module")
def said():
    with (CATALOGUES / "ko/LC_MESSAGES/messages.po").open("rb") as file:
        strings = [message.string for message in read_po(file) if message.id]
    return [each if isinstance(each, str) else each[-1] for each in strings]


def depends_on_what_is_filled_in(text):
    places = re.sub("|".join(rf"%\({name}\)s" for name in ALWAYS_PER_CENT), "60%", text)
    return bool(PARTICLE.search(places) or BOTH_FORMS.search(text))


def test_no_particle_depends_on_what_is_filled_in(said):
    assert [text for text in said if depends_on_what_is_filled_in(text)] == []
    assert depends_on_what_is_filled_in("{name}이 공약해요.")
    assert depends_on_what_is_filled_in("%(name)s은(는) 강해요.")
    assert not depends_on_what_is_filled_in("{name}님이 공약해요.")


def test_all_languages_keep_one_form_of_address(said):
    assert [text for text in said if FORMAL.search(text)] == []
