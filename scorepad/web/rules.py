"""The rules of the games: pages that put the variants of the table first."""

import re

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.games.wizard.models import BidMode, Deck, EvenBidMode, Letters
from scorepad.games.wizard.schedule import Extra, Schedule
from scorepad.games.wizard.scoring import CUSTOM, Scoring
from scorepad.i18n.languages import figure
from scorepad.i18n.rules import HANDS_OF_EVEN, values_of_the_rules, values_of_towers
from scorepad.pdf import html, towers
from scorepad.web.forms import BookForm
from scorepad.web.pdfs import answer_pdf, valid
from scorepad.web.static import compressed

bp = Blueprint("rules", __name__, url_prefix="/rules/<language:lang>")
towers_bp = Blueprint(
    "towers_rules", __name__, url_prefix="/rules/towers/<language:lang>"
)

VARIANTS = {
    "schedule": [*Schedule],
    "even": [*EvenBidMode],
    "least": [*map(str, HANDS_OF_EVEN)],
    "zero": ["1"],
    "bids": [*BidMode],
    "foresight": ["1"],
    "scoring": [*Scoring, CUSTOM],
    "deck": [*Deck],
    "letters": [*Letters],
}
"""The variants of a table by their names in the URL, with the values of each."""

_FORMULA = re.compile(r"-?\d{1,4}(,-?\d{1,4}){3}((,-?\d{1,4}){4})?", re.ASCII)


def _chosen() -> frozenset[str]:
    sent = request.args.items()
    rules = {f"{name}={said}" for name, said in sent if said in VARIANTS.get(name, ())}
    extras = request.args.get("edition", "").split(",")
    return frozenset(rules | {f"edition={each}" for each in Extra if each in extras})


@bp.get("")
@compressed
def page(lang: str) -> ResponseReturnValue:
    """Show the rules, for the variants in the URL."""
    chosen, formula = _chosen(), request.args.get("formula", "")
    has_formula = f"scoring={CUSTOM}" in chosen and _FORMULA.fullmatch(formula)
    return render_template(
        "rules/rules.html",
        chosen=chosen,
        formula=[figure(int(n)) for n in formula.split(",")] if has_formula else [],
        has_extras=any(each.startswith("edition=") for each in chosen),
        **values_of_the_rules(lang),
    )


@bp.get("/leaflet.pdf")
def leaflet(lang: str) -> ResponseReturnValue:
    """Return the rules as a PDF to fold from one sheet; cached."""
    paper = valid(BookForm(request.args)).on_paper
    job = html.leaflet(paper, language=lang)
    return answer_pdf(job, f"wizard-{paper}.pdf", _("The rules of Wizard"))


@towers_bp.get("", endpoint="page")
@compressed
def towers_page(lang: str) -> ResponseReturnValue:
    """Show the rules of Wandering Towers."""
    return render_template("rules/towers.html", **values_of_towers(lang))


@towers_bp.get("/leaflet.pdf", endpoint="leaflet")
def towers_leaflet(lang: str) -> ResponseReturnValue:
    """Return the rules of Wandering Towers as a PDF to fold from one sheet; cached."""
    paper = valid(BookForm(request.args)).on_paper
    job = towers.leaflet(paper, language=lang)
    return answer_pdf(job, f"towers-{paper}.pdf", _("The rules of Wandering Towers"))
