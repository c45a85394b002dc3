"""scorepad group: what the operator sees of groups, and how to recover one."""

import io
import re
from contextlib import redirect_stdout

import pytest
import segno

from scorepad.cli import main
from scorepad.cli.server import keep_address, known_address
from scorepad.settings import Settings
from tests.support.invitations import join, post
from tests.support.phone import Phone
from tests.support.serving import server
from tests.web.test_signups import enter, let


@pytest.fixture
def table(phone, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREPAD_INSTANCE", str(tmp_path))
    phone.start_game("Anna", "Ute", "Kevin")
    post(phone, "/people/name", name="Friday Wizards")
    return phone


def test_it_lists_groups_and_nothing_of_their_people(table, capsys):
    assert main(["group"]) == 0

    told = capsys.readouterr().out
    assert f"{table.group}  Friday Wizards  devices: 1" in told
    assert "Anna" not in told


PRINTED = "http://192.168.7.5:8723"


def test_it_lets_one_device_back_in_once(table, tmp_path, capsys):
    keep_address(Settings(instance=tmp_path), PRINTED)
    assert main(["group", "--recover", table.group]) == 0

    said = capsys.readouterr().out
    (link,) = re.findall(r"^http\S+$", said, re.MULTILINE)
    with redirect_stdout(io.StringIO()) as drawn:
        segno.make(link, micro=False).terminal(compact=True)
    assert said.endswith(drawn.getvalue())
    code = re.fullmatch(rf"{PRINTED}/join#([0-9A-Z]{{24}})", link)[1]
    found, late = (Phone(table.client.application.test_client()) for _ in range(2))
    assert join(found, code).location == f"/g/{table.group}/me"
    found.group = table.group
    assert post(found, "/people/name", name="Ours").status_code == 303
    assert join(late, code).status_code == 422


def test_it_lets_a_phone_begin_a_new_group_once(table, capsys):
    app = table.client.application
    let(app, "closed")
    assert main(["group", "--new"]) == 0

    link = re.search(r"/signup#(\S+)\n", capsys.readouterr().out).group(1)
    found, late = app.test_client(), app.test_client()
    for each in (found, late):
        assert enter(each, link).status_code == 303
    assert Phone(found).create_group().status_code == 201
    assert Phone(late).create_group().status_code == 403


def test_serving_keeps_the_address_it_prints_and_prefers_a_public_one(tmp_path):
    settings = Settings(instance=tmp_path)
    keep_address(settings, PRINTED)

    with server(tmp_path) as running:
        assert known_address(settings) == f"http://localhost:{running.port}"

    public = Settings(instance=tmp_path, address="https://pad.example")
    assert known_address(public) == "https://pad.example"
