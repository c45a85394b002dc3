"""Every language is complete, with the same placeholders, and freshly compiled."""

import re
import subprocess
from io import BytesIO

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorepad.i18n.languages import CATALOGUES, ENGLISH, LANGUAGES
from tests.repo.source import ROOT, files

FOLDERS = [known.folder for known in LANGUAGES if known is not ENGLISH]
HABIT = re.compile(
    r"(?i)\b(whoever|everybody|somebody|anybody|onlookers?|looking on|front page"
    r"|is expected here|br(ing|ings|ought) (it |a game )?(in|back)|what stands"
    r"|(put|puts) (it )?(together|aside|out of)|nobody gets|lies? (here|open|about))\b"
)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}")


def po_path(folder):
    return CATALOGUES / folder / "LC_MESSAGES" / "messages.po"


def catalogue(folder):
    with po_path(folder).open("rb") as file:
        return read_po(file, locale=folder)


def messages(known):
    return [message for message in known if message.id]


def texts(either):
    return tuple(either) if isinstance(either, tuple | list) else (either or "",)


@pytest.fixture(scope="module")
def wanted(tmp_path_factory):
    pot = tmp_path_factory.mktemp("words") / "messages.pot"
    subprocess.run([ROOT / "scripts/words", "--pot", pot], check=True)
    with pot.open("rb") as file:
        return {(message.id, message.context) for message in messages(read_po(file))}


def test_english_has_one_word_for_each_idea(wanted):
    """docs/languages.md lists the words, and what to write instead."""
    said = [text for either, _ in wanted for text in texts(either)]
    pages = [path for path in files(".md", under="docs") if path.name != "languages.md"]
    said += [line for page in pages for line in page.read_text("utf-8").splitlines()]

    assert [text for text in said if HABIT.search(text)] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_catalogue_holds_what_the_code_says_and_nothing_else(folder, wanted):
    known = catalogue(folder)
    held = {(message.id, message.context) for message in messages(known)}

    assert len(wanted) > 50
    assert wanted - held == set(), "run ./scripts/words"
    assert held - wanted == set(), "run ./scripts/words"
    assert not known.obsolete


def placeholders(text):
    return sorted(set(PLACEHOLDER.findall(text)))


def differing(message, forms):
    """Return the translations whose placeholders differ from the English text.

    A singular form may omit the number ("one trick"), as English does.
    """
    plural = placeholders(texts(message.id)[-1])
    singular = placeholders(texts(message.id)[0])
    allowed = [singular, plural] if message.pluralizable and forms > 1 else [plural]
    said = texts(message.string)
    last_is_full = placeholders(said[-1]) == plural
    return [
        text for text in said if placeholders(text) not in allowed or not last_is_full
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_catalogue_says_everything_with_the_same_placeholders_and_once(folder):
    known = catalogue(folder)
    forms, every = known.num_plurals, []
    for message in messages(known):
        said = texts(message.string)
        assert not message.fuzzy, message.id
        assert all(map(str.strip, said)), message.id
        assert len(said) == (forms if message.pluralizable else 1), message.id
        assert differing(message, forms) == [], message.id
        every += said
    assert any(placeholders(text) for text in every)
    assert [text for text in every if len(text) > 8 and text in (text * 2)[1:-1]] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_runs_is_compiled_from_what_is_written(folder):
    compiled = BytesIO()
    write_mo(compiled, catalogue(folder))

    on_disk = po_path(folder).with_suffix(".mo").read_bytes()
    assert on_disk == compiled.getvalue(), "run ./scripts/words"
