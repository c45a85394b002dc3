"""What is served of our scripts and styles does what the source says."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorepad.settings import CHECKOUT
from scorepad.web.files.slimming import slim
from scorepad.web.files.static import tree_hash

STATIC = CHECKOUT / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
# Inside a template inside a template, these would be taken for code.
NESTED = re.compile(r"""\$\{[^{}`]*`[^`]*[\s/'"]""")
NODE = shutil.which("node")


@pytest.fixture(scope="module")
def slimmed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout's scripts as they are served, with the tests of the source."""
    folder = tmp_path_factory.mktemp("slimmed")
    for part in ("tests/js", "tests/vectors"):
        shutil.copytree(CHECKOUT / part, folder / part)
    for source in [*SCRIPTS, STATIC / "js" / "package.json"]:
        served = folder / source.relative_to(CHECKOUT)
        served.parent.mkdir(parents=True, exist_ok=True)
        served.write_bytes(slim(source))
    return folder


def run_node(folder: Path, *words: str) -> None:
    assert NODE, "Node is not installed; ./scripts/test installs it."
    ran = subprocess.run(
        [NODE, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_script_still_parses_as_served(slimmed: Path) -> None:
    # One process for all: importing would run them, so each is only compiled.
    (slimmed / "package.json").write_text('{"type": "module"}', "utf-8")
    parse = (
        "const vm = require('node:vm'), fs = require('node:fs');"
        "for (const name of process.argv.slice(1))"
        " new vm.SourceTextModule(fs.readFileSync(name, 'utf8'), { identifier: name });"
    )
    names = [path.relative_to(CHECKOUT).as_posix() for path in SCRIPTS]

    assert len(names) > 30
    run_node(
        slimmed,
        "--no-warnings",
        "--experimental-vm-modules",
        "--input-type=commonjs",
        "-e",
        parse,
        *names,
    )


@pytest.mark.wide
def test_the_tests_of_the_scripts_hold_for_what_is_served(slimmed: Path) -> None:
    tests = sorted(str(path) for path in (slimmed / "tests/js").rglob("*.test.js"))

    assert len(tests) > 5
    run_node(slimmed, "--test", *tests)


def test_no_template_in_a_template_holds_what_would_be_slimmed() -> None:
    assert [p.name for p in SCRIPTS if NESTED.search(p.read_text("utf-8"))] == []
    assert NESTED.search("say(`${h(`a: b`)}`)")


def test_comments_and_blanks_are_not_served(app: Flask, client: FlaskClient) -> None:
    tree = app.config["STATIC_TREE"]

    script = client.get(f"/static/{tree}/js/play/main.js").text
    style = client.get(f"/static/{tree}/css/tokens.css").text

    assert not script.startswith("//")
    assert "/*" not in style
    assert "  " not in script


def test_what_is_neither_script_nor_style_is_served_as_it_is() -> None:
    icon = STATIC / "icons" / "apple-180.png"

    assert slim(icon) == icon.read_bytes()


def test_another_way_of_slimming_is_another_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.js").write_text("f( 1 )", "utf-8")
    before = tree_hash(tmp_path)

    monkeypatch.setattr("scorepad.web.files.slimming.jsmin", lambda script: script)

    assert tree_hash(tmp_path) != before
