"""The rules of the games: pages that put the variants of the table first."""

from collections.abc import Iterator

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from wtforms import Form, StringField
from wtforms.validators import AnyOf, Regexp

from scorepad.games.towers.models import (
    COSTS,
    SEATS_ALLOWED,
    potions_each,
    usable_colours,
    wizards_each,
)
from scorepad.games.wizard.models import BidMode, Deck, EvenBidMode, Letters
from scorepad.games.wizard.schedule import Extra, Schedule
from scorepad.games.wizard.scoring import CUSTOM, Scoring
from scorepad.i18n.languages import figure, listed
from scorepad.i18n.rules import (
    HANDS_OF_EVEN,
    TOWERS_COLOURS,
    TOWERS_SPELLS,
    values_of_the_rules,
)
from scorepad.pdf import html
from scorepad.web.forms import LEFT_OUT, BookForm
from scorepad.web.pdfs import answer_pdf, valid

bp = Blueprint("rules", __name__, url_prefix="/rules/<lang>")
towers_bp = Blueprint("towers_rules", __name__, url_prefix="/rules/towers/<lang>")


_MOST_WRITTEN = 200
_FORMULA = r"-?\d{1,4}(,-?\d{1,4}){3}"


class RulesForm(Form):
    """The variants of a table, all optional; unknown values are ignored."""

    schedule = StringField(validators=[LEFT_OUT, AnyOf([*Schedule])])
    even = StringField(validators=[LEFT_OUT, AnyOf([*EvenBidMode])])
    least = StringField(validators=[LEFT_OUT, AnyOf([*map(str, HANDS_OF_EVEN)])])
    zero = StringField(validators=[LEFT_OUT, AnyOf(["1"])])
    bids = StringField(validators=[LEFT_OUT, AnyOf([*BidMode])])
    foresight = StringField(validators=[LEFT_OUT, AnyOf(["1"])])
    scoring = StringField(validators=[LEFT_OUT, AnyOf([*Scoring, CUSTOM])])
    formula = StringField(validators=[LEFT_OUT, Regexp(_FORMULA)])
    deck = StringField(validators=[LEFT_OUT, AnyOf([*Deck])])
    letters = StringField(validators=[LEFT_OUT, AnyOf([*Letters])])
    edition = StringField()

    @property
    def numbers(self) -> tuple[str, ...]:
        """Return the four numbers of a custom formula as text, if it is chosen."""
        if self.scoring.data != CUSTOM or not self.validate() or not self.formula.data:
            return ()
        return tuple(figure(int(n)) for n in self.formula.data.split(","))

    @property
    def chosen(self) -> frozenset[str]:
        """Return each chosen rule and each extra card as ``name=value``."""
        self.validate()
        said = (f"{f.short_name}={f.data}" for f in self if f.data and not f.errors)
        rules = {each for each in said if not each.startswith(("edition=", "formula="))}
        return frozenset({*rules, *(f"edition={extra}" for extra in self._extras())})

    def _extras(self) -> Iterator[Extra]:
        known = set(Extra)
        for name in (self.edition.data or "")[:_MOST_WRITTEN].split(","):
            if name in known:
                yield Extra(name)


@bp.get("")
def page(lang: str) -> ResponseReturnValue:
    """Show the rules, for the variants in the URL."""
    form = RulesForm(request.args)
    chosen = form.chosen
    return render_template(
        "rules/rules.html",
        chosen=chosen,
        formula=form.numbers,
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
def towers_page(lang: str) -> ResponseReturnValue:
    """Show the rules of Wandering Towers."""
    return render_template(
        "rules/towers.html",
        seats=SEATS_ALLOWED,
        wizards_each=wizards_each,
        potions_each=potions_each,
        usable_colours=usable_colours,
        costs=COSTS,
        spell_name=lambda spell: _(TOWERS_SPELLS[spell]),
        colour_names=lambda colours: listed(
            [_(TOWERS_COLOURS[each]) for each in colours], lang
        ),
    )
