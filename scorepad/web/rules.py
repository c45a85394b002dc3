"""The rules at hand: the same page for everybody, what a table chose comes first."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from scorepad.sheets.leaflet import LeafletPages
from scorepad.web.files.static import scripts_of
from scorepad.web.forms.printing import BookForm
from scorepad.web.forms.rules import RulesForm
from scorepad.web.printed.pdfs import answer_pdf, valid
from scorepad.words import rulebook
from scorepad.words.languages import find_language

bp = Blueprint("rules", __name__, url_prefix="/rules/<lang>")

LEAFLETS = LeafletPages()
_SCRIPTS = ("js/pages/main.js", "js/pages/rules.js")
_STYLES = ("dist/css/page.css", "dist/css/rules.css")


@bp.get("")
def page(lang: str) -> ResponseReturnValue:
    """Tell the rules; the address may say which of the variants are played."""
    if find_language(lang) is None:
        abort(404)
    form = RulesForm(request.args)
    chosen = form.chosen
    specials = rulebook.specials(lang)
    groups = (*rulebook.variants(lang), rulebook.decks(lang))
    whens = {each.when for group in groups for each in group.variants}
    extras = {each.when for each in specials}
    return render_template(
        "rules/rules.html",
        chosen=chosen,
        formula=form.numbers,
        is_told=bool(chosen & (whens | extras)),
        has_extras=bool(chosen & extras),
        specials=specials,
        boxes=rulebook.boxes(lang),
        groups=groups,
        tables=rulebook.tables(),
        peoples=rulebook.peoples(lang),
        matrix=rulebook.matrix(),
    )


@bp.get("/leaflet.pdf")
def leaflet(lang: str) -> ResponseReturnValue:
    """Print the rules on one sheet to fold; the same is printed only once."""
    if find_language(lang) is None:
        abort(404)
    paper = valid(BookForm(request.args)).on_paper
    job = LEAFLETS.leaflet(paper, language=lang)
    return answer_pdf(job, f"wizard-{paper}.pdf", _("The rules of Wizard"))


def files_of_the_rules() -> list[str]:
    """Every file the page loads, by its name under ``static``."""
    return [*scripts_of(*_SCRIPTS), *_STYLES]
