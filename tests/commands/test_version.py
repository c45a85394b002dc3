import re

from scorepad.cli import VERSION, main
from tests.repo.source import ROOT


def test_the_version_is_printed(capsys):
    assert main(["--version"]) == 0

    assert capsys.readouterr().out == f"scorepad {VERSION}\n"


def test_the_version_is_the_newest_of_the_changelog():
    releases = re.findall(
        r"^## \[(\d.*?)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE
    )

    assert releases[0] == VERSION
