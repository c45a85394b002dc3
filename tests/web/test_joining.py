"""The modules of a folder served as one: the same names, each made once, in order."""

import shutil
import subprocess
from graphlib import CycleError
from pathlib import Path

import pytest

from scorepad.web.files.joining import NotJoinedError, script

MODULES = {
    "play/joined.js": "// keeps the place\n",
    "play/main.js": 'import { told as said } from "./pages/told.js";\n'
    'import * as count from "./count.js";\n'
    'import { mark } from "../other.js";\n'
    "console.log(said(), count.next(), mark);\n",
    "play/count.js": "let last = 0;\nexport const next = () => ++last;\n",
    "play/pages/told.js": "import {\n  next,\n  next as again,\n"
    '} from "../count.js";\n'
    'import { word } from "../../vendor/word.js";\n'
    "export async function unused() {}\n"
    "export function told() {\n  return `${word}${next()}${again()}`;\n}\n",
    "vendor/word.js": 'const word = "no";\nconst other = 1;\nexport { word, other };\n',
    "other.js": 'export const mark = "!";\n',
    "later.js": 'import { next } from "./play/count.js";\nconsole.log(next());\n',
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in MODULES.items():
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path / "source"


def run(folder: Path, *names: str) -> str:
    """Serve into another folder and run there what *names* import, in turn."""
    served = folder.parent / "served"
    shutil.rmtree(served, ignore_errors=True)
    for path in folder.rglob("*.js"):
        target = served / path.relative_to(folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(script(path), "utf-8")
    (served / "package.json").write_text('{"type": "module"}', "utf-8")
    text = "".join(f'await import("./{name}");\n' for name in names)
    (served / "run.js").write_text(text, "utf-8")
    command = ["node", "run.js"]
    ran = subprocess.run(
        command, cwd=served, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


def test_joined_modules_do_what_they_do_alone(folder: Path) -> None:
    assert run(folder, "play/main.js") == "no12 3 !"


def test_a_module_exists_once_whoever_imports_it(folder: Path) -> None:
    assert run(folder, "play/main.js", "later.js") == "no12 3 !\n4"


def test_a_folder_takes_from_another_what_is_joined_there(folder: Path) -> None:
    modules = {
        "joined.js": "// keeps the place\n",
        "count.js": 'import { next } from "../play/count.js";\n'
        "export const after = () => next();\n",
        "parts.js": 'import { after } from "./count.js";\n'
        'import { next } from "../play/count.js";\n'
        "console.log(after(), next());\nexport { after };\n",
    }
    for name, text in modules.items():
        (folder / "more").mkdir(exist_ok=True)
        (folder / "more" / name).write_text(text, "utf-8")

    assert run(folder, "play/main.js", "more/joined.js") == "no12 3 !\n4 5"


def test_a_folder_that_brings_all_has_its_own_of_everything(folder: Path) -> None:
    modules = {
        "joined.js": "// @brings-all\n",
        "main.js": 'import { again } from "./again.js";\n'
        'import { told } from "../play/pages/told.js";\n'
        "console.log(again(), told());\n",
        "again.js": 'import { next } from "../play/count.js";\n'
        "export const again = () => next();\n",
    }
    (folder / "more").mkdir()
    for name, text in modules.items():
        (folder / "more" / name).write_text(text, "utf-8")

    assert run(folder, "more/main.js", "play/main.js") == "1 no23\nno12 3 !"
    assert "play/joined.js" not in script(folder / "more" / "joined.js")
    assert "play/joined.js" not in script(folder / "more" / "main.js")


def test_the_address_of_a_joined_module_leads_to_it(folder: Path) -> None:
    served = script(folder / "play" / "count.js")

    assert "joined.js" in served
    assert "last" not in served


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("count.js", "export let next = 1;\n"),
        ("count.js", "export default 1;\n"),
        ("count.js", 'import "./pages/told.js";\n'),
        ("count.js", 'export * from "../other.js";\n'),
        ("pages/told.js", "export const told = () => import.meta.url;\n"),
        ("pages/told.js", 'export const told = () => import("./x.js");\n'),
    ],
)
def test_what_cannot_be_joined_is_refused(folder: Path, name: str, text: str) -> None:
    (folder / "play" / name).write_text(text, "utf-8")

    with pytest.raises(NotJoinedError):
        script(folder / "play" / "joined.js")


def test_modules_in_a_circle_are_refused(folder: Path) -> None:
    circle = 'import { told } from "./pages/told.js";\nexport const next = told;\n'
    (folder / "play" / "count.js").write_text(circle, "utf-8")

    with pytest.raises(CycleError):
        script(folder / "play" / "joined.js")
