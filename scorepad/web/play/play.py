"""The app shell of the play page: one anonymous address per language."""

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorepad.stats.levels import WINS_FOR
from scorepad.words.languages import find_language
from scorepad.words.levels import title_name

bp = Blueprint("play", __name__)

_SCRIPTS = ("js/play/joined.js", "js/play/main.js")
_STYLES = ("css/tokens.css", "css/play.css")
_LATER = ("js/later/joined.js", "css/later.css")
_UNSEEN = ("js/unseen/joined.js",)
_ANEW = ("js/anew/again.js",)
_ICONS = ("icon.svg", "icons/apple-180.png")


@bp.get("/play/<lang>")
def shell(lang: str) -> ResponseReturnValue:
    """Show the play page; what it draws is on the phone."""
    if find_language(lang) is None:
        abort(404)
    return render_template("play/shell.html", modules=_SCRIPTS)


@bp.get("/play/<lang>/words")
def words(lang: str) -> ResponseReturnValue:
    """Give the words of what the play page loads in idle time."""
    if find_language(lang) is None:
        abort(404)
    titles = [(wins, title_name(title, lang)) for title, wins in WINS_FOR.items()]
    return render_template("play/later_words.html", titles=titles)


def files_of_the_shell() -> list[str]:
    """Every file the play page loads, by its name under ``static``."""
    then = (*files_for_later(), *files_for_unseen_bids(), *_ANEW)
    return [*_SCRIPTS, *_STYLES, *_ICONS, *then]


def files_for_later() -> list[str]:
    """What the play page loads in idle time, once a game runs."""
    return list(_LATER)


def files_for_unseen_bids() -> list[str]:
    """What it loads besides where bids are not made aloud."""
    return list(_UNSEEN)
