"""The app shell of the play page: one anonymous address per language."""

from pathlib import Path

from flask import Blueprint, abort, current_app, render_template
from flask.typing import ResponseReturnValue

from scorepad.words.languages import find_language

bp = Blueprint("play", __name__)

_SCRIPTS = ("js/play/joined.js", "js/play/main.js")
_STYLES = ("css/tokens.css", "css/play.css")
_LATER = ("js/later", "css/later.css")
_ICONS = ("icon.svg", "icons/apple-180.png")


@bp.get("/play/<lang>")
def shell(lang: str) -> ResponseReturnValue:
    """Show the play page; what it draws is on the phone."""
    if find_language(lang) is None:
        abort(404)
    return render_template("play/shell.html", modules=_SCRIPTS)


def files_of_the_shell() -> list[str]:
    """Every file the play page loads, by its name under ``static``."""
    return [*_SCRIPTS, *_STYLES, *_ICONS, *files_for_later()]


def files_for_later() -> list[str]:
    """What the play page loads in idle time, once a game runs."""
    scripts, styles = _LATER
    return [*_scripts_in(scripts), styles]


def _scripts_in(folder: str) -> list[str]:
    static = Path(current_app.static_folder or "")
    found = (static / folder).rglob("*.js")
    return sorted(path.relative_to(static).as_posix() for path in found)
