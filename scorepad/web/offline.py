"""What lets the play page start without a network: the service worker, the manifest."""

import hashlib
import json
from pathlib import Path

from flask import Blueprint, Response, current_app, url_for
from flask.typing import ResponseReturnValue

from scorepad.web.play.judge import files_of_the_judge
from scorepad.web.play.play import files_of_the_shell, files_of_the_towers
from scorepad.web.rules import files_of_the_rules, files_of_the_towers_rules
from scorepad.web.static import tree_hash
from scorepad.words.languages import CATALOGUES, LANGUAGES

WORKER = Path("dist") / "worker.js"
PAPER = "#f6efe0"
NIGHT = "#2b2350"
CACHED = "VERSION_OF_THE_SHELL"
ICONS = (("icon", "any"), ("maskable", "maskable"))
SIZES = (192, 512)
PAGES = (
    *("play.words", "judge.page", "rules.page"),
    *("towers.shell", "towers_rules.page"),
)
"""What is kept besides the shell, in every language."""

bp = Blueprint("offline", __name__)


@bp.get("/sw.js")
def worker() -> ResponseReturnValue:
    """Give the service worker, with the list of what it keeps.

    It lies at the top, because a worker rules only what is below its own address.
    """
    static = Path(current_app.static_folder or "")
    constants = {
        "VERSION": _version(),
        "SHELLS": [url_for("play.shell", lang=known.tag) for known in LANGUAGES],
        "FILES": [
            *[url_for("static", filename=name) for name in _files()],
            *[url_for(page, lang=known.tag) for page in PAGES for known in LANGUAGES],
        ],
    }
    lines = [f"const {name} = {json.dumps(what)};" for name, what in constants.items()]
    script = (static / WORKER).read_text("utf-8")
    return Response("\n".join([*lines, script]), mimetype="text/javascript")


def _files() -> list[str]:
    """Every file that the pages load, once."""
    names = (
        *files_of_the_shell(),
        *files_of_the_judge(),
        *files_of_the_rules(),
        *files_of_the_towers(),
        *files_of_the_towers_rules(),
    )
    return list(dict.fromkeys(names))


def _version() -> str:
    """Another one as soon as a file, a template, a word or who may sign up changes."""
    config = current_app.config
    if CACHED not in config:
        folders = Path(str(current_app.template_folder)), CATALOGUES
        trees = config["STATIC_TREE"], *map(tree_hash, folders)
        text = " ".join((*trees, config["SETTINGS"].signups))
        config[CACHED] = hashlib.sha256(text.encode()).hexdigest()[:16]
    return str(config[CACHED])


@bp.get("/play/<lang>/app.webmanifest")
def manifest(lang: str) -> ResponseReturnValue:
    """Describe the play page as an app that a phone can install."""
    about = {
        "id": "/",
        "name": "Scorepad",
        "short_name": "Scorepad",
        "lang": lang,
        "start_url": url_for("play.shell", lang=lang),
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": NIGHT,
        "icons": [
            _icon(name, purpose, size) for name, purpose in ICONS for size in SIZES
        ],
    }
    return Response(json.dumps(about), mimetype="application/manifest+json")


def _icon(name: str, purpose: str, size: int) -> dict[str, str]:
    source = url_for("static", filename=f"icons/{name}-{size}.png")
    return {
        "src": source,
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": purpose,
    }
