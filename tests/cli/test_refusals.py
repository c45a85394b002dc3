"""A refusal is one sentence that names the word, option or variable that was wrong."""

import shlex
import socket
import sys

import pytest

from scorepad.cli import main


@pytest.fixture(autouse=True)
def instance(migrated_sqlite, tmp_path, monkeypatch):
    (tmp_path / "scorepad.sqlite3").write_bytes(migrated_sqlite.read_bytes())
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path))
    monkeypatch.setenv("SCOREPAD_PORT", "1")
    monkeypatch.chdir(tmp_path)
    return tmp_path


WRONG = {
    "trick --trump red": "no card was played; expected cards such as",
    "trick B7 R1": "trump is missing; expected --trump red or --trump none",
    "trick --trump red B14": "'B14' is not a card; expected B, G, R or Y",
    "trick --trump red B7 B7": "B7 is there 2 times; the deck has 1",
    "trick --hand ''": "the hand is empty; expected cards",
    "demo --players Ute Kevin": "2 names; expected 3 to 8.",
    "demo --players Ute Kevin UTE": "Two players have the same name",
    "demo --until soon": "'soon' does not match the format '%Y-%m-%d'",
    "demo --port many": "--port is 'many'",
    "demo --players Ute Kevin ' '": "' ' is no name; expected 1 to 40",
    f"demo --name {'W' * 41}": "is no name; expected 1 to 40",
    "sheet --players 5 --schedule single_colour -o x.pdf": "3 or 4 players",
    "sheet nowhere.json -o x.pdf": "nowhere",
    "sheet --players 3 -o nowhere/pad.pdf": "nowhere",
}


@pytest.mark.parametrize("words", WRONG)
def test_invalid_arguments_are_refused_in_one_sentence(refused, words):
    command, *more = shlex.split(words)

    said = refused(command, *more)

    assert said.startswith(f"scorepad {command}: ")
    assert WRONG[words] in said


def test_a_port_that_is_taken_is_named_as_it_was_given(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--host", "127.0.0.1"]) == 2

    assert "choose another one (--port, --host)" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["serve", "sheet", "backup"])
def test_an_unsupported_system_is_reported(command, refused, monkeypatch):
    """Windows has no module fcntl and no module resource."""
    for name in [name for name in sys.modules if name.startswith("scorepad.cli.")]:
        monkeypatch.delitem(sys.modules, name)
        monkeypatch.delattr(name, raising=False)
    for name in ("fcntl", "resource"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("scorepad.pdf.worker", "scorepad.pdf.renderer"):
        monkeypatch.delitem(sys.modules, name, raising=False)

    said = refused(command)

    assert said.startswith(f"scorepad {command}: ")
    assert "needs Linux or macOS; on Windows" in said


def test_the_default_database_is_in_the_instance(instance, refused):
    (instance / "scorepad.sqlite3").write_text("no database" * 100)

    said = refused("serve")

    assert "SCOREPAD_INSTANCE" in said
    assert "SCOREPAD_DATABASE_URL" not in said
