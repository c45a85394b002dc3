"""The rules of Wandering Towers at hand: the same page for everybody."""

from flask import Blueprint, abort, render_template
from flask.typing import ResponseReturnValue

from scorepad.web.files.static import scripts_of
from scorepad.words import towers
from scorepad.words.languages import find_language

bp = Blueprint("towers_rules", __name__, url_prefix="/rules/towers/<lang>")

_SCRIPTS = ("js/pages/main.js", "js/pages/rules.js")
_STYLES = ("dist/css/page.css", "dist/css/rules.css", "dist/css/towers-pages.css")


@bp.get("")
def page(lang: str) -> ResponseReturnValue:
    """Tell the rules."""
    if find_language(lang) is None:
        abort(404)
    return render_template(
        "rules/towers.html",
        tables=towers.tables(),
        cards=towers.spell_cards(lang),
        colour_names=lambda colours: towers.colour_names(colours, lang),
    )


def files_of_the_towers_rules() -> list[str]:
    """Every file the page loads, by its name under ``static``."""
    return [*scripts_of(*_SCRIPTS), *_STYLES]
