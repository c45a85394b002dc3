"""Commands that only compute load the rules alone; a server loads what pages need."""

import json
import subprocess
import sys

import pytest

from tests.repo.source import ROOT
from tests.support.vectors import vectors

LOADED = """
import contextlib, importlib.metadata, io, json, sys
from scorepad.cli import main
importlib.metadata.entry_points = "nobody looks for plugins"
with contextlib.redirect_stdout(io.StringIO()) as said:
    main(sys.argv[1:])
print(json.dumps({"said": said.getvalue(), "loaded": sorted(sys.modules)}))
"""


READER = {"pydantic", "pydantic_core", "typing_extensions", "typing_inspection"}


@pytest.mark.parametrize(
    ("words", "reader"),
    [(["score", "-"], READER), (["trick", "--trump", "red", "B7", "R1", "B13"], set())],
)
def test_reckoning_loads_only_rules_and_what_reads_json(words, reader):
    ran = subprocess.run(
        [sys.executable, "-c", LOADED, *words],
        input=json.dumps(vectors("example")),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    answer = json.loads(ran.stdout)

    ours = {name.split(".")[1] for name in answer["loaded"] if "scorepad." in name}
    others = {name.split(".")[0] for name in answer["loaded"]} - {"scorepad"}
    unknown = {n for n in others if n not in sys.stdlib_module_names and n[0] != "_"}
    assert answer["said"].startswith("{")
    assert ours == {"cli", "games"}
    assert unknown <= reader | {
        *("annotated_types", "typing_extensions", "click", "distutils-precedence"),
        *("sitecustomize", "usercustomize"),
    }


def test_a_server_loads_neither_what_upgrades_nor_what_prints():
    told = "import json, sys, scorepad.cli.serve; print(json.dumps([*sys.modules]))"
    command = [sys.executable, "-c", told]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)

    loaded = {name.split(".")[0] for name in json.loads(ran.stdout)}
    assert {"flask", "sqlalchemy"} <= loaded
    assert not loaded & {"alembic", "mako", "weasyprint", "pebble", "segno", "PIL"}
