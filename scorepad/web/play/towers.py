"""The app shell of Wandering Towers: one anonymous address per language."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from scorepad.web.files.static import scripts_of
from scorepad.web.groups.founding import reason_against_signups
from scorepad.words import towers as words

bp = Blueprint("towers", __name__)

_SCRIPT = "js/towers/main.js"
_RESEND = "js/lazy/resend.js"
_STYLES = tuple(f"dist/css/{name}.css" for name in ("tokens", "play", "towers"))


@bp.get("/towers/<lang>")
def shell(lang: str) -> ResponseReturnValue:  # noqa: ARG001 - asked for by the address
    """Show the page of Wandering Towers; what it draws is on the phone."""
    return render_template(
        "towers/shell.html",
        modules=scripts_of(_SCRIPT),
        signups=reason_against_signups(),
        spells=words.SPELLS,
        effects=words.EFFECTS,
        colours=words.COLOURS,
        problems=words.PROBLEMS,
    )


def files_of_the_towers() -> list[str]:
    """Every file the page loads, by its name under ``static``."""
    return [*scripts_of(_SCRIPT, _RESEND), *_STYLES]
