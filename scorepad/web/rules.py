"""The rules of the games and the judge: pages that scripts fit to the table."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.i18n.rules import values_of_the_rules, values_of_towers
from scorepad.pdf import html, towers
from scorepad.web.forms import BookForm
from scorepad.web.pdfs import answer_pdf, valid
from scorepad.web.static import compressed, scripts_of

bp = Blueprint("rules", __name__, url_prefix="/rules/<language:lang>")
towers_bp = Blueprint(
    "towers_rules", __name__, url_prefix="/rules/towers/<language:lang>"
)
judge = Blueprint("judge", __name__)


@bp.get("")
@compressed
def page(lang: str) -> ResponseReturnValue:
    """Show the rules; a script puts the variants of the table, in the URL, first."""
    return render_template("rules/rules.html", **values_of_the_rules(lang))


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


@judge.get("/judge/<language:lang>", endpoint="page")
@compressed
def judge_page(lang: str) -> ResponseReturnValue:  # noqa: ARG001 - of the address
    """Show the judge; a script answers the question in the URL."""
    return render_template(
        "judge/judge.html",
        modules=scripts_of("js/judge/main.js"),
    )
