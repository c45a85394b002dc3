import re

from flask.cli import ScriptInfo

from scorepad.cli import VERSION, main
from tests.repo.source import ROOT


def test_the_version_is_the_newest_of_the_changelog(capsys):
    assert main(["--version"]) == 0

    assert capsys.readouterr().out == f"scorepad {VERSION}\n"
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## \[(\d.*?)\]", changes, re.MULTILINE)[0] == VERSION


def test_flask_finds_the_application(embedded):
    found = ScriptInfo("scorepad").load_app()

    assert "/play/<language:lang>" in {each.rule for each in found.url_map.iter_rules()}
