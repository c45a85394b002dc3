"""Static files under URLs that change with their content, and names of downloads."""

import gzip
import hashlib
import json
import mimetypes
import os
import re
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from flask import Flask, Response, abort, current_app, request
from werkzeug.security import safe_join

A_YEAR: Final = 365 * 24 * 3600
MANIFEST: Final = Path("dist") / "manifest.json"
SMALLEST: Final = 500
TEXT: Final = ("text/", "application/json", "application/manifest", "image/svg+xml")
LONGEST_NAME: Final = 80  # characters of the name of a file
PUBLIC: Final = {"static", "play", "towers"}
"""The files, and the blueprints whose pages are the same for everyone."""


def attach(app: Flask, folder: Path) -> None:
    """Serve *folder*: ``url_for("static", filename="dist/css/page.css")``."""
    # Set late, or Flask would add a route without the hash.
    app.static_folder = str(folder)
    tree = tree_hash(folder)
    app.config["STATIC_TREE"] = tree

    @app.url_defaults
    def _add_tree(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values.setdefault("tree", tree)

    @app.get("/static/<tree>/<path:filename>", endpoint="static")
    def _static(tree: str, filename: str) -> Response:
        # A new file under an old URL would mix two versions.
        path = safe_join(str(folder), filename)
        if tree != app.config["STATIC_TREE"] or not path or not os.path.isfile(path):  # noqa: PTH113 - whatever its name is
            abort(404)
        kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
        headers = {"Cache-Control": f"public, max-age={A_YEAR}, immutable"}
        return Response(_content(Path(path)), headers=headers, mimetype=kind)


@lru_cache(maxsize=4)
def tree_hash(folder: Path) -> str:
    """Hash all files of *folder*, since scripts import one another; fonts by size."""
    digest = hashlib.sha256()
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        is_font = path.suffix in {".ttf", ".otf"}  # 16 MB would delay every start
        content = str(path.stat().st_size).encode() if is_font else path.read_bytes()
        digest.update(hashlib.sha256(content).digest())
    return digest.hexdigest()[:16]


_content = lru_cache(maxsize=256)(Path.read_bytes)


def scripts_of(*sources: str) -> list[str]:
    """Return the files that run *sources* such as ``js/main.js``, and their imports."""
    files = _files(Path(current_app.static_folder or "") / MANIFEST)
    return list(dict.fromkeys(name for each in sources for name in files[each]))


@lru_cache(maxsize=2)
def _files(manifest: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = json.loads(manifest.read_text("utf-8"))["files"]
    return found


def in_gzip(answer: Response) -> Response:
    """Compress a text that is the same for everyone, so its length tells no secret."""
    if not (answer.mimetype or "").startswith(TEXT):
        return answer
    answer.vary.add("Accept-Encoding")
    if answer.status_code != HTTPStatus.OK or not request.accept_encodings["gzip"]:
        return answer
    answer.direct_passthrough = False
    body = answer.get_data()
    if len(body) >= SMALLEST:
        answer.set_data(_gzipped(body))
        answer.content_encoding = "gzip"
        answer.headers.pop("ETag", None)
    return answer


@lru_cache(maxsize=256)
def _gzipped(body: bytes) -> bytes:
    return gzip.compress(body, compresslevel=9, mtime=0)


def not_stored(
    data: str | bytes, status: int = 200, *, mimetype: str = "text/html"
) -> Response:
    """Return a response that no browser stores."""
    return Response(data, status, {"Cache-Control": "no-store"}, mimetype=mimetype)


def download(data: str | bytes, kind: str, plain: str, *spoken: str | None) -> Response:
    """Return a file that no browser stores; without *spoken* words *plain* names it."""
    answer = not_stored(data, mimetype=kind)
    words = " ".join(filter(None, spoken)) or plain.partition(".")[0]
    name_file(answer, "attachment", plain, words)
    return answer


def json_download(document: object, plain: str, *spoken: str | None) -> Response:
    """Return a *document* as a file."""
    text = json.dumps(document, ensure_ascii=False, indent=2)
    return download(f"{text}\n", "application/json", plain, *spoken)


def name_file(answer: Response, how: str, plain: str, spoken: str) -> None:
    """Set how a file is shown and its name: *plain* ASCII, *spoken* in any letters."""
    _, dot, kind = plain.rpartition(".")
    safe = re.sub(r'[/\\:*?"<>|]', "-", spoken[:LONGEST_NAME])
    answer.headers.set(
        "Content-Disposition",
        how,
        filename=plain,
        **{"filename*": f"UTF-8''{quote(f'{safe}{dot}{kind}', safe='')}"},
    )
