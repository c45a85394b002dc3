"""The built scripts in static/dist match their sources."""

import hashlib
import json

from tests.repo.source import ROOT

STATIC = ROOT / "static"
MANIFEST = json.loads((STATIC / "dist" / "manifest.json").read_text("utf-8"))


def checksum_of(*folders):
    """Return the same hash as scripts/node/build.mjs."""
    files = []
    for folder in folders:
        files += (STATIC / folder).rglob("*")
    names = [f.relative_to(STATIC).as_posix() for f in files]
    digest = hashlib.sha256()
    for name in sorted(
        each for each in names if each.endswith((".js", ".mjs", ".css"))
    ):
        digest.update(name.encode() + b"\0")
        digest.update(hashlib.sha256((STATIC / name).read_bytes()).digest())
    return digest.hexdigest()


def test_the_built_scripts_are_current():
    assert MANIFEST["sources"] == checksum_of("css", "js", "vendor"), "./scripts/build"


def test_the_built_scripts_are_as_they_were_built():
    assert MANIFEST["built"] == checksum_of("dist"), "./scripts/build"
