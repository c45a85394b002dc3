"""A refusal names the option or the variable that was wrong."""

import socket
import sys

import pytest

from scorepad.cli import main


@pytest.fixture(autouse=True)
def instance(migrated_sqlite, tmp_path, monkeypatch):
    (tmp_path / "scorepad.sqlite3").write_bytes(migrated_sqlite.read_bytes())
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path))
    monkeypatch.setenv("SCOREPAD_PORT", "1")
    return tmp_path


def test_a_port_that_is_taken_is_named_as_it_was_given(instance, capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--host", "127.0.0.1"]) == 2

    assert "choose another one (--port, --host)" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["serve", "sheet", "backup"])
def test_a_system_that_it_does_not_run_on_is_told_in_one_sentence(
    command, capsys, monkeypatch
):
    """Windows has no module fcntl and no module resource."""
    for name in [name for name in sys.modules if name.startswith("scorepad.cli.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("fcntl", "resource"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("scorepad.pdf.worker", "scorepad.pdf.renderer"):
        monkeypatch.delitem(sys.modules, name, raising=False)

    assert main([command]) == 2

    said = capsys.readouterr().err
    assert said.startswith(f"scorepad {command}: ")
    assert "needs Linux or macOS; on Windows" in said
    assert said.count("\n") == 1


def test_a_database_that_nobody_named_is_in_the_instance(instance, capsys):
    (instance / "scorepad.sqlite3").write_text("no database" * 100)

    assert main(["serve"]) == 2

    said = capsys.readouterr().err
    assert "SCOREPAD_INSTANCE" in said
    assert "SCOREPAD_DATABASE_URL" not in said
