"""Standard error: one line for each event, and no names."""

import json
import logging
import subprocess
import sys

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from scorepad.cli.serve import OneLine
from scorepad.db.engine import db

CANARY = "Zyprian-Qwx"


def told_of(work):
    """Return the lines that a new process logs while it does this."""
    program = (
        "import logging\nfrom scorepad.cli.serve import begin_logging\n"
        f"begin_logging()\n{work}"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stderr.splitlines()


@pytest.mark.parametrize(
    "hostile", ["a\r\nb", "\x1b[2J", "\u2028", '"}\n{"level": "error"', "\ud800"]
)
def test_s24_no_text_begins_a_line_of_its_own(hostile):
    record = logging.LogRecord(
        "scorepad.web", logging.WARNING, "", 0, "not printed: %s", (hostile,), None
    )
    line = OneLine().format(record)

    told = json.loads(line)
    assert line.isascii()
    assert (told["level"], told["by"]) == ("warning", "scorepad.web")
    assert told["said"] == f"not printed: {hostile}"


def test_an_error_is_one_line_with_its_traceback_also_where_it_ends_a_thread():
    one, other = told_of(
        "try: 1 / 0\nexcept Exception: logging.exception('error 1a2b')\n"
        "import threading\ndef broken():\n    raise ValueError('so')\n"
        "thread = threading.Thread(target=broken)\nthread.start()\nthread.join()"
    )

    told = json.loads(one)
    assert told["said"] == "error 1a2b"
    assert "ZeroDivisionError" in told["traceback"]
    assert "ValueError: so" in json.loads(other)["traceback"]


@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO nothing VALUES (:n)",
        "INSERT INTO player SELECT * FROM player",
        "INSERT INTO player (id, uuid, name, name_key) VALUES (77, NULL, :n, :n)",
        "UPDATE player SET group_id = 9999",
    ],
)
def test_p04_an_error_of_the_database_names_no_one(either_app, either_phone, statement):
    either_phone.start_game(CANARY, "Ute", "Kevin")
    values = {"n": CANARY} if ":n" in statement else {}

    with either_app.app_context(), pytest.raises(DBAPIError) as caught:
        db.session.execute(text(statement), values)

    assert CANARY.lower() not in logged(caught).lower()
    assert statement.split()[0] in logged(caught)


def logged(caught):
    record = logging.LogRecord("x", logging.ERROR, "", 0, "error", (), None)
    record.exc_info = (caught.type, caught.value, caught.tb)
    return OneLine().format(record)
