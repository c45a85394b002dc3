"""Our own files under an address that changes with their content."""

import hashlib
import json
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, current_app
from werkzeug.security import safe_join

A_YEAR = 365 * 24 * 3600


def attach(app: Flask, folder: Path) -> None:
    """Serve *folder*: ``url_for("static", filename="dist/css/page.css")``."""
    # Set late, or Flask would add a route without the tree.
    app.static_folder = str(folder)
    tree = _tree_of(folder)
    app.config["STATIC_TREE"] = tree

    @app.url_defaults
    def _add_tree(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values.setdefault("tree", tree)

    @app.get("/static/<tree>/<path:filename>", endpoint="static")
    def _static(tree: str, filename: str) -> Response:
        # Another version of a file under the old address would mix two versions.
        path = safe_join(str(folder), filename)
        if tree != app.config["STATIC_TREE"] or path is None or "\0" in path:
            abort(404)
        return _file(Path(path))


def tree_hash(folder: Path) -> str:
    """Hash all files of *folder*: scripts that import one another change together."""
    digest = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


@lru_cache(maxsize=4)
def _tree_of(folder: Path) -> str:
    return tree_hash(folder)


def _file(path: Path) -> Response:
    if not _is_there(path):
        abort(404)
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    answer = Response(content(path), mimetype=kind)
    answer.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    return answer


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # no disk takes a name as long as that
        return False


@lru_cache(maxsize=256)
def content(path: Path) -> bytes:
    """Return the content of *path*; read once, as it never changes."""
    return path.read_bytes()


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
