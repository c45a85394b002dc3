"""Errors on pages are shown in the language of the reader."""

import re
from uuid import uuid4

import pytest
from sqlalchemy.exc import ProgrammingError
from werkzeug.exceptions import default_exceptions

from scorepad.i18n.languages import LANGUAGES
from tests.support.phone import OURS, Phone
from tests.web.addresses import filled, known_in, routes

ENGLISH = re.compile(r"[A-Za-z]{3,}")
REFUSED = sorted(status for status in default_exceptions if status not in {304, 404})


def words_on(app, status: int, language: str, path: str = "/home") -> str:
    """Return title and sentence of an error page."""
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


def test_a_page_about_an_error_has_no_english_word(app):
    for status in REFUSED:
        for known in LANGUAGES:
            found = words_on(app, status, known.tag).replace("Scorepad", "")
            foreign = known.tag in {"ko", "zh-Hans", "zh-Hant"}
            assert not (foreign and ENGLISH.search(found)), found
            assert known.tag == "en" or found != words_on(app, status, "en")


CANARY = "CANARY /canary/secret.py SELECT name FROM player"
TELLING = re.compile("CANARY|/canary|SELECT|Traceback|(Runtime|Programming)Error")
BROKEN = [
    RuntimeError(CANARY),
    ProgrammingError(CANARY, {"name": CANARY}, Exception(CANARY)),
]


@pytest.mark.parametrize("error", BROKEN, ids=lambda each: type(each).__name__)
def test_s22_an_error_tells_a_number_and_nothing_else(app, client, caplog, error):
    values = known_in(Phone(client), str(uuid4()))

    def broken(**_parts):
        raise error.with_traceback(None)

    app.view_functions = dict.fromkeys(app.view_functions, broken)
    for method, rule in routes(app):
        caplog.clear()
        path = filled(rule, values)
        answer = client.open(path, method=method, headers=OURS)

        assert answer.status_code == 500, path
        assert not TELLING.search(f"{answer.headers}{answer.text}"), path
        (number,) = re.findall(r"\(\w+ ([0-9a-f]{8})\)", answer.text)
        if path.startswith("/api/"):
            assert answer.json["id"] == number
        (record,) = (each for each in caplog.records if each.levelname == "ERROR")
        assert record.getMessage() == f"error {number}"
        assert record.exc_info[1] is error
