"""Links printed by commands begin with the address that ``serve`` printed."""

import io
import re
from contextlib import redirect_stdout

import pytest
import segno

from scorepad.cli import main
from scorepad.cli.server import keep_address, known_address
from scorepad.settings import Settings
from tests.support.serving import server

PRINTED = "http://192.168.7.5:8723"


@pytest.fixture
def table(phone, tmp_path, monkeypatch):
    """A group of a Scorepad that printed its address at its start."""
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path))
    keep_address(Settings(instance=tmp_path), PRINTED)
    phone.start_game()
    return phone


def qr_code_of(link):
    with redirect_stdout(io.StringIO()) as drawn:
        segno.make(link, micro=False).terminal(compact=True)
    return drawn.getvalue()


def test_a_rescue_prints_the_served_address_with_its_qr_code(table, capsys):
    assert main(["group", "--recover", table.group]) == 0

    said = capsys.readouterr().out
    (link,) = re.findall(r"^http\S+$", said, re.MULTILINE)
    assert link.startswith(f"{PRINTED}/join#")
    assert said.endswith(qr_code_of(link))


def test_serving_keeps_the_address_it_prints_and_a_public_one_goes_before(tmp_path):
    settings = Settings(instance=tmp_path)
    keep_address(settings, PRINTED)

    with server(tmp_path) as running:
        assert known_address(settings) == f"http://localhost:{running.port}"

    public = Settings(instance=tmp_path, address="https://pad.example")
    assert known_address(public) == "https://pad.example"
