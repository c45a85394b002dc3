"""The scripts in ``static/dist``, as ``./scripts/build`` lists them."""

import json
from functools import lru_cache
from pathlib import Path

from flask import current_app

DIST = Path("dist")
MANIFEST = DIST / "manifest.json"


def scripts_of(*sources: str) -> list[str]:
    """Every file that runs *sources* (such as ``js/main.js``), by its name in static.

    The file of a source comes first, then all that it imports.
    """
    files = _files(Path(current_app.static_folder or "") / MANIFEST)
    return list(dict.fromkeys(name for each in sources for name in files[each]))


@lru_cache(maxsize=2)
def _files(manifest: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(manifest.read_text("utf-8"))["files"]
    return found
