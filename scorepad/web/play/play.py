"""The app shells of the play pages: one anonymous address per language."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorepad.stats.rating import WINS_FOR
from scorepad.web.groups.join import reason_against_signups
from scorepad.web.static import scripts_of
from scorepad.words import towers as words_of_towers
from scorepad.words.records import title_name

bp = Blueprint("play", __name__)

_SCRIPT = "js/play/main.js"
_STYLES = ("dist/css/tokens.css", "dist/css/play.css")
_LAZY = "js/lazy/parts.js"
_LAZY_STYLE = "dist/css/lazy.css"
_SEALED_BIDS = "js/lazy/sealed_seats.js"
_ICONS = ("icon.svg", "icons/apple-180.png")


@bp.get("/play/<lang>")
def shell(lang: str) -> ResponseReturnValue:  # noqa: ARG001 - asked for by the address
    """Show the play page; what it draws is on the phone."""
    return render_template(
        "play/shell.html", modules=scripts_of(_SCRIPT), signups=reason_against_signups()
    )


@bp.get("/play/<lang>/words")
def words(lang: str) -> ResponseReturnValue:
    """Give the words of what the play page loads in idle time."""
    titles = [(wins, title_name(title, lang)) for title, wins in WINS_FOR.items()]
    return render_template("play/later_words.html", titles=titles)


def files_of_the_shell() -> list[str]:
    """Every file the play page loads, by its name under ``static``."""
    scripts = scripts_of(_SCRIPT, _LAZY, _SEALED_BIDS)
    return [*scripts, *_STYLES, *_ICONS, _LAZY_STYLE]


def files_for_later() -> list[str]:
    """What the play page loads in idle time, once a game runs."""
    return [*_beyond_the_first(_LAZY), _LAZY_STYLE]


def files_for_unseen_bids() -> list[str]:
    """What it loads besides where bids are not made aloud."""
    return _beyond_the_first(_SEALED_BIDS)


def _beyond_the_first(source: str) -> list[str]:
    first = scripts_of(_SCRIPT)
    return [name for name in scripts_of(source) if name not in first]


towers = Blueprint("towers", __name__)

_TOWERS = "js/towers/main.js"


@towers.get("/towers/<lang>", endpoint="shell")
def shell_of_towers(lang: str) -> ResponseReturnValue:  # noqa: ARG001 - of the address
    """Show the page of Wandering Towers; what it draws is on the phone."""
    return render_template(
        "towers/shell.html",
        modules=scripts_of(_TOWERS),
        signups=reason_against_signups(),
        spells=words_of_towers.SPELLS,
        effects=words_of_towers.EFFECTS,
        colours=words_of_towers.COLOURS,
        problems=words_of_towers.PROBLEMS,
    )


def files_of_the_towers() -> list[str]:
    """Every file the page of Wandering Towers loads, by its name under ``static``."""
    return [*scripts_of(_TOWERS), *_STYLES, "dist/css/towers.css"]
