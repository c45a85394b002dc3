"""Our own files under an address that changes with their content."""

import hashlib
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, send_from_directory

A_YEAR = 365 * 24 * 3600


def attach(app: Flask, folder: Path) -> None:
    """Serve *folder*: ``url_for("static", filename="css/page.css")`` as ever."""
    # Set late, or Flask would add a route without the tree.
    app.static_folder = str(folder)
    tree = tree_hash(folder)

    @app.url_defaults
    def _add_tree(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values.setdefault("tree", tree)

    @app.get("/static/<tree>/<path:filename>", endpoint="static")
    def _static(tree: str, filename: str) -> Response:
        return _file(folder, filename, is_current=tree == app.config["STATIC_TREE"])

    app.config["STATIC_TREE"] = tree


def tree_hash(folder: Path) -> str:
    """A short name for the whole content of *folder*; modules import one another."""
    digest = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _file(folder: Path, filename: str, *, is_current: bool) -> Response:
    # Another version of a file under the old address would mix two versions.
    if not is_current:
        abort(404)
    answer = send_from_directory(folder, filename)
    answer.headers["Cache-Control"] = f"public, max-age={A_YEAR}, immutable"
    return answer
