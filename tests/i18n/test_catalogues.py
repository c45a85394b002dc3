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


def test_every_language_but_english_has_a_catalogue():
    assert sorted(FOLDERS) == sorted(
        path.name for path in CATALOGUES.iterdir() if path.is_dir()
    )


def test_english_has_one_word_for_one_idea(wanted):
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


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_catalogue_says_everything(folder):
    known = catalogue(folder)
    missing = [
        message.id
        for message in messages(known)
        if message.fuzzy or not all(part.strip() for part in texts(message.string))
    ]

    assert missing == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_plural_has_as_many_forms_as_the_language(folder):
    known = catalogue(folder)
    plurals = [message for message in messages(known) if message.pluralizable]

    assert plurals
    assert {len(texts(message.string)) for message in plurals} == {known.num_plurals}


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
def test_a_translation_keeps_the_placeholders(folder):
    known = catalogue(folder)
    said = [m for m in messages(known) if any(texts(m.string))]
    wrong = [line for m in said for line in differing(m, known.num_plurals)]

    assert any(placeholders(texts(m.id)[-1]) for m in said)
    assert wrong == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_what_runs_is_compiled_from_what_is_written(folder):
    compiled = BytesIO()
    write_mo(compiled, catalogue(folder))

    on_disk = po_path(folder).with_suffix(".mo").read_bytes()
    assert on_disk == compiled.getvalue(), "run ./scripts/words"


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_is_said_twice_in_a_row(folder):
    said = [text for message in catalogue(folder) for text in texts(message.string)]
    assert [text for text in said if len(text) > 8 and text in (text * 2)[1:-1]] == []
