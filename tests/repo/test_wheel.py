"""The wheel serves, keeps score and prints where there is no checkout."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scorepad.cli import VERSION
from tests.faults.writers import Evening, Writer, verdict
from tests.repo.source import ROOT
from tests.support.serving import serving

PAGES = {
    "/": "Scorepad",
    "/play/de": "Stiche",
    "/rules/de": "Stiche",
    "/judge/zh-Hant": "墩",
    "/print": "/print/pad.pdf",
    "/join": "code",
    "/print/rules": "Rules",
    "/sw.js": "dist/play.js",
    "/api/openapi.json": "openapi",
}
PACKAGES = ("libpangoft2-1.0-0", "libharfbuzz-subset0")


def build_wheel(folder):
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build_wheel(tmp_path_factory.mktemp("wheel"))


def beside_our_packages(wheel, folder):
    """Unpack it beside the packages of this environment, in seconds."""
    zipfile.ZipFile(wheel).extractall(folder)
    return [sys.executable, "-m", "scorepad.cli"], {"PYTHONPATH": str(folder)}


def in_an_empty_environment(wheel, folder):
    """Install it as a host does, from the package registry by the locked versions."""
    uv = [sys.executable, "-m", "uv", "--quiet"]
    how = ["--python", str(folder / "bin" / "python"), "--no-deps"]
    locked = ["--require-hashes", "-r", str(ROOT / "scripts" / "requirements.txt")]
    for words in (
        ["venv", "--relocatable", "--python", sys.executable, str(folder)],
        ["pip", "install", "--compile-bytecode", *how, *locked],
        ["pip", "install", "--compile-bytecode", *how, str(wheel)],
        ["pip", "check", *how[:2]],
    ):
        subprocess.run([*uv, *words], check=True, cwd=folder.parent)
    return [str(folder / "bin" / "scorepad")], {}


@pytest.fixture(
    scope="module",
    params=[
        beside_our_packages,
        pytest.param(in_an_empty_environment, marks=pytest.mark.wide),
    ],
)
def installed(wheel, request, tmp_path_factory):
    """Return the command of an installed Scorepad, and its variables."""
    return request.param(wheel, tmp_path_factory.mktemp("installed"))


def served(installed, home, **more):
    """Serve with the default folders."""
    command, variables = installed
    where = {"PATH": os.environ["PATH"], "HOME": str(home)}
    where |= {"SCOREPAD_HOST": "127.0.0.1", "SCOREPAD_PORT": "0"}
    process = subprocess.Popen(
        [*command, "serve"],
        cwd=home,
        env=variables | where | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    return serving(process)


def test_what_is_installed_serves_keeps_score_and_prints(installed, tmp_path):
    with served(installed, tmp_path) as server:
        pages = {path: server.send("GET", path) for path in PAGES}
        (css,) = re.findall(r'href="(/static/[^"]+/page.css)"', pages["/print"].body)
        style = server.send("GET", css)
        writer = Writer(Evening(server))
        writer.save()
        assert verdict([writer]) == []
        game = writer.evening.game.removeprefix("/api").replace("groups", "g")
        own = {"Cookie": writer.evening.cookie}
        sheet = server.send("GET", f"{game}/sheet.pdf", **own)

    assert {path for path, page in pages.items() if page.status != 200} == set()
    assert [path for path in PAGES if PAGES[path] not in pages[path].body] == []
    kinds = [each.headers["Content-Type"] for each in (style, sheet)]
    assert kinds == ["text/css; charset=utf-8", "application/pdf"]
    assert sheet.body.startswith("%PDF")
    kept = tmp_path / ".local" / "state" / "scorepad"
    assert {"scorepad.sqlite3", "secret"} <= {each.name for each in kept.iterdir()}


@pytest.fixture
def no_pango(tmp_path):
    """Return variables with which the loader finds files that are no libraries."""
    folder = tmp_path / "lib"
    folder.mkdir()
    (folder / "libgobject-2.0.so.0").write_text("no library")
    return {"LD_LIBRARY_PATH": str(folder)}


@pytest.mark.wide
def test_without_pango_all_but_printing_works(wheel, tmp_path, no_pango):
    installed = beside_our_packages(wheel, tmp_path / "unpacked")
    with served(installed, tmp_path, **no_pango) as server:
        writer = Writer(Evening(server))
        writer.save()
        assert verdict([writer]) == []
        page = server.send("GET", "/print/pad.pdf?players=4")
        told = [server.process.stderr.readline() for _ in ("at the start", "there")]

    assert page.status == 503
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"
    assert [name for name in PACKAGES if name not in page.body] == []
    assert [line for line in told if not all(name in line for name in PACKAGES)] == []


def contents(folder, names):
    found = (path for name in names for path in (ROOT / name).rglob("*"))
    return {
        (folder / path.relative_to(ROOT)).as_posix()
        for path in found
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_everything_of_the_checkout_that_runs(wheel):
    held = set(zipfile.ZipFile(wheel).namelist())
    code = contents(Path(), ["scorepad"])
    shown = contents(Path("scorepad"), ["templates", "static"])

    assert {"scorepad/py.typed", "scorepad/templates/base.html"} <= held
    assert held >= code | shown
    assert {each.split("/")[0] for each in held} == {
        "scorepad",
        f"scorepad-{VERSION}.dist-info",
    }


def test_the_wheel_holds_the_licences_of_all_that_others_made(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    held = {name.partition("/licenses/")[2] for name in names}
    static = ROOT / "static"
    texts = [*static.rglob("OFL*"), *static.rglob("LICENSE*")]
    named = {each.relative_to(ROOT).as_posix() for each in texts}
    named |= {each.name for each in (static / "vendor").iterdir()}
    notices = (ROOT / "docs" / "third-party.md").read_text("utf-8")

    assert len(texts) >= 4
    assert {each for each in named if "/" in each} <= held
    assert {"LICENSE", "docs/third-party.md"} <= held
    assert [each for each in named if each not in notices] == []
