"""What a table agreed on, as the link from its game says it."""

from collections.abc import Iterator

from wtforms import Form, StringField
from wtforms.validators import AnyOf, Regexp

from scorepad.rules.wizard.game import (
    BidMode,
    Deck,
    EvenBidMode,
    Extra,
    Letters,
    Schedule,
    Scoring,
)
from scorepad.web.forms.boxes import LEFT_OUT
from scorepad.words.figures import figure
from scorepad.words.rulebook import HANDS_OF_EVEN, OWN

_MOST_WRITTEN = 200
_FORMULA = r"-?\d{1,4}(,-?\d{1,4}){3}"


class RulesForm(Form):
    """Everything may be missing; what is none of ours is left out."""

    schedule = StringField(validators=[LEFT_OUT, AnyOf([*Schedule])])
    even = StringField(validators=[LEFT_OUT, AnyOf([*EvenBidMode])])
    least = StringField(validators=[LEFT_OUT, AnyOf([*map(str, HANDS_OF_EVEN)])])
    zero = StringField(validators=[LEFT_OUT, AnyOf(["1"])])
    bids = StringField(validators=[LEFT_OUT, AnyOf([*BidMode])])
    foresight = StringField(validators=[LEFT_OUT, AnyOf(["1"])])
    scoring = StringField(validators=[LEFT_OUT, AnyOf([*Scoring, OWN])])
    formula = StringField(validators=[LEFT_OUT, Regexp(_FORMULA)])
    deck = StringField(validators=[LEFT_OUT, AnyOf([*Deck])])
    letters = StringField(validators=[LEFT_OUT, AnyOf([*Letters])])
    edition = StringField()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The four numbers of an own formula, as text; none unless it is played."""
        if self.scoring.data != OWN or not self.validate() or not self.formula.data:
            return ()
        return tuple(figure(int(n)) for n in self.formula.data.split(","))

    @property
    def chosen(self) -> frozenset[str]:
        """Each rule that was chosen, as ``name=value``; so is each extra card."""
        self.validate()
        said = (f"{f.short_name}={f.data}" for f in self if f.data and not f.errors)
        rules = {each for each in said if not each.startswith(("edition=", "formula="))}
        return frozenset({*rules, *(f"edition={extra}" for extra in self._extras())})

    def _extras(self) -> Iterator[Extra]:
        known = set(Extra)
        for name in (self.edition.data or "")[:_MOST_WRITTEN].split(","):
            if name in known:
                yield Extra(name)
