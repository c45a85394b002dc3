"""Whatever goes wrong on a page is said in the language of who reads it."""

import re

import pytest
from werkzeug.exceptions import default_exceptions

from scorepad.words.languages import LANGUAGES

ENGLISH = re.compile(r"[A-Za-z]{3,}")
REFUSED = sorted(status for status in default_exceptions if status not in {304, 404})


def words_on(app, status: int, language: str, path: str = "/home") -> str:
    """Title and sentence of the page about an error."""
    headers = {"Accept-Language": language}
    with app.test_request_context(path, headers=headers):
        app.preprocess_request()
        answer = app.make_response(
            app.handle_user_exception(default_exceptions[status]())
        )
    assert answer.status_code == status
    page = answer.get_data(as_text=True)
    if path != "/home":
        return page
    main = re.search(r"<main.*?</main>", page, re.DOTALL)
    assert main
    return re.sub(r"<[^>]*>", " ", main[0])


@pytest.mark.parametrize("status", REFUSED)
def test_a_page_about_an_error_has_no_english_word(app, status):
    for known in LANGUAGES:
        found = words_on(app, status, known.tag).replace("Scorepad", "")
        foreign = known.tag in {"ko", "zh-Hans", "zh-Hant"}
        assert not (foreign and ENGLISH.search(found)), found
        assert known.tag == "en" or found != words_on(app, status, "en")


@pytest.mark.parametrize("status", [405, 413, 415, 428, 429])
def test_each_says_what_to_do_and_not_only_that_it_is_refused(app, status):
    told = words_on(app, status, "en")

    assert told.count(".") >= 1
    assert told != words_on(app, 400, "en")


def test_programs_are_told_in_the_words_of_http(app):
    assert "Precondition Required" in words_on(app, 428, "de", "/api/groups/x")
